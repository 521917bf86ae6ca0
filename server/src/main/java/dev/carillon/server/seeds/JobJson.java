package dev.carillon.server.seeds;

import dev.carillon.engine.schedule.Status;
import dev.carillon.server.schedules.ScheduleJson;
import dev.carillon.server.web.Caller;
import dev.carillon.server.web.Json;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Schedules and runs of the API in the words of {@link Jobs}. */
final class JobJson {

  /** How a job's timing is told, and the field that then counts. */
  enum Kind {
    CRON("cron_expr"),
    INTERVAL("interval_ms"),
    ONCE("run_at");

    final String field;

    Kind(String field) {
      this.field = field;
    }
  }

  /** What a job's status is called. */
  enum State {
    ACTIVE,
    PAUSED,
    COMPLETED,
    FAILED;

    static State of(Status status) {
      return switch (status) {
        case ACTIVE -> ACTIVE;
        case PAUSED -> PAUSED;
        case DONE, STOPPED -> COMPLETED;
        case DEAD -> FAILED;
      };
    }
  }

  private JobJson() {}

  static Kind kind(JsonNode schedule) {
    return schedule.hasNonNull("cron")
        ? Kind.CRON
        : schedule.hasNonNull("interval_seconds") ? Kind.INTERVAL : Kind.ONCE;
  }

  static ObjectNode job(Caller caller, JsonNode schedule) {
    ObjectNode job = Json.object();
    job.set("id", schedule.get("id"));
    job.put("org_id", String.valueOf(caller.orgId()));
    List.of("agent_id", "name", "description").forEach(name -> job.set(name, schedule.get(name)));
    job.put("schedule_kind", ScheduleJson.word(kind(schedule)));
    job.set("cron_expr", schedule.get("cron"));
    job.put("interval_ms", millis(schedule.get("interval_seconds")));
    job.set("run_at", schedule.get("run_at"));
    job.put("timezone", schedule.path("timezone").asString("UTC"));
    List.of("payload_kind", "payload_text", "room_id", "enabled")
        .forEach(name -> job.set(name, schedule.get(name)));
    Status status = Status.valueOf(schedule.get("status").stringValue().toUpperCase(Locale.ROOT));
    job.put("status", ScheduleJson.word(State.of(status)));
    job.set("last_run_at", schedule.get("last_run_at"));
    job.put("last_run_status", ended(schedule.get("last_run_status")));
    job.put("last_run_error", error(schedule.get("last_error")));
    List.of(
            "next_run_at",
            "run_count",
            "error_count",
            "max_failures",
            "consecutive_failures",
            "created_at",
            "updated_at")
        .forEach(name -> job.set(name, schedule.get(name)));
    job.set("created_by", schedule.get("owner"));
    return job;
  }

  private static @Nullable Long millis(JsonNode seconds) {
    return seconds.isNull() ? null : (Long) seconds.decimalValue().movePointRight(3).longValue();
  }

  /** What waits for its next attempt is under way; what was cancelled was not carried out. */
  private static @Nullable String ended(JsonNode status) {
    return switch (status.asString("")) {
      case "" -> null;
      case "waiting" -> "running";
      case "cancelled" -> "skipped";
      default -> status.stringValue();
    };
  }

  private static @Nullable String error(JsonNode error) {
    return error.isNull()
        ? null
        : error.get("code").stringValue() + ": " + error.get("message").stringValue();
  }

  static ObjectNode run(Caller caller, JsonNode schedule, JsonNode from) {
    JsonNode begun = from.get(from.hasNonNull("started_at") ? "started_at" : "scheduled_for");
    ObjectNode run = Json.object();
    run.set("id", from.get("id"));
    run.set("job_id", from.get("schedule_id"));
    run.put("org_id", String.valueOf(caller.orgId()));
    run.put("status", ended(from.get("status")));
    run.set("started_at", begun);
    run.set("completed_at", from.get("completed_at"));
    run.set("duration_ms", from.get("duration_ms"));
    String reason = from.hasNonNull("reason") ? from.get("reason").stringValue() : null;
    run.put("error", from.hasNonNull("error") ? error(from.get("error")) : reason);
    // The text as it is now: runs keep the message that they put into the room.
    run.set("payload_text", schedule.get("payload_text"));
    run.set("message_id", from.get("message_id"));
    run.set("created_at", begun);
    return run;
  }
}
