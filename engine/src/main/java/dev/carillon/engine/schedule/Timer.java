package dev.carillon.engine.schedule;

import dev.carillon.engine.run.RunStatus;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The narrow row that every run of a schedule writes: its next slot and its counters.
 *
 * @param shard the share of all schedules it belongs to; one node owns a shard at a time
 * @param revision grows with every write, so that a write based on an older reading misses
 * @param version of the definition this row was planned by; a cached older one must not be used
 * @param slotAt the slot to carry out next, or null when there is none
 * @param dueAt when that slot may start: the slot plus its jitter
 * @param openRuns runs of this schedule that stand in the open-run table
 * @param repeat slots concluded (n)
 * @param retry retries used by the latest run (rc)
 * @param runCount successful runs
 * @param errorCount failed attempts
 * @param lastRunId head of the chain that links a schedule's history, newest first
 * @param runSeq number of history rows ever written; tells which are old enough to prune
 */
public record Timer(
    UUID scheduleId,
    int orgId,
    int shard,
    int revision,
    long version,
    @Nullable Instant slotAt,
    @Nullable Instant dueAt,
    int openRuns,
    int repeat,
    int retry,
    long runCount,
    long errorCount,
    int consecutiveFailures,
    long skippedCount,
    @Nullable Instant lastRunAt,
    @Nullable RunStatus lastRunStatus,
    @Nullable String lastError,
    @Nullable UUID lastRunId,
    int runSeq) {

  /** How many shards there are; fixed, because rows carry their shard. */
  public static final int SHARDS = 64;

  public static Timer fresh(Schedule schedule, @Nullable Instant slotAt) {
    return new Timer(
        schedule.id(),
        schedule.orgId(),
        shardOf(schedule.id()),
        0,
        schedule.version(),
        slotAt,
        slotAt == null ? null : schedule.slots().dueAt(schedule.id(), slotAt),
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        null,
        null,
        null,
        null,
        0);
  }

  /** Spreads schedules evenly: the low bits of an id are random in every UUID version we make. */
  public static int shardOf(UUID scheduleId) {
    long bits = scheduleId.getLeastSignificantBits();
    bits ^= bits >>> 32;
    return (int) ((bits * 0x9E3779B97F4A7C15L) >>> 58);
  }

  public Timer withSlot(Schedule schedule, @Nullable Instant slot) {
    return edit().slot(schedule, slot).done();
  }

  public TimerEdit edit() {
    return new TimerEdit(this);
  }
}
