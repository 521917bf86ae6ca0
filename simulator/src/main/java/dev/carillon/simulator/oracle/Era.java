package dev.carillon.simulator.oracle;

import java.time.Duration;
import java.time.Instant;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of a schedule's life in which it is planned by one rule, from one moment on.
 *
 * @param fromCompletion true when each slot is counted from the end of the run before
 * @param start the database's time when it began; its slots lie after that
 * @param endAt the schedule's own bound, or null
 * @param jitter how much later than its slot a run may start
 */
public record Era(
    Rule rule, boolean fromCompletion, Instant start, @Nullable Instant endAt, Duration jitter) {

  /** Its slots up to a moment. */
  public NavigableSet<Instant> slots(Instant upTo) {
    return slots(start, upTo);
  }

  /** Its slots after one moment, up to another. */
  public NavigableSet<Instant> slots(Instant after, Instant upTo) {
    Instant last = endAt != null && endAt.isBefore(upTo) ? endAt : upTo;
    Instant first = after.isBefore(start) ? start : after;
    return first.isAfter(last) ? new TreeSet<>() : rule.slots(start, first, last);
  }
}
