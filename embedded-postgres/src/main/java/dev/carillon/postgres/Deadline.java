package dev.carillon.postgres;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** A moment by which something must have happened, on the clock that nobody can set. */
record Deadline(long nanos, Duration from) {

  static Deadline in(Duration timeout) {
    return new Deadline(System.nanoTime() + timeout.toNanos(), timeout);
  }

  boolean passed() {
    return left().isZero();
  }

  Duration left() {
    return Duration.ofNanos(Math.max(0, nanos - System.nanoTime()));
  }

  /** Waits for a moment, or less if the deadline comes first. */
  void pause(Duration moment) {
    LockSupport.parkNanos(Math.min(moment.toNanos(), left().toNanos()));
    if (Thread.currentThread().isInterrupted()) {
      throw new EmbeddedPostgresException(
          "Waiting for PostgreSQL was interrupted; nothing is left behind, start again when"
              + " ready.");
    }
  }
}
