package dev.carillon.server.web;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The fields of a JSON object that somebody sent, read one by one; what is wrong is refused with
 * the field's path. A field that is null counts as not given, except to {@link #has}.
 */
public final class Fields {

  private final ObjectNode node;
  private final String path;

  private Fields(ObjectNode node, String path) {
    this.node = node;
    this.path = path;
  }

  public static Fields of(JsonNode body) {
    return of(body, "$");
  }

  public static Fields of(JsonNode body, String path) {
    if (!(body instanceof ObjectNode object)) {
      if (path.equals("$")) {
        throw Problem.of(
                Code.BODY_NOT_OBJECT, "expected a JSON object as the body, got " + kind(body))
            .fix("Send an object: {…}.");
      }
      throw Problem.field(path, "must be an object, got " + kind(body)).expected("an object");
    }
    return new Fields(object, path);
  }

  /** Refuses every field that is not among these. */
  public Fields only(Collection<String> known) {
    for (String name : node.propertyNames()) {
      if (!known.contains(name)) {
        throw Problem.of(Code.FIELD_UNKNOWN, "there is no field \"%s\"".formatted(printable(name)))
            .at(path(printable(name)))
            .fix(Json.didYouMean(known, name));
      }
    }
    return this;
  }

  public Fields only(String... known) {
    return only(Arrays.asList(known));
  }

  /** True when the field was sent, be it null. */
  public boolean has(String name) {
    return node.has(name);
  }

  /** True when the field was sent with a value. */
  public boolean given(String name) {
    return node.hasNonNull(name);
  }

  public String path() {
    return path;
  }

  public Collection<String> names() {
    return node.propertyNames();
  }

  public String path(String name) {
    return path + "." + name;
  }

  /** The value as it came, or null. */
  public @Nullable JsonNode value(String name) {
    JsonNode value = node.get(name);
    return value == null || value.isNull() ? null : value;
  }

  public @Nullable String text(String name) {
    JsonNode value = value(name);
    if (value == null) {
      return null;
    }
    if (!value.isString()) {
      throw wrong(name, "a string", value);
    }
    String text = value.stringValue();
    if (text.indexOf('\0') >= 0) {
      throw Problem.field(path(name), "must not contain the character U+0000");
    }
    return wellFormed(path(name), text);
  }

