package dev.carillon.engine.store;

import dev.carillon.engine.run.PastAttempt;
import dev.carillon.engine.run.RunError;
import dev.carillon.engine.run.RunStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The little JSON the store itself writes: past attempts and HTTP headers. It reads what PostgreSQL
 * gives back, which is well-formed; the engine needs no JSON library for two flat shapes.
 */
final class Json {

  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  static @Nullable String attempts(List<PastAttempt> attempts) {
    if (attempts.isEmpty()) {
      return null;
    }
    StringBuilder out = new StringBuilder("[");
    for (PastAttempt attempt : attempts) {
      out.append(out.length() == 1 ? "" : ",");
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("retry", attempt.retry());
      fields.put("started_at", attempt.startedAt());
      fields.put("completed_at", attempt.completedAt());
      fields.put("status", Words.of(attempt.status()));
      fields.put("error_code", attempt.error().code());
      fields.put("error_message", attempt.error().message());
      fields.put("node", attempt.node());
      object(out, fields);
    }
    return out.append(']').toString();
  }

  static List<PastAttempt> attempts(@Nullable String text) {
    List<PastAttempt> attempts = new ArrayList<>();
    if (text != null && new Json(text).value() instanceof List<?> list) {
      for (Object element : list) {
        Map<?, ?> fields = (Map<?, ?>) element;
        attempts.add(
            new PastAttempt(
                number(fields, "retry"),
                Instant.parse(string(fields, "started_at")),
                Instant.parse(string(fields, "completed_at")),
                Words.read(RunStatus.class, string(fields, "status")),
                new RunError(string(fields, "error_code"), string(fields, "error_message")),
                number(fields, "node")));
      }
    }
    return attempts;
  }

  static String headers(Map<String, String> headers) {
    StringBuilder out = new StringBuilder();
    object(out, headers);
    return out.toString();
  }

  static Map<String, String> headers(String text) {
    Map<String, String> headers = new LinkedHashMap<>();
    if (new Json(text).value() instanceof Map<?, ?> fields) {
      fields.forEach((name, value) -> headers.put((String) name, (String) value));
    }
    return headers;
  }

  private static String string(Map<?, ?> fields, String name) {
    return (String) Objects.requireNonNull(fields.get(name), name);
  }

  private static int number(Map<?, ?> fields, String name) {
    return ((Long) Objects.requireNonNull(fields.get(name), name)).intValue();
  }

  private static void object(StringBuilder out, Map<String, ?> fields) {
    String comma = "{";
    for (var field : fields.entrySet()) {
      quote(out.append(comma), field.getKey()).append(':');
      if (field.getValue() instanceof Number number) {
        out.append(number);
      } else {
        quote(out, field.getValue().toString());
      }
      comma = ",";
    }
    out.append(fields.isEmpty() ? "{}" : "}");
  }

  private static StringBuilder quote(StringBuilder out, String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ') {
        out.append("\\u%04x".formatted((int) c));
      } else if (loneSurrogate(text, i)) {
        // UTF-8, and so PostgreSQL, has no place for half a character.
        out.append('\ufffd');
      } else {
        out.append(c);
      }
    }
    return out.append('"');
  }

  private static boolean loneSurrogate(String text, int i) {
    char c = text.charAt(i);
    if (Character.isHighSurrogate(c)) {
      return i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
    }
    return Character.isLowSurrogate(c)
        && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
  }

  private @Nullable Object value() {
    char c = peek();
    return switch (c) {
      case '{' -> object();
      case '[' -> list();
      case '"' -> string();
      default -> bare();
    };
  }

  private Map<String, @Nullable Object> object() {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    at++;
    while (peek() != '}') {
      String name = string();
      expect(':');
      fields.put(name, value());
      if (peek() == ',') {
        at++;
      }
    }
    at++;
    return fields;
  }

  private List<@Nullable Object> list() {
    List<@Nullable Object> elements = new ArrayList<>();
    at++;
    while (peek() != ']') {
      elements.add(value());
      if (peek() == ',') {
        at++;
      }
    }
    at++;
    return elements;
  }

  private String string() {
    expect('"');
    StringBuilder out = new StringBuilder();
    while (text.charAt(at) != '"') {
      char c = text.charAt(at++);
      out.append(c == '\\' ? escaped() : c);
    }
    at++;
    return out.toString();
  }

  private char escaped() {
    char c = text.charAt(at++);
    return switch (c) {
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'u' -> {
        at += 4;
        yield (char) Integer.parseInt(text, at - 4, at, 16);
      }
      default -> c;
    };
  }

  /** A number, or null, which the two shapes do not contain. */
  private @Nullable Object bare() {
    int from = at;
    while (at < text.length() && ",]} ".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    String word = text.substring(from, at);
    return word.equals("null") ? null : Long.valueOf(word);
  }

  private char peek() {
    while (Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return text.charAt(at);
  }

  private void expect(char wanted) {
    if (peek() != wanted) {
      throw new IllegalArgumentException(
          "expected %s at character %d of %s".formatted(wanted, at, text));
    }
    at++;
  }
}
