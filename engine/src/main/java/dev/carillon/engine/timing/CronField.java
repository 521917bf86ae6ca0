package dev.carillon.engine.timing;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The six fields of a cron expression: their names, values and the words that stand for values. */
enum CronField {
  SECOND("second", 0, 59),
  MINUTE("minute", 0, 59),
  HOUR("hour", 0, 23),
  DAY_OF_MONTH("day of month", 1, 31),
  MONTH("month", 1, 12),
  /** Sunday is both 0 and 7, so that MON-SUN and SUN-SAT are both ranges that ascend. */
  DAY_OF_WEEK("day of week", 0, 7);

  private static final List<String> MONTHS =
      List.of(
          "January",
          "February",
          "March",
          "April",
          "May",
          "June",
          "July",
          "August",
          "September",
          "October",
          "November",
          "December");
  private static final List<String> WEEKDAYS =
      List.of("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday");

  private final String label;
  private final int min;
  private final int max;

  CronField(String label, int min, int max) {
    this.label = label;
    this.min = min;
    this.max = max;
  }

  private List<String> names() {
    return switch (this) {
      case MONTH -> MONTHS;
      case DAY_OF_WEEK -> WEEKDAYS;
      case SECOND, MINUTE, HOUR, DAY_OF_MONTH -> List.of();
    };
  }

  String label() {
    return label;
  }

  int min() {
    return min;
  }

  int max() {
    return max;
  }

  /** "0–23". */
  String range() {
    return min + "–" + max;
  }

  /** The largest step that is not a slip: as many as the field has different values. */
  int maxStep() {
    return this == DAY_OF_WEEK ? 7 : max - min + 1;
  }

  boolean hasNames() {
    return !names().isEmpty();
  }

  /** "January" for month 1, "Sunday" for weekday 0. */
  String name(int value) {
    return names().get(value - min);
  }

  /** The three letters a value goes by in an expression, such as JAN. */
  String shortName(int value) {
    return name(value).substring(0, 3).toUpperCase(Locale.ROOT);
  }

  /** The value of a three-letter name in any case, or -1. */
  int valueOf(String word, int from, int to) {
    if (to - from != 3) {
      return -1;
    }
    for (int i = 0; i < names().size(); i++) {
      if (names().get(i).regionMatches(true, 0, word, from, 3)) {
        return min + i;
      }
    }
    return -1;
  }

  /** The short name meant by a longer one such as JANUARY or Tues, or null. */
  @Nullable String shortened(String word) {
    for (int i = 0; i < names().size(); i++) {
      if (word.length() > 3 && names().get(i).regionMatches(true, 0, word, 0, word.length())) {
        return shortName(min + i);
      }
    }
    return null;
  }
}
