package dev.carillon.client;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** JSON as trees. Numbers keep every digit, so that a payload comes back as it went. */
public final class Json {

  private static final JsonFactory FACTORY = JsonFactory.builder().build();

  /** Made when something is first written: reading needs none, and it takes long to make. */
  private static final class Writer {

    static final JsonMapper MAPPER = JsonMapper.builder().build();
  }

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
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
      JsonToken first = parser.nextToken();
      if (first == null) {
        throw new IllegalArgumentException("expected JSON, got nothing");
      }
      JsonNode node = Tree.read(parser, first);
      if (parser.nextToken() != null) {
        throw new IllegalArgumentException(
            "expected one JSON value, but at line %d, column %d another begins"
                .formatted(
                    parser.currentTokenLocation().getLineNr(),
                    parser.currentTokenLocation().getColumnNr()));
      }
      return node;
    } catch (JacksonException e) {
      throw new IllegalArgumentException("expected JSON, but " + e.getOriginalMessage(), e);
    }
  }

  /** Writes it for people, over several lines. */
  public static String pretty(JsonNode node) {
    return Writer.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(node);
  }

  static String compact(JsonNode node) {
    return Writer.MAPPER.writeValueAsString(node);
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
