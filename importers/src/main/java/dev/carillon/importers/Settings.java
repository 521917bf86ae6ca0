package dev.carillon.importers;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the one who imports decides.
 *
 * @param timezone the clock of jobs whose source counts on the clock of its host; null when it was
 *     not said
 * @param options choices of the source's own, already checked by {@link Source}
 */
public record Settings(@Nullable String timezone, ObjectNode options) {

  public @Nullable String text(String option) {
    JsonNode value = options.get(option);
    return value == null || value.isNull() ? null : value.asString();
  }

  public boolean flag(String option) {
    JsonNode value = options.get(option);
    return value != null && value.asBoolean(false);
  }

  /** A choice that may also be left to us. */
  public @Nullable Boolean choice(String option) {
    JsonNode value = options.get(option);
    if (value == null || value.isNull()) {
      return null;
    }
    return value.asBoolean(false);
  }

  public @Nullable Double number(String option) {
    JsonNode value = options.get(option);
    if (value == null || !value.isNumber()) {
      return null;
    }
    return value.doubleValue();
  }

  public Map<String, String> map(String option) {
    Map<String, String> map = new LinkedHashMap<>();
    if (options.get(option) instanceof ObjectNode object) {
      object.properties().forEach(entry -> map.put(entry.getKey(), entry.getValue().asString()));
    }
    return map;
  }

  /** The instance that was named, or the one that the source has. */
  public String instance(String otherwise) {
    String named = text("instance");
    return named == null ? otherwise : named;
  }
}