  /** UTF-8, and so PostgreSQL, has no place for half a character. */
  public static String wellFormed(String path, String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean pair =
          Character.isHighSurrogate(c)
              && i + 1 < text.length()
              && Character.isLowSurrogate(text.charAt(i + 1));
      if (Character.isSurrogate(c) && !pair) {
        throw Problem.field(path, "must not contain half of a surrogate pair");
      }
      i += pair ? 1 : 0;
    }
    return text;
  }

  public String requiredText(String name) {
    String text = text(name);
    if (text == null) {
      throw missing(name);
    }
    return text;
  }

  /** A string, or a number that is meant as a name: {@code "workflow_id": 1}. */
  public @Nullable String name(String name) {
    JsonNode value = value(name);
    return value != null && value.isIntegralNumber() ? value.asString() : text(name);
  }

  public @Nullable Integer integer(String name, int least, int most) {
    JsonNode value = value(name);
    if (value == null) {
      return null;
    }
    String expected = "a whole number from %d to %d".formatted(least, most);
    if (!value.isIntegralNumber() || !value.canConvertToInt()) {
      throw wrong(name, expected, value);
    }
    int number = value.intValue();
    if (number < least || number > most) {
      throw wrong(name, expected, value);
    }
    return number;
  }

  public @Nullable Boolean bool(String name) {
    JsonNode value = value(name);
    if (value != null && !value.isBoolean()) {
      throw wrong(name, "true or false", value);
    }
    return value == null ? null : value.booleanValue();
  }

  public boolean bool(String name, boolean otherwise) {
    Boolean value = bool(name);
    return value == null ? otherwise : value;
  }

  /** Seconds with up to three decimals. */
  public @Nullable Duration seconds(String name) {
    return duration(name, 3, "a number of seconds with at most three decimals");
  }

  public @Nullable Duration millis(String name) {
    return duration(name, 0, "a whole number of milliseconds");
  }

  private @Nullable Duration duration(String name, int shift, String expected) {
    JsonNode value = value(name);
    if (value == null) {
      return null;
    }
    if (!value.isNumber()) {
      throw wrong(name, expected, value);
    }
    // Judged before it is shifted: there is no place behind the exponent of 1e2147483647.
    BigDecimal given = value.decimalValue().stripTrailingZeros();
    boolean sane = given.abs().compareTo(BigDecimal.valueOf(Long.MAX_VALUE / 1_000_000)) < 0;
    if (!sane || given.scale() > shift) {
      throw wrong(name, expected, value);
    }
    return Duration.ofMillis(given.scaleByPowerOfTen(shift).longValueExact());
  }

  /** A moment with its offset: {@code 2026-03-29T01:00:00Z}. */
  public @Nullable Instant instant(String name) {
    String text = text(name);
    return text == null ? null : instant(path(name), text);
  }

  static Instant instant(String path, String text) {
    try {
      Instant instant = OffsetDateTime.parse(text).toInstant();
      int year = instant.atOffset(java.time.ZoneOffset.UTC).getYear();
      if (year >= 1 && year <= 9999) {
        // Finer than any slot; and the last nanosecond of 9999 would be infinity in the database.
        return instant.truncatedTo(ChronoUnit.MILLIS);
      }
    } catch (DateTimeException e) {
      // Refused below, together with years that no database holds.
    }
    throw Problem.field(path, "must be a moment such as 2026-03-29T01:00:00Z")
        .expected("an ISO 8601 date and time with its offset, or Z for UTC")
        .got(text);
  }

  public @Nullable UUID uuid(String name) {
    String text = text(name);
    if (text == null) {
      return null;
    }
    UUID id = Ids.parse(text);
    if (id == null) {
      throw Problem.field(path(name), "must be a UUID").expected("a UUID").got(text);
    }
    return id;
  }

  public <E extends Enum<E>> @Nullable E word(String name, Class<E> type) {
    String text = text(name);
    if (text == null) {
      return null;
    }
    for (E constant : type.getEnumConstants()) {
      if (constant.name().toLowerCase(Locale.ROOT).equals(text)) {
        return constant;
      }
    }
    List<String> words =
        Arrays.stream(type.getEnumConstants()).map(e -> e.name().toLowerCase(Locale.ROOT)).toList();
    throw Problem.field(path(name), "must be one of " + String.join(", ", words))
        .expected(String.join(", ", words))
        .got(text)
        .fix(Json.didYouMean(words, text));
  }

  public @Nullable Fields object(String name) {
    JsonNode value = value(name);
    return value == null ? null : of(value, path(name));
  }

  /** The elements of an array, or null. */
  public @Nullable List<JsonNode> list(String name, int most) {
    JsonNode value = value(name);
    if (value == null) {
      return null;
    }
    if (!value.isArray() || value.size() > most) {
      throw wrong(name, "an array of at most %d elements".formatted(most), value);
    }
    return List.copyOf(value.values());
  }

  public @Nullable List<String> texts(String name, int most) {
    List<JsonNode> list = list(name, most);
    if (list == null) {
      return null;
    }
    for (JsonNode element : list) {
      if (!element.isString()) {
        throw wrong(name, "an array of strings", element);
      }
    }
    return list.stream()
        .map(JsonNode::stringValue)
        .map(text -> wellFormed(path(name), text))
        .toList();
  }

  /** An object whose values are strings, or null. */
  public @Nullable Map<String, String> map(String name) {
    Fields object = object(name);
    if (object == null) {
      return null;
    }
    Map<String, String> map = new LinkedHashMap<>();
    for (String key : object.names()) {
      map.put(key, object.requiredText(key));
    }
    return map;
  }

  /** For a moment that has passed where only one to come makes sense. */
  public static Problem past(String path, @Nullable String got) {
    return Problem.field(path, "must be in the future, got " + got)
        .expected("a moment in the future")
        .got(String.valueOf(got));
  }

  public Problem missing(String name) {
    return Problem.of(Code.FIELD_MISSING, name + " is missing").at(path(name));
  }

  private Problem wrong(String name, String expected, JsonNode got) {
    return Problem.field(path(name), "must be %s, got %s".formatted(expected, shown(got)))
        .expected(expected)
        .got(shown(got));
  }

  private static String shown(JsonNode value) {
    String text = value.isContainer() ? kind(value) : value.toString();
    return cut(text, 60);
  }

  /** At most so many characters of it, none of them halved. */
  public static String cut(String text, int longest) {
    if (text.length() <= longest) {
      return text;
    }
    boolean halves = Character.isHighSurrogate(text.charAt(longest - 1));
    return text.substring(0, halves ? longest - 1 : longest) + "…";
  }

  private static String kind(JsonNode value) {
    return switch (value.getNodeType()) {
      case ARRAY -> "an array of " + value.size();
      case OBJECT -> "an object";
      case STRING -> "a string";
      case NUMBER -> "a number";
      case BOOLEAN -> "a boolean";
      case NULL -> "null";
      case MISSING, BINARY, POJO -> "nothing";
    };
  }

  private static String printable(String name) {
    return cut(name, 60).replaceAll("\\p{Cntrl}", "?");
  }
}
