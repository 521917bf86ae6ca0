package dev.carillon.server.web;

import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The query parameters of a request; unknown ones and repetitions are refused. */
public final class Query {

  private final Map<String, List<String>> parameters;

  Query(Map<String, List<String>> parameters, List<String> known) {
    this.parameters = parameters;
    parameters.forEach((name, values) -> {
      if (name.isEmpty() && values.stream().allMatch(String::isEmpty)) {
        return; // An & at the end.
      }
      if (!known.contains(name)) {
        String shown = Fields.cut(name, 60);
        throw Problem.of(Code.QUERY_UNKNOWN, "there is no query parameter \"%s\"".formatted(shown))
            .at(shown)
            .fix(
                known.isEmpty()
                    ? "Leave it out: none is known here."
                    : Json.didYouMean(known, name));
      }
      // Of what it cannot decode, Javalin keeps the name alone.
      if (values.isEmpty()) {
        throw Problem.of(
                Code.QUERY_INVALID, name + " has a % that no two hexadecimal digits follow")
            .at(name)
            .fix("Write a percent sign as %25.");
      }
      if (values.size() > 1) {
        throw Problem.of(Code.QUERY_INVALID, name + " may be given once")
            .at(name)
            .fix("Leave out all but one.");
      }
      if (values.getFirst().indexOf('\0') >= 0 || values.getFirst().length() > 2_000) {
        throw Problem.of(Code.QUERY_INVALID, name + " is too long or contains U+0000")
            .at(name)
            .fix("Give at most 2000 characters.");
      }
    });
  }

  public @Nullable String text(String name) {
    List<String> values = parameters.get(name);
    return values == null || values.getFirst().isEmpty() ? null : values.getFirst();
  }

  public int integer(String name, int least, int most, int otherwise) {
    String text = text(name);
    if (text == null) {
      return otherwise;
    }
    if (text.matches("-?\\d{1,9}")) {
      int number = Integer.parseInt(text);
      if (number >= least && number <= most) {
        return number;
      }
    }
    throw wrong(name, "a whole number from %d to %d".formatted(least, most), text);
  }

  public @Nullable Boolean bool(String name) {
    String text = text(name);
    if (text == null) {
      return null;
    }
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw wrong(name, "true or false", text);
    };
  }

  public @Nullable Instant instant(String name) {
    String text = text(name);
    if (text == null) {
      return null;
    }
    try {
      return Fields.instant(name, text);
    } catch (Problem problem) {
      throw wrong(name, "a moment such as 2026-03-29T01:00:00Z", text)
          .fix("Give an ISO 8601 date and time with its offset, or Z for UTC; write + as %2B.");
    }
  }

  public @Nullable UUID uuid(String name) {
    String text = text(name);
    UUID id = text == null ? null : Ids.parse(text);
    if (text != null && id == null) {
      throw wrong(name, "a UUID", text);
    }
    return id;
  }

  public <E extends Enum<E>> @Nullable E word(String name, Class<E> type) {
    String text = text(name);
    return text == null ? null : word(name, text, type);
  }

  /** Several words between commas. */
  public <E extends Enum<E>> Set<E> words(String name, Class<E> type) {
    Set<E> words = EnumSet.noneOf(type);
    String text = text(name);
    if (text != null) {
      for (String word : text.split(",", -1)) {
        words.add(word(name, word, type));
      }
    }
    return words;
  }

  private static <E extends Enum<E>> E word(String name, String text, Class<E> type) {
    List<String> words =
        Arrays.stream(type.getEnumConstants()).map(e -> e.name().toLowerCase(Locale.ROOT)).toList();
    int place = words.indexOf(text);
    if (place < 0) {
      throw wrong(name, "one of " + String.join(", ", words), text)
          .fix(Json.didYouMean(words, text));
    }
    return type.getEnumConstants()[place];
  }

  private static Problem wrong(String name, String expected, String got) {
    return Problem.of(
            Code.QUERY_INVALID,
            "%s must be %s, got \"%s\"".formatted(name, expected, Fields.cut(got, 60)))
        .at(name)
        .expected(expected)
        .got(got);
  }
}
