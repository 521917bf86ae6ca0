package dev.carillon.engine.dispatch;

import dev.carillon.engine.run.RunIds;
import dev.carillon.engine.run.RunStatus;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.Agenda;
import dev.carillon.engine.store.RunStore.Sighting;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A timer between two of its slots, as the node's own run left it: it need not be read again if
 * nobody else has changed it since, which its shard's count of changes tells.
 *
 * <p>Only what a slot that ran at its first attempt leaves behind can rest, so that half of its
 * columns follow from the others. Whoever takes it out of here ({@link #wake}) has the only copy:
 * should the answer to the next completion be lost, nothing here says that the slot is yet to come.
 */
final class Rest {

  /** The object, and the field that names it, rounded up; a million take 80 MB. */
  static final int BYTES = 80;

  private static final long AWAKE = Long.MIN_VALUE;

  // Moments are in the database's microseconds, and what follows a moment closely is counted from
  // it, in four bytes.
  private long slot = AWAKE;
  private int dueAfter;
  private long lastSlot;
  private int lastRunAfter;

  private int revision;
  private int repeat;
  private int runCount;
  private int errorCount;
  private int skippedCount;
  private int runSeq;
  private long place;
  private long changes;

  /**
   * Lets the timer rest, if it is one that can.
   *
   * @param ran the slot whose run left the timer like this
   */
  void lie(Timer timer, Instant ran, long rowPlace, long changesThen) {
    slot = AWAKE;
    Instant next = timer.slotAt();
    Instant due = timer.dueAt();
    Instant lastRun = timer.lastRunAt();
    if (next == null
        || due == null
        || lastRun == null
        || !isPlain(timer)
        || !RunIds.ofSlot(timer.scheduleId(), ran).equals(timer.lastRunId())
        || !isInt(after(next, due))
        || !isInt(after(ran, lastRun))) {
      return;
    }
    slot = DatabaseTime.micros(next);
    dueAfter = (int) after(next, due);
    lastSlot = DatabaseTime.micros(ran);
    lastRunAfter = (int) after(ran, lastRun);
    revision = timer.revision();
    repeat = timer.repeat();
    runCount = (int) timer.runCount();
    errorCount = (int) timer.errorCount();
    skippedCount = (int) timer.skippedCount();
    runSeq = timer.runSeq();
    place = rowPlace;
    changes = changesThen;
  }

  private static boolean isPlain(Timer timer) {
    return timer.openRuns() == 0
        && timer.retry() == 0
        && timer.consecutiveFailures() == 0
        && timer.lastRunStatus() == RunStatus.SUCCESS
        && timer.lastError() == null
        && isInt(timer.runCount())
        && isInt(timer.errorCount())
        && isInt(timer.skippedCount());
  }

  private static long after(Instant from, Instant to) {
    return DatabaseTime.micros(to) - DatabaseTime.micros(from);
  }

  private static boolean isInt(long value) {
    return value == (int) value;
  }

  boolean asleep() {
    return slot != AWAKE;
  }

  /** How often its shard had been changed when the timer was last known to be like this. */
  long changes() {
    return changes;
  }

  long bucket() {
    return Agenda.bucketOf(dueAt());
  }

  private Instant dueAt() {
    return DatabaseTime.instant(slot + dueAfter);
  }

  /** The timer as it was seen last; it no longer rests here. */
  @Nullable Sighting wake(UUID scheduleId, int org, long version) {
    if (!asleep()) {
      return null;
    }
    Timer timer =
        new Timer(
            scheduleId,
            org,
            Timer.shardOf(scheduleId),
            revision,
            version,
            DatabaseTime.instant(slot),
            dueAt(),
            0,
            repeat,
            0,
            runCount,
            errorCount,
            0,
            skippedCount,
            DatabaseTime.instant(lastSlot + lastRunAfter),
            RunStatus.SUCCESS,
            null,
            RunIds.ofSlot(scheduleId, DatabaseTime.instant(lastSlot)),
            runSeq);
    slot = AWAKE;
    return new Sighting(timer, place, changes);
  }
}
