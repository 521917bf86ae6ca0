package dev.carillon.engine.dispatch;

import dev.carillon.engine.store.RunStore;
import java.time.Duration;

/**
 * How long before their moment slots are noted: longer than the slowest note of late took, so that
 * a slot waits for its moment and not for the database; and not longer than that, because what a
 * node has noted and not started when it is killed counts as a lost attempt.
 */
final class Lead {

  /**
   * A slow note comes out of nothing: at 10,000 runs a second over a million schedules, noted 25 ms
   * ahead, single slots were 72 to 117 ms late for want of their note, where 99 of 100 were 3 to 4.
   */
  private static final long LEAST = Duration.ofMillis(80).toNanos();

  private static final long MOST = RunStore.NOTE_AHEAD.toNanos();

  /** The slowest note is remembered for one to two of these. */
  private static final long WINDOW = Duration.ofMinutes(1).toNanos();

  /** Before anything is known: the first notes of a process are slow. */
  private static final long FIRST_NOTES = Duration.ofMillis(30).toNanos();

  private long windowBegan;
  private long slowestBefore = FIRST_NOTES;
  private long slowest;

  Lead(long nanos) {
    windowBegan = nanos;
  }

  /** A note was answered just now, so long after it was asked for. */
  void noteTook(long took, long nanos) {
    long passed = nanos - windowBegan;
    if (passed > WINDOW) {
      slowestBefore = passed > 2 * WINDOW ? 0 : slowest;
      slowest = 0;
      windowBegan = nanos;
    }
    slowest = Math.max(slowest, took);
  }

  /** From when on a slot may go into a note, before its moment. */
  long micros() {
    long wanted = Math.max(slowest, slowestBefore) / 5 * 8;
    return Math.clamp(wanted, LEAST, MOST) / 1_000;
  }

  /**
   * When a note is asked for, before the moment of its first slot. Whatever else may be noted by
   * then goes into the same note.
   */
  long askMicros() {
    return micros() / 5 * 4;
  }
}
