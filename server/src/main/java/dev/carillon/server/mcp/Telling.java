package dev.carillon.server.mcp;

import dev.carillon.server.web.Json;
import dev.carillon.words.Durations;
import dev.carillon.words.TimingWords;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Schedules and runs in a line each, for a model and whoever it talks to. */
final class Telling {

  /** What an agent acts on; policies and defaults it did not ask for only take its attention. */
  private static final List<String> OF_SCHEDULE =
      List.of(
          "id",
          "name",
          "description",
          "status",
          "status_reason",
          "cron",
          "timezone",
          "interval_seconds",
          "run_at",
          "start_at",
          "end_at",
          "target",
          "workflow_id",
          "trigger_node_id",
          "graph_id",
          "agent_id",
          "room_id",
          "payload_kind",
          "payload_text",
          "url",
          "method",
          "payload",
          "total_repeats",
          "run_count",
          "error_count",
          "consecutive_failures",
          "skipped_count",
          "last_run_at",
          "last_run_status",
          "last_error",
          "next_run_at",
          "owner");

  private static final List<String> OF_RUN =
      List.of(
          "id",
          "schedule_id",
          "scheduled_for",
          "origin",
          "status",
          "reason",
          "attempt",
          "started_at",
          "completed_at",
          "duration_ms",
          "lateness_ms",
          "error",
          "message_id",
          "skipped_slots");

  private static final int LONGEST = 200;

  private Telling() {}

  static ObjectNode schedule(JsonNode schedule) {
    return selected(schedule, OF_SCHEDULE);
  }

  static ObjectNode run(JsonNode run) {
    return selected(run, OF_RUN);
  }

  private static ObjectNode selected(JsonNode from, List<String> names) {
    ObjectNode some = Json.object();
    for (String name : names) {
      JsonNode value = from.path(name);
      if (!value.isMissingNode() && !value.isNull() && !value.asString("x").isEmpty()) {
        some.set(name, value);
      }
    }
    return some;
  }

  /** Names are other people's text: one line, and not a long one. */
  static String plain(String text) {
    String line = text.replaceAll("\\p{Cntrl}+", " ").strip();
    return line.length() > LONGEST ? line.substring(0, LONGEST) + "…" : line;
  }

  static String name(JsonNode schedule) {
    return plain(schedule.get("name").stringValue());
  }

  static String scheduleLine(JsonNode schedule) {
    StringBuilder line =
        new StringBuilder(
            "\"%s\" (id %s): %s, %s, %s"
                .formatted(
                    name(schedule),
                    schedule.get("id").stringValue(),
                    schedule.get("status").stringValue(),
                    timing(schedule),
                    target(schedule)));
    String reason = schedule.path("status_reason").asString("");
    if (!reason.isEmpty()) {
      line.append("; reason: ").append(plain(reason));
    }
    if (schedule.hasNonNull("last_run_at")) {
      line.append("; last run ")
          .append(schedule.get("last_run_at").stringValue())
          .append(" (")
          .append(schedule.path("last_run_status").asString("under way"))
          .append(error(schedule.path("last_error")))
          .append(')');
    }
    if (schedule.hasNonNull("next_run_at")) {
      line.append("; next run ").append(schedule.get("next_run_at").stringValue());
    }
    return line.toString();
  }

  private static String error(JsonNode error) {
    return error.isObject() ? ": " + plain(error.path("message").asString("")) : "";
  }

  static String timing(JsonNode schedule) {
    if (schedule.hasNonNull("cron")) {
      return TimingWords.cron(
          schedule.get("cron").stringValue(), schedule.get("timezone").stringValue());
    }
    if (schedule.hasNonNull("interval_seconds")) {
      long millis = schedule.get("interval_seconds").decimalValue().movePointRight(3).longValue();
      return "every " + Durations.text(Duration.ofMillis(millis));
    }
    return "once at " + schedule.path("run_at").asString("?");
  }

  private static String target(JsonNode schedule) {
    return plain(
        switch (schedule.get("target").stringValue()) {
          case "message" -> "message to " + schedule.get("agent_id").stringValue();
          case "workflow" -> "workflow " + schedule.get("workflow_id").stringValue();
          case "graph" -> "graph " + schedule.get("graph_id").stringValue();
          case "http" ->
              schedule.get("method").stringValue() + " " + schedule.get("url").stringValue();
          default -> "handler " + schedule.path("handler").asString("");
        });
  }

  static String runLine(JsonNode run) {
    StringBuilder line =
        new StringBuilder(
            "%s %s"
                .formatted(
                    run.get("scheduled_for").stringValue(), run.get("status").stringValue()));
    if (run.path("skipped_slots").asInt(0) > 1) {
      line.append(" (").append(run.get("skipped_slots").asInt()).append(" times)");
    }
    if (run.hasNonNull("duration_ms")) {
      line.append(" in ").append(brief(run.get("duration_ms")));
    }
    if (run.hasNonNull("lateness_ms")) {
      line.append(", ").append(brief(run.get("lateness_ms"))).append(" late");
    }
    if (run.path("attempt").asInt(0) > 1) {
      line.append(", attempt ").append(run.get("attempt").asInt());
    }
    if (!run.get("origin").stringValue().equals("schedule")) {
      line.append(", ").append(run.get("origin").stringValue());
    }
    if (run.hasNonNull("reason")) {
      line.append(", ").append(plain(run.get("reason").stringValue()));
    }
    return line.append(error(run.path("error"))).toString();
  }

  private static String brief(JsonNode millis) {
    return Durations.brief(Duration.ofMillis(millis.asLong()));
  }
}
