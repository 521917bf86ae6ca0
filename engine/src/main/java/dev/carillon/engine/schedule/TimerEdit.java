package dev.carillon.engine.schedule;

import dev.carillon.engine.run.RunStatus;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A timer's next values, changed one at a time; the revision grows once, in {@link #done()}. */
public final class TimerEdit {

  private final Timer before;
  private long version;
  private @Nullable Instant slotAt;
  private @Nullable Instant dueAt;
  private int openRuns;
  private int repeat;
  private int retry;
  private long runCount;
  private long errorCount;
  private int consecutiveFailures;
  private long skippedCount;
  private @Nullable Instant lastRunAt;
  private @Nullable RunStatus lastRunStatus;
  private @Nullable String lastError;
  private @Nullable UUID lastRunId;
  private int runSeq;

  TimerEdit(Timer timer) {
    before = timer;
    version = timer.version();
    slotAt = timer.slotAt();
    dueAt = timer.dueAt();
    openRuns = timer.openRuns();
    repeat = timer.repeat();
    retry = timer.retry();
    runCount = timer.runCount();
    errorCount = timer.errorCount();
    consecutiveFailures = timer.consecutiveFailures();
    skippedCount = timer.skippedCount();
    lastRunAt = timer.lastRunAt();
    lastRunStatus = timer.lastRunStatus();
    lastError = timer.lastError();
    lastRunId = timer.lastRunId();
    runSeq = timer.runSeq();
  }

  public TimerEdit slot(Schedule schedule, @Nullable Instant slot) {
    slotAt = slot;
    dueAt = slot == null ? null : schedule.slots().dueAt(schedule.id(), slot);
    return this;
  }

  public TimerEdit version(long definition) {
    version = definition;
    return this;
  }

  public TimerEdit openRuns(int count) {
    openRuns = count;
    return this;
  }

  public TimerEdit repeatConcluded() {
    repeat++;
    return this;
  }

  public TimerEdit retry(int used) {
    retry = used;
    return this;
  }

  public TimerEdit succeeded() {
    runCount++;
    lastError = null;
    return this;
  }

  public TimerEdit attemptFailed(String error) {
    errorCount++;
    lastError = error;
    return this;
  }

  public TimerEdit consecutiveFailures(int count) {
    consecutiveFailures = count;
    return this;
  }

  public TimerEdit skipped(long slots) {
    skippedCount += slots;
    return this;
  }

  /** The latest start never goes back, so that planning never returns to a slot that has run. */
  public TimerEdit lastRun(Instant startedAt, RunStatus status) {
    if (lastRunAt == null || startedAt.isAfter(lastRunAt)) {
      lastRunAt = startedAt;
    }
    lastRunStatus = status;
    return this;
  }

  /** Links one more history row at the head of the chain. */
  public TimerEdit recorded(UUID runId) {
    lastRunId = runId;
    runSeq++;
    return this;
  }

  public Timer done() {
    return new Timer(
        before.scheduleId(),
        before.orgId(),
        before.shard(),
        before.revision() + 1,
        version,
        slotAt,
        dueAt,
        openRuns,
        repeat,
        retry,
        runCount,
        errorCount,
        consecutiveFailures,
        skippedCount,
        lastRunAt,
        lastRunStatus,
        lastError,
        lastRunId,
        runSeq);
  }
}
