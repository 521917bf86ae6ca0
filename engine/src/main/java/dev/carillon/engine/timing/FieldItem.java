package dev.carillon.engine.timing;

/** One entry in the comma-separated list of a cron field. */
sealed interface FieldItem {

  /**
   * The values {@code first, first + step, …} up to {@code last}; a single value is its own span.
   */
  record Span(int first, int last, int step) implements FieldItem {}

  /** {@code L} and {@code L-3}: the day so many days before the last of the month. */
  record LastDay(int daysBefore) implements FieldItem {}

  /** {@code LW}: the last Monday-to-Friday day of the month. */
  record LastWorkday() implements FieldItem {}

  /** {@code 15W}: the Monday-to-Friday day nearest to that day, within the month. */
  record NearestWorkday(int day) implements FieldItem {}

  /** {@code MON#2}: the second Monday of the month. */
  record NthWeekday(int weekday, int nth) implements FieldItem {}

  /** {@code 5L}: the last Friday of the month. */
  record LastWeekday(int weekday) implements FieldItem {}
}
