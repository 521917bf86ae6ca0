package dev.carillon.engine.timing;

import java.time.Instant;

/**
 * The span of time in which slots may lie: the years 1 to 9999, UTC.
 *
 * <p>ISO 8601 writes these years with four digits and PostgreSQL stores them, so a slot within the
 * span survives every way it is carried. Clamping to it also keeps all arithmetic on seconds and
 * milliseconds far from overflow, whatever instant a caller passes.
 */
final class TimeSpan {

  static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
  static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999Z");
  static final long FIRST_SECOND = FIRST.getEpochSecond();
  static final long LAST_SECOND = LAST.getEpochSecond();

  private TimeSpan() {}

  static boolean holds(Instant instant) {
    return !instant.isBefore(FIRST) && !instant.isAfter(LAST);
  }

  /** The instant itself, or the nearest one that lies at most a second outside the span. */
  static Instant clamp(Instant instant) {
    if (instant.isBefore(FIRST)) {
      return FIRST.minusSeconds(1);
    }
    return instant.isAfter(LAST) ? LAST.plusMillis(1) : instant;
  }
}
