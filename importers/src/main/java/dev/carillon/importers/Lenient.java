package dev.carillon.importers;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * JSON, JSON5 and YAML that others wrote: as much of them as people really use, within bounds. YAML
 * is read as plain values, and its tags make no objects.
 */
public final class Lenient {

  private static final StreamReadConstraints BOUNDS =
      StreamReadConstraints.builder().maxNestingDepth(64).maxNumberLength(100).build();

  private static final JsonMapper STRICT =
      JsonMapper.builder(JsonFactory.builder().streamReadConstraints(BOUNDS).build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  /** The parts of JSON5 that stand in real files: comments, loose quotes, trailing commas. */
  private static final JsonMapper JSON5 =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(BOUNDS)
                  .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
                  .enable(JsonReadFeature.ALLOW_SINGLE_QUOTES)
                  .enable(JsonReadFeature.ALLOW_UNQUOTED_PROPERTY_NAMES)
                  .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
                  .enable(JsonReadFeature.ALLOW_LEADING_PLUS_SIGN_FOR_NUMBERS)
                  .enable(JsonReadFeature.ALLOW_LEADING_DECIMAL_POINT_FOR_NUMBERS)
                  .enable(JsonReadFeature.ALLOW_TRAILING_DECIMAL_POINT_FOR_NUMBERS)
                  .enable(JsonReadFeature.ALLOW_BACKSLASH_ESCAPING_ANY_CHARACTER)
                  .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private static final YAMLMapper YAML =
      YAMLMapper.builder(YAMLFactory.builder().streamReadConstraints(BOUNDS).build()).build();

  private Lenient() {}

  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** Null when it is not JSON. */
  public static @Nullable JsonNode json(String text) {
    try {
      JsonNode node = STRICT.readTree(text);
      return node == null || node.isMissingNode() ? null : node;
    } catch (JacksonException e) {
      return null;
    }
  }

  /** An object in JSON; an empty one for anything else. */
  public static ObjectNode jsonObject(@Nullable String text) {
    return text != null && json(text) instanceof ObjectNode object ? object : object();
  }

  /**
   * JSON, or else JSON5.
   *
   * @throws Unreadable saying where it stops being either
   */
  public static JsonNode json5(String text, String where) {
    JsonNode strict = json(text);
    if (strict != null) {
      return strict;
    }
    try {
      JsonNode node = JSON5.readTree(text);
      if (node == null || node.isMissingNode()) {
        throw new Unreadable(where + " is empty");
      }
      return node;
    } catch (JacksonException e) {
      throw new Unreadable("%s is neither JSON nor JSON5%s".formatted(where, place(e)));
    }
  }

  /** All documents of a YAML file. */
  public static List<JsonNode> yaml(String text, String where) {
    try {
      return YamlDocuments.read(YAML, text).stream()
          .filter(document -> !document.isNull())
          .toList();
    } catch (JacksonException e) {
      throw new Unreadable("%s is no YAML%s".formatted(where, place(e)));
    } catch (Unreadable e) {
      throw new Unreadable("%s is not read: %s".formatted(where, e.getMessage()));
    }
  }

  public static String text(JsonNode node) {
    return STRICT.writeValueAsString(node);
  }

  private static String place(JacksonException e) {
    var at = e.getLocation();
    return at == null || at.getLineNr() < 1
        ? ""
        : " (line %d, column %d)".formatted(at.getLineNr(), at.getColumnNr());
  }
}
