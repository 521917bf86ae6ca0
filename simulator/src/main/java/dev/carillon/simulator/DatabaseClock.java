package dev.carillon.simulator;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The clock that rules. It may jump, as when a replica with another idea of the time takes over.
 */
final class DatabaseClock {

  private final EventQueue events;
  private final Instant start;
  private Duration offset = Duration.ZERO;
  private long lastJumpBack = Long.MIN_VALUE;
  private boolean jumpedBack;
  private Instant highest;

  DatabaseClock(EventQueue events, Instant start) {
    this.events = events;
    this.start = start;
    highest = start;
  }

  Instant now() {
    Instant now = start.plusNanos(events.now()).plus(offset).truncatedTo(ChronoUnit.MICROS);
    if (now.isAfter(highest)) {
      highest = now;
    }
    return now;
  }

  void jump(Duration by) {
    now();
    offset = offset.plus(by);
    if (by.isNegative()) {
      jumpedBack = true;
      lastJumpBack = events.now();
    }
  }

  /** Whether it went back within so many nanoseconds before now. */
  boolean jumpedBackWithin(long nanos) {
    return jumpedBack && events.now() - lastJumpBack <= nanos;
  }

  boolean everJumpedBack() {
    return jumpedBack;
  }

  /** The latest time it ever showed. */
  Instant highest() {
    now();
    return highest;
  }
}
