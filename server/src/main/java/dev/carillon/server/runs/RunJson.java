package dev.carillon.server.runs;

import dev.carillon.engine.Schedules;
import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.Origin;
import dev.carillon.engine.run.PastAttempt;
import dev.carillon.engine.run.RunError;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.run.RunState;
import dev.carillon.engine.run.RunStatus;
import dev.carillon.server.web.Code;
import dev.carillon.server.web.Json;
import dev.carillon.server.web.Problem;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A run in JSON, open or ended: every field always there. */
public final class RunJson {

  private RunJson() {}

  /** The run of this id; 404 when there is none. */
  public static ObjectNode find(Schedules schedules, int orgId, UUID runId) {
    OpenRun open = schedules.openRun(orgId, runId);
    if (open != null) {
      return of(open);
    }
    RunRecord settled = schedules.settledRun(orgId, runId);
    if (settled == null) {
      throw Problem.of(Code.RUN_NOT_FOUND, "there is no such run");
    }
    return of(settled);
  }

  public static ObjectNode of(RunRecord run) {
    Instant startedAt = run.startedAt();
    ObjectNode json =
        head(run.id(), run.scheduleId(), run.slotAt(), run.origin(), run.repeat(), run.retry());
    json.put("attempt", startedAt == null ? 0 : run.retry() + 1)
        .put("status", word(run.status()))
        .put("reason", run.reason())
        .put("started_at", Json.instant(startedAt))
        .put("completed_at", Json.instant(run.completedAt()))
        .put("duration_ms", startedAt == null ? null : (Long) run.duration().toMillis())
        .put("lateness_ms", startedAt == null ? null : (Long) run.latenessMillis());
    error(json, run.status() == RunStatus.CANCELLED ? null : run.error());
    json.putNull("message_id").put("node", run.node());
    boolean skipped = run.status() == RunStatus.SKIPPED;
    json.put("skipped_slots", skipped ? (Long) run.skippedSlots() : null)
        .put("skipped_until", Json.instant(run.skippedUntil()));
    ArrayNode attempts = attempts(json, run.attempts());
    if (startedAt != null) {
      Instant from = run.attempts().isEmpty() ? startedAt : run.attemptStartedAt();
      last(attempts, json, run.retry() + 1, from, run.completedAt(), word(run.status()));
    }
    return json;
  }

  public static ObjectNode of(OpenRun run) {
    ObjectNode json =
        head(run.id(), run.scheduleId(), run.slotAt(), run.origin(), run.repeat(), run.retry());
    Instant startedAt = run.startedAt();
    json.put("attempt", run.underWay() ? run.retry() + 1 : run.retry())
        .put("status", word(run.state().status()))
        .put("reason", run.cancelReason() == null ? waitsFor(run) : run.cancelReason())
        .put("started_at", Json.instant(startedAt))
        .putNull("completed_at")
        .putNull("duration_ms")
        .put("lateness_ms", startedAt == null ? null : (Long) millis(run.dueAt(), startedAt));
    error(json, run.attempts().isEmpty() ? null : run.attempts().getLast().error());
    json.putNull("message_id")
        .put("node", run.state() instanceof RunState.Running running ? running.node() : null)
        .putNull("skipped_slots")
        .putNull("skipped_until");
    ArrayNode attempts = attempts(json, run.attempts());
    Instant attemptStart =
        switch (run.state()) {
          case RunState.Running running -> running.startedAt();
          case RunState.Accepted accepted -> accepted.startedAt();
          case RunState.Queued _, RunState.Waiting _, RunState.Settled _ -> null;
        };
    if (attemptStart != null) {
      last(attempts, json, run.retry() + 1, attemptStart, null, "running");
    }
    return json;
  }

  private static @Nullable String waitsFor(OpenRun run) {
    return switch (run.state()) {
      case RunState.Queued _ -> "queued behind an open run";
      case RunState.Waiting waiting when run.retry() > 0 ->
          "retry at " + Json.instant(waiting.dueAt());
      case RunState.Accepted _ -> "accepted by the receiver";
      case RunState.Waiting _, RunState.Running _, RunState.Settled _ -> null;
    };
  }

  private static ObjectNode head(
      UUID id, UUID scheduleId, Instant slotAt, Origin origin, int repeat, int retry) {
    return Json.object()
        .put("id", id.toString())
        .put("schedule_id", scheduleId.toString())
        .put("scheduled_for", Json.instant(slotAt))
        .put("origin", word(origin))
        .put("key", key(id, scheduleId, origin, repeat, retry))
        .put("repeat", repeat);
  }

  private static String key(UUID id, UUID scheduleId, Origin origin, int repeat, int retry) {
    return origin == Origin.SCHEDULE
        ? "sched-%s-n%d-rc%d".formatted(scheduleId, repeat, retry)
        : "sched-%s-%s-%s-rc%d".formatted(scheduleId, word(origin), id, retry);
  }

  private static void error(ObjectNode json, @Nullable RunError error) {
    if (error == null) {
      json.putNull("error");
    } else {
      json.putObject("error").put("code", error.code()).put("message", error.message());
    }
  }

  private static ArrayNode attempts(ObjectNode json, List<PastAttempt> past) {
    ArrayNode attempts = json.putArray("attempts");
    for (PastAttempt attempt : past) {
      ObjectNode one =
          attempts
              .addObject()
              .put("attempt", attempt.retry() + 1)
              .put("status", word(attempt.status()))
              .put("started_at", Json.instant(attempt.startedAt()))
              .put("completed_at", Json.instant(attempt.completedAt()))
              .put("duration_ms", (Long) millis(attempt.startedAt(), attempt.completedAt()));
      error(one, attempt.error());
      one.put("node", attempt.node() == 0 ? null : (Integer) attempt.node());
    }
    return attempts;
  }

  /** The latest attempt, which shares its end with the run. */
  private static void last(
      ArrayNode attempts,
      ObjectNode run,
      int number,
      @Nullable Instant startedAt,
      @Nullable Instant completedAt,
      String status) {
    ObjectNode one =
        attempts
            .addObject()
            .put("attempt", number)
            .put("status", status)
            .put("started_at", Json.instant(startedAt))
            .put("completed_at", Json.instant(completedAt))
            .put(
                "duration_ms",
                startedAt == null || completedAt == null
                    ? null
                    : (Long) millis(startedAt, completedAt));
    one.set("error", completedAt == null ? null : run.get("error"));
    one.set("node", run.get("node"));
  }

  private static long millis(Instant from, Instant to) {
    return Duration.between(from, to).toMillis();
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
