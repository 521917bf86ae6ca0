package dev.carillon.client;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A run as the server told it, open or ended. */
public record Run(JsonNode json) {

  /** One try of it. */
  public record Attempt(JsonNode json) {

    /** Counted from 1. */
    public long number() {
      return Json.number(json, "attempt");
    }

    public String status() {
      return Json.string(json, "status");
    }

    public @Nullable Instant startedAt() {
      return Json.instant(json, "started_at");
    }

    public @Nullable Duration duration() {
      return millis(json, "duration_ms");
    }

    public @Nullable RunError error() {
      return RunError.of(json.get("error"));
    }
  }

  public String id() {
    return Json.string(json, "id");
  }

  public String scheduleId() {
    return Json.string(json, "schedule_id");
  }

  public @Nullable Instant scheduledFor() {
    return Json.instant(json, "scheduled_for");
  }

  /** One of schedule, manual and backfill. */
  public String origin() {
    return Json.string(json, "origin");
  }

  /** One of waiting, running, success, error, timeout, skipped and cancelled. */
  public String status() {
    return Json.string(json, "status");
  }

  public boolean open() {
    return status().equals("waiting") || status().equals("running");
  }

  public @Nullable String reason() {
    return Json.text(json, "reason");
  }

  public @Nullable Instant startedAt() {
    return Json.instant(json, "started_at");
  }

  public @Nullable Duration duration() {
    return millis(json, "duration_ms");
  }

  /** How long after its slot it started. */
  public @Nullable Duration lateness() {
    return millis(json, "lateness_ms");
  }

  public @Nullable RunError error() {
    return RunError.of(json.get("error"));
  }

  /** How many slots a record of skipped ones stands for; 0 for what ran. */
  public long skippedSlots() {
    return Json.number(json, "skipped_slots");
  }

  /** The tries, oldest first. */
  public List<Attempt> attempts() {
    JsonNode attempts = json.get("attempts");
    return attempts == null ? List.of() : attempts.valueStream().map(Attempt::new).toList();
  }

  private static @Nullable Duration millis(JsonNode json, String name) {
    Long millis = Json.longOrNull(json, name);
    return millis == null ? null : Duration.ofMillis(millis);
  }
}
