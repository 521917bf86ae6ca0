package dev.carillon.importers.openclaw;

import dev.carillon.importers.Lenient;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A row of cron_jobs as the job it stands for. OpenClaw itself lets columns win over the JSON that
 * stands beside them; a column that is null says nothing.
 */
final class JobRows {

  private static final Map<String, String> OF_JOB =
      Map.of(
          "job_id", "id",
          "name", "name",
          "description", "description",
          "agent_id", "agentId",
          "session_key", "sessionKey",
          "session_target", "sessionTarget",
          "wake_mode", "wakeMode",
          "created_at_ms", "createdAtMs",
          "updated_at", "updatedAtMs");

  private static final Map<String, String> OF_SCHEDULE =
      Map.of(
          "schedule_kind", "kind",
          "schedule_expr", "expr",
          "schedule_tz", "tz",
          "every_ms", "everyMs",
          "anchor_ms", "anchorMs",
          "at", "at",
          "stagger_ms", "staggerMs");

  private static final Map<String, String> OF_PAYLOAD =
      Map.of(
          "payload_kind", "kind",
          "payload_model", "model",
          "payload_thinking", "thinking",
          "payload_timeout_seconds", "timeoutSeconds");

  private static final Map<String, String> OF_DELIVERY =
      Map.of(
          "delivery_mode", "mode",
          "delivery_channel", "channel",
          "delivery_to", "to",
          "delivery_thread_id", "threadId",
          "delivery_account_id", "accountId");

  private static final Map<String, String> OF_STATE =
      Map.of(
          "next_run_at_ms", "nextRunAtMs",
          "running_at_ms", "runningAtMs",
          "last_run_at_ms", "lastRunAtMs",
          "last_run_status", "lastRunStatus",
          "last_error", "lastError",
          "last_duration_ms", "lastDurationMs",
          "consecutive_errors", "consecutiveErrors");

  private JobRows() {}

  static ObjectNode job(ObjectNode row) {
    ObjectNode job = Lenient.jsonObject(row.path("job_json").asString(null));
    copy(row, OF_JOB, job);
    flag(row, "enabled", job, "enabled");
    flag(row, "delete_after_run", job, "deleteAfterRun");
    part(row, OF_SCHEDULE, job, "schedule");
    ObjectNode payload = part(row, OF_PAYLOAD, job, "payload");
    message(row, payload);
    list(row, "payload_fallbacks_json", payload, "fallbacks");
    list(row, "payload_tools_allow_json", payload, "toolsAllow");
    part(row, OF_DELIVERY, job, "delivery");
    flag(row, "delivery_best_effort", part(row, Map.of(), job, "delivery"), "bestEffort");
    boolean silent = row.path("failure_alert_disabled").asInt(0) != 0;
    if (silent) {
      job.put("failureAlert", false);
    } else if (row.path("failure_alert_after").isNumber() && !job.has("failureAlert")) {
      job.putObject("failureAlert").set("after", row.get("failure_alert_after"));
    }
    if (row.path("trigger_script").isString() && !job.has("trigger")) {
      job.putObject("trigger").set("script", row.get("trigger_script"));
    }
    ObjectNode state = Lenient.jsonObject(row.path("state_json").asString(null));
    copy(row, OF_STATE, state);
    job.set("state", state);
    if (job.path("delivery").isEmpty()) {
      job.remove("delivery");
    }
    return job;
  }

  /** One column for all kinds: text for those that speak, JSON for those that run something. */
  private static void message(ObjectNode row, ObjectNode payload) {
    if (!row.path("payload_message").isString()) {
      return;
    }
    String text = row.get("payload_message").stringValue();
    switch (payload.path("kind").asString("").toLowerCase(Locale.ROOT)) {
      case "command", "script" -> payload.setAll(Lenient.jsonObject(text));
      case "systemevent" -> payload.put("text", text);
      default -> payload.put("message", text);
    }
  }

  private static void list(ObjectNode row, String column, ObjectNode payload, String name) {
    if (Lenient.json(row.path(column).asString("")) instanceof ArrayNode list) {
      payload.set(name, list);
    }
  }

  private static ObjectNode part(
      ObjectNode row, Map<String, String> columns, ObjectNode job, String name) {
    ObjectNode part = job.get(name) instanceof ObjectNode object ? object : job.putObject(name);
    copy(row, columns, part);
    return part;
  }

  private static void copy(ObjectNode row, Map<String, String> columns, ObjectNode to) {
    columns.forEach((column, name) -> {
      JsonNode value = row.get(column);
      if (value != null && !value.isNull()) {
        to.set(name, value);
      }
    });
  }

  private static void flag(ObjectNode row, String column, ObjectNode to, String name) {
    JsonNode value = row.get(column);
    if (value != null && value.isNumber()) {
      to.put(name, value.intValue() != 0);
    }
  }
}
