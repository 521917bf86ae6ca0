package dev.carillon.server.schedules;

import dev.carillon.engine.schedule.Policies;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Slots;
import dev.carillon.engine.schedule.Target;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.ScheduleStore.Entry;
import dev.carillon.engine.timing.Cron;
import dev.carillon.engine.timing.Interval;
import dev.carillon.engine.timing.Once;
import dev.carillon.server.web.Json;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A schedule in JSON: flat, every field always there. */
public final class ScheduleJson {

  private ScheduleJson() {}

  public static ObjectNode of(Entry entry) {
    Schedule schedule = entry.schedule();
    ObjectNode json =
        Json.object()
            .put("id", schedule.id().toString())
            .put("name", schedule.name())
            .put("description", schedule.description())
            .put("status", word(schedule.status()))
            .put("status_reason", schedule.statusReason())
            .put("enabled", schedule.active());
    timing(json, schedule.slots());
    target(json, schedule.target());
    payload(json, schedule.payload());
    policies(json, schedule.policies());
    state(json, entry.timer());
    json.put("owner", schedule.owner());
    if (!(schedule.target() instanceof Target.Graph)) {
      json.putNull("grant_id");
    }
    return json.put("version", schedule.version())
        .put("created_at", Json.instant(schedule.createdAt()))
        .put("updated_at", Json.instant(schedule.updatedAt()));
  }

  /** What of it can be set: the body that would define it so. */
  static ObjectNode definition(Schedule schedule) {
    ObjectNode json =
        Json.object().put("name", schedule.name()).put("description", schedule.description());
    timing(json, schedule.slots());
    target(json, schedule.target());
    payload(json, schedule.payload());
    policies(json, schedule.policies());
    json.removeIf(JsonNode::isNull);
    return json;
  }

  private static void timing(ObjectNode json, Slots slots) {
    Cron cron = slots.timing() instanceof Cron c ? c : null;
    Interval interval = slots.timing() instanceof Interval i ? i : null;
    Once once = slots.timing() instanceof Once o ? o : null;
    json.put("cron", cron == null ? null : cron.expression())
        .put("timezone", cron == null ? null : cron.zone().getId())
        .put("interval_seconds", interval == null ? null : seconds(interval.every()))
        .put("interval_from", interval == null ? null : word(slots.intervalFrom()))
        .put("run_at", once == null ? null : Json.instant(once.at()))
        .put("start_at", Json.instant(slots.window().startAt()))
        .put("end_at", Json.instant(slots.window().endAt()))
        .put("jitter_seconds", seconds(slots.jitter()));
  }

  private static void target(ObjectNode json, Target target) {
    json.put("target", word(target.kind()));
    switch (target) {
      case Target.Workflow workflow ->
          json.put("workflow_id", workflow.workflowId())
              .put("trigger_node_id", workflow.triggerNodeId());
      case Target.Graph graph ->
          json.put("graph_id", graph.graphId()).put("grant_id", text(graph.grantId()));
      case Target.Message message ->
          json.put("agent_id", message.agentId())
              .put("room_id", text(message.roomId()))
              .put("payload_kind", word(message.payloadKind()))
              .put("payload_text", message.text());
      case Target.Http http -> {
        json.put("url", http.url()).put("method", http.method());
        ObjectNode headers = json.putObject("headers");
        http.headers().forEach(headers::put);
      }
      case Target.Handler handler -> json.put("handler", handler.name());
    }
  }

  private static void payload(ObjectNode json, @Nullable String payload) {
    json.set("payload", payload == null ? null : Json.stored(payload));
  }

  private static void policies(ObjectNode json, Policies policies) {
    json.put("total_repeats", policies.totalRepeats())
        .put("max_retries", policies.maxRetries())
        .put("retry_delay_seconds", seconds(policies.retryDelay()))
        .put("timeout_seconds", seconds(policies.timeout()))
        .put("max_failures", policies.maxFailures())
        .put("on_max_failures", word(policies.onMaxFailures()))
        .put("overlap", word(policies.overlap()))
        .put("catch_up", word(policies.catchUp()))
        .put("starting_deadline_seconds", seconds(policies.startingDeadline()))
        .put("backfill_limit", policies.backfillLimit());
  }

  private static void state(ObjectNode json, Timer timer) {
    json.put("current_repeat", timer.repeat())
        .put("current_retry", timer.retry())
        .put("run_count", timer.runCount())
        .put("error_count", timer.errorCount())
        .put("consecutive_failures", timer.consecutiveFailures())
        .put("skipped_count", timer.skippedCount())
        .put("last_run_at", Json.instant(timer.lastRunAt()))
        .put("last_run_status", timer.lastRunStatus() == null ? null : word(timer.lastRunStatus()));
    lastError(json, timer.lastError());
    json.put("next_run_at", Json.instant(timer.dueAt()));
  }

  /** The error of the latest run that had one, which a timer keeps as one text. */
  public static void lastError(ObjectNode json, @Nullable String error) {
    if (error == null) {
      json.putNull("last_error");
    } else {
      int colon = error.indexOf(": ");
      json.putObject("last_error")
          .put("code", colon < 0 ? "error" : error.substring(0, colon))
          .put("message", colon < 0 ? error : error.substring(colon + 2));
    }
  }

  /** Whole numbers where they are whole. */
  static BigDecimal seconds(Duration duration) {
    BigDecimal seconds = BigDecimal.valueOf(duration.toMillis(), 3).stripTrailingZeros();
    return seconds.scale() < 0 ? seconds.setScale(0) : seconds;
  }

  public static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private static @Nullable String text(@Nullable Object value) {
    return value == null ? null : Objects.toString(value);
  }
}
