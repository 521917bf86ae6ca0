package dev.carillon.client;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** JSON as trees. Numbers keep every digit, so that a payload comes back as it went. */
public final class Json {

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private Json() {}

  /** A new, empty object. */
  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /**
   * Reads a text.
   *
   * @throws IllegalArgumentException if it is not JSON, saying where
   */
  public static JsonNode parse(String text) {
    try {
      JsonNode node = MAPPER.readTree(text);
      if (node.isMissingNode()) {
        throw new IllegalArgumentException("expected JSON, got nothing");
      }
      return node;
    } catch (JacksonException e) {
      throw new IllegalArgumentException("expected JSON, but " + e.getOriginalMessage(), e);
    }
  }

  /** Writes it for people, over several lines. */
  public static String pretty(JsonNode node) {
    return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(node);
  }

  static String compact(JsonNode node) {
    return MAPPER.writeValueAsString(node);
  }

  static @Nullable String text(JsonNode node, String name) {
    JsonNode value = node.get(name);
    return value == null || value.isNull() ? null : value.asString();
  }

  static String string(JsonNode node, String name) {
    String text = text(node, name);
    return text == null ? "" : text;
  }

  static long number(JsonNode node, String name) {
    JsonNode value = node.get(name);
    return value == null || !value.isNumber() ? 0 : value.longValue();
  }

  static @Nullable Long longOrNull(JsonNode node, String name) {
    JsonNode value = node.get(name);
    return value == null || !value.isNumber() ? null : (Long) value.longValue();
  }

  static @Nullable Instant instant(JsonNode node, String name) {
    String text = text(node, name);
    return text == null ? null : Instant.parse(text);
  }
}
