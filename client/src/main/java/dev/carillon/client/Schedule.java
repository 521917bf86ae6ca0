package dev.carillon.client;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A schedule as the server told it. What has no method here is in the JSON, so that a newer server
 * can say more than this client knows.
 */
public record Schedule(JsonNode json) {

  public String id() {
    return Json.string(json, "id");
  }

  public String name() {
    return Json.string(json, "name");
  }

  public String description() {
    return Json.string(json, "description");
  }

  /** One of active, paused, done, dead and stopped. */
  public String status() {
    return Json.string(json, "status");
  }

  /** Who or what made it so, and why. */
  public @Nullable String statusReason() {
    return Json.text(json, "status_reason");
  }

  public @Nullable String cron() {
    return Json.text(json, "cron");
  }

  public @Nullable String timezone() {
    return Json.text(json, "timezone");
  }

  /** The time between slots; null unless the timing is an interval. */
  public @Nullable Duration interval() {
    JsonNode seconds = json.get("interval_seconds");
    if (seconds == null || !seconds.isNumber()) {
      return null;
    }
    return Duration.ofMillis(
        seconds.decimalValue().multiply(BigDecimal.valueOf(1_000)).longValue());
  }

  public @Nullable Instant runAt() {
    return Json.instant(json, "run_at");
  }

  /** One of workflow, graph, message, http and handler. */
  public String target() {
    return Json.string(json, "target");
  }

  /** A field of the target, such as {@code agent_id}; null where the target has none. */
  public @Nullable String text(String field) {
    return Json.text(json, field);
  }

  public long number(String field) {
    return Json.number(json, field);
  }

  public @Nullable Instant lastRunAt() {
    return Json.instant(json, "last_run_at");
  }

  public @Nullable String lastRunStatus() {
    return Json.text(json, "last_run_status");
  }

  public @Nullable RunError lastError() {
    return RunError.of(json.get("last_error"));
  }

  public @Nullable Instant nextRunAt() {
    return Json.instant(json, "next_run_at");
  }

  /** Grows with every change of the definition; what If-Match compares. */
  public long version() {
    return Json.number(json, "version");
  }
}
