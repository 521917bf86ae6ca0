package dev.carillon.cli.verbs;

import dev.carillon.cli.table.DisplayWidth;
import dev.carillon.client.Json;
import dev.carillon.importers.Unreadable;
import dev.carillon.importers.YamlDocuments;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;

/** Sets of schedules in a file: YAML, and so JSON as well. */
final class Yaml {

  private static final YAMLMapper MAPPER =
      YAMLMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(YAMLWriteFeature.WRITE_DOC_START_MARKER)
          .disable(YAMLWriteFeature.SPLIT_LINES)
          .build();

  private static final int LONGEST_QUOTE = 60;

  private Yaml() {}

  /** The set, with {@code schedules} at its head. Texts are quoted, so that none turns into yes. */
  static String write(List<ObjectNode> definitions) {
    ObjectNode set = Json.object();
    ArrayNode schedules = set.putArray("schedules");
    definitions.forEach(schedules::add);
    return MAPPER.writeValueAsString(set);
  }

  /** Reads {@code schedules: […]}, a bare list, or documents with one schedule each. */
  static List<ObjectNode> read(String text, String where) {
    List<ObjectNode> found = new ArrayList<>();
    try {
      YamlDocuments.read(MAPPER, text).forEach(document -> add(found, document, where));
    } catch (Unreadable e) {
      throw new Failed("%s: %s".formatted(where, e.getMessage()));
    } catch (JacksonException e) {
      throw new Failed("%s is no YAML: %s".formatted(where, e.getOriginalMessage()));
    }
    return found;
  }

  private static void add(List<ObjectNode> found, JsonNode document, String where) {
    JsonNode schedules = document.get("schedules");
    if (schedules != null) {
      if (document.size() > 1) {
        throw new Failed(
            "%s: expected nothing beside schedules at the top, got %s"
                .formatted(where, document.propertyNames()));
      }
      document = schedules;
    }
    switch (document) {
      case ObjectNode schedule when schedules == null -> found.add(schedule);
      case ArrayNode list -> list.values().forEach(one -> add(found, one, where));
      default -> {
        if (!document.isNull()) {
          throw new Failed(
              "%s: expected `schedules:` and a list below it, got %s"
                  .formatted(where, DisplayWidth.cut(document.toString(), LONGEST_QUOTE)));
        }
      }
    }
  }
}
