package dev.carillon.engine.store;

import java.time.Duration;

/**
 * How long a statement waits for a lock, and a transaction that does nothing may hold one. Half of
 * a lease, so that a process which freezes in the middle of a transaction has lost its locks before
 * anybody may bury it; and at most 5 s.
 */
record Patience(Duration bound) {

  private static final Duration LONGEST = Duration.ofSeconds(5);

  static final Patience USUAL = new Patience(LONGEST);

  static Patience withLease(Duration lease) {
    Duration half = lease.dividedBy(2);
    return new Patience(half.compareTo(LONGEST) < 0 ? half : LONGEST);
  }

  /** As PostgreSQL's settings take it. */
  String setting() {
    return bound.toMillis() + "ms";
  }
}
