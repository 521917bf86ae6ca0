package dev.carillon.server.workflows;

import dev.carillon.server.web.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A trigger of a workflow as the resolver sees it.
 *
 * @param nodeId the node of the workflow that it starts, or null
 * @param scheduleFilter the only schedule that it answers to, or null for any
 * @param json as its owner wrote it
 */
public record Trigger(
    String id,
    String type,
    @Nullable String nodeId,
    boolean active,
    @Nullable String scheduleFilter,
    JsonNode json) {

  /** Older definitions call the type by the name of the node. */
  public boolean schedule() {
    return type.equals("schedule") || type.equals("trigger_schedule");
  }

  /** The triggers of a stored workflow. */
  public static List<Trigger> all(String triggers) {
    List<Trigger> all = new ArrayList<>();
    for (JsonNode element : Json.stored(triggers)) {
      all.add(of(element));
    }
    return all;
  }

  static Trigger of(JsonNode json) {
    JsonNode settings = json.path("settings");
    String filter = text(settings, "scheduled_job_id");
    return new Trigger(
        json.path("id").asString(""),
        json.path("type").asString(""),
        text(json, "nodeId"),
        json.path("active").asBoolean(true),
        filter == null ? text(json.path("config"), "scheduled_job_id") : filter,
        json);
  }

  private static @Nullable String text(JsonNode json, String name) {
    JsonNode value = json.path(name);
    return value.isString() && !value.stringValue().isEmpty() ? value.stringValue() : null;
  }
}
