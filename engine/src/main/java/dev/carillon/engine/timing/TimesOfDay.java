package dev.carillon.engine.timing;

/**
 * The times of day a rule allows, as bits per second, minute and hour. Times are seconds since
 * midnight; {@link #NONE} means that the day has no further one.
 */
record TimesOfDay(long seconds, long minutes, long hours) {

  static final int NONE = -1;

  int first() {
    return time(lowest(hours), lowest(minutes), lowest(seconds));
  }

  int last() {
    return time(highest(hours), highest(minutes), highest(seconds));
  }

  /** The first allowed time at or after the given one. */
  int atOrAfter(int time) {
    int hour = time / 3600;
    int minute = time / 60 % 60;
    int second = time % 60;
    if (has(hours, hour)) {
      long restOfMinute = has(minutes, minute) ? seconds & ~below(second) : 0;
      if (restOfMinute != 0) {
        return time(hour, minute, lowest(restOfMinute));
      }
      long restOfHour = minutes & ~below(minute + 1);
      if (restOfHour != 0) {
        return time(hour, lowest(restOfHour), lowest(seconds));
      }
    }
    long restOfDay = hours & ~below(hour + 1);
    return restOfDay == 0 ? NONE : time(lowest(restOfDay), lowest(minutes), lowest(seconds));
  }

  /** The last allowed time at or before the given one. */
  int atOrBefore(int time) {
    int hour = time / 3600;
    int minute = time / 60 % 60;
    int second = time % 60;
    if (has(hours, hour)) {
      long startOfMinute = has(minutes, minute) ? seconds & below(second + 1) : 0;
      if (startOfMinute != 0) {
        return time(hour, minute, highest(startOfMinute));
      }
      long startOfHour = minutes & below(minute);
      if (startOfHour != 0) {
        return time(hour, highest(startOfHour), highest(seconds));
      }
    }
    long startOfDay = hours & below(hour);
    return startOfDay == 0 ? NONE : time(highest(startOfDay), highest(minutes), highest(seconds));
  }

  private static int time(int hour, int minute, int second) {
    return (hour * 60 + minute) * 60 + second;
  }

  private static boolean has(long mask, int bit) {
    return (mask >>> bit & 1) != 0;
  }

  /** All bits below the given one; masks use at most 60 of the 64 bits, so the shift is safe. */
  private static long below(int bit) {
    return (1L << bit) - 1;
  }

  private static int lowest(long mask) {
    return Long.numberOfTrailingZeros(mask);
  }

  private static int highest(long mask) {
    return 63 - Long.numberOfLeadingZeros(mask);
  }
}
