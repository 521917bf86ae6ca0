package dev.carillon.cli.verbs;

import dev.carillon.client.Json;
import dev.carillon.client.Schedule;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The part of a schedule that people choose, without the state that moves by itself. */
final class Definition {

  private static final List<String> WHEN =
      List.of(
          "name",
          "description",
          "cron",
          "timezone",
          "interval_seconds",
          "interval_from",
          "run_at",
          "start_at",
          "end_at",
          "jitter_seconds",
          "target");

  /** What a run does, whichever of the targets it has. */
  static final List<String> TARGET =
      List.of(
          "workflow_id",
          "trigger_node_id",
          "graph_id",
          "grant_id",
          "agent_id",
          "room_id",
          "payload_kind",
          "payload_text",
          "url",
          "method",
          "headers",
          "handler",
          "payload");

  private static final List<String> HOW =
      List.of(
          "total_repeats",
          "max_retries",
          "retry_delay_seconds",
          "timeout_seconds",
          "max_failures",
          "on_max_failures",
          "overlap",
          "catch_up",
          "starting_deadline_seconds",
          "backfill_limit");

  /** In the order in which people read them. */
  static final List<String> FIELDS = Stream.of(WHEN, TARGET, HOW).flatMap(List::stream).toList();

  private Definition() {}

  /**
   * What defines it again, here or on another server. Whatever is not active is written as not
   * enabled; an active one says nothing, so that applying a file resumes nobody's pause.
   */
  static ObjectNode of(Schedule schedule) {
    ObjectNode definition = Json.object();
    for (String name : FIELDS) {
      JsonNode value = schedule.json().get(name);
      boolean empty =
          value == null
              || value.isNull()
              || (value.isString() && value.asString().isEmpty())
              || (name.equals("headers") && value.isEmpty());
      if (!empty) {
        definition.set(name, value);
      }
    }
    if (!schedule.status().equals("active")) {
      definition.put("enabled", false);
    }
    return definition;
  }
}
