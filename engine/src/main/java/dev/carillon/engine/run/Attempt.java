package dev.carillon.engine.run;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One try of a run, as the node that makes it knows it.
 *
 * @param slotAt the moment it stands for: its slot, or when it was asked for
 * @param dueAt when it could start at the earliest; lateness counts from here
 * @param repeat slots concluded before it (n)
 * @param retry retries before it (rc)
 * @param fence the number of the shard lease it was begun under; every write carries it
 */
public record Attempt(
    UUID runId,
    UUID scheduleId,
    int shard,
    Origin origin,
    Instant slotAt,
    Instant dueAt,
    int repeat,
    int retry,
    Instant startedAt,
    int node,
    long fence,
    @Nullable String payload) {

  /** The name of this try, the same on every node and in every log. */
  public String key() {
    return switch (origin) {
      case SCHEDULE -> "sched-" + scheduleId + "-n" + repeat + "-rc" + retry;
      case MANUAL, BACKFILL ->
          "sched-"
              + scheduleId
              + "-"
              + origin.name().toLowerCase(java.util.Locale.ROOT)
              + "-"
              + runId
              + "-rc"
              + retry;
    };
  }
}
