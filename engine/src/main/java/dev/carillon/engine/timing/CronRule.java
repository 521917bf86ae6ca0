package dev.carillon.engine.timing;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A cron expression as a set of wall-clock times, knowing nothing of zones.
 *
 * <p>A wall time is the number of seconds that a clock on the wall shows since its own 1970-01-01
 * 00:00. {@link CronWalk} decides which instants the wall times become.
 */
final class CronRule {

  /** No wall time: the search left the calendar, or the expression has none. */
  static final long NONE = Long.MIN_VALUE;

  /** The calendar repeats exactly after so many years: they are a whole number of weeks. */
  private static final int CALENDAR_CYCLE = 400;

  private static final int LAST_YEAR = 9_999;
  private static final int FIRST_YEAR = 1;

  private final Map<CronField, FieldValues> fields = new EnumMap<>(CronField.class);
  private final TimesOfDay times;
  private final int months;
  private final DaysOfMonth days;
  private final boolean followsRealTime;

  private CronRule(List<FieldValues> fields) {
    fields.forEach(values -> this.fields.put(values.field(), values));
    times =
        new TimesOfDay(
            field(CronField.SECOND).mask(),
            field(CronField.MINUTE).mask(),
            field(CronField.HOUR).mask());
    months = (int) field(CronField.MONTH).mask();
    days = new DaysOfMonth(field(CronField.DAY_OF_MONTH), field(CronField.DAY_OF_WEEK));
    followsRealTime = field(CronField.MINUTE).openEnded() || field(CronField.HOUR).openEnded();
  }

  /** The rule of all six fields. */
  static CronRule of(List<FieldValues> fields) {
    return new CronRule(fields);
  }

  FieldValues field(CronField field) {
    return Objects.requireNonNull(fields.get(field));
  }

  /**
   * Whether the schedule follows real time through daylight saving, because it has a wildcard or a
   * step in minute or hour, instead of naming fixed times of day.
   */
  boolean followsRealTime() {
    return followsRealTime;
  }

  /** Whether any day at all matches; 400 years stand for all years. */
  boolean everFires() {
    return dayAtOrAfter(Civil.epochDay(2000, 1, 1)) != NONE;
  }

  /** The first matching wall time at or after the given one, or {@link #NONE}. */
  long atOrAfter(long wall) {
    long today = Math.floorDiv(wall, (long) Civil.SECONDS_PER_DAY);
    long day = dayAtOrAfter(today);
    if (day == today) {
      int time = times.atOrAfter((int) (wall - today * Civil.SECONDS_PER_DAY));
      if (time != TimesOfDay.NONE) {
        return day * Civil.SECONDS_PER_DAY + time;
      }
      day = dayAtOrAfter(today + 1);
    }
    return day == NONE ? NONE : day * Civil.SECONDS_PER_DAY + times.first();
  }

  /** The last matching wall time at or before the given one, or {@link #NONE}. */
  long atOrBefore(long wall) {
    long today = Math.floorDiv(wall, (long) Civil.SECONDS_PER_DAY);
    long day = dayAtOrBefore(today);
    if (day == today) {
      int time = times.atOrBefore((int) (wall - today * Civil.SECONDS_PER_DAY));
      if (time != TimesOfDay.NONE) {
        return day * Civil.SECONDS_PER_DAY + time;
      }
      day = dayAtOrBefore(today - 1);
    }
    return day == NONE ? NONE : day * Civil.SECONDS_PER_DAY + times.last();
  }

  private long dayAtOrAfter(long from) {
    int date = Civil.date(from);
    int year = Civil.year(date);
    int month = Civil.month(date);
    int lastYear = Math.min(LAST_YEAR, year + CALENDAR_CYCLE);
    long first = from - Civil.day(date) + 1;
    int wanted = -1 << (Civil.day(date) - 1);
    while (true) {
      if ((months >>> month & 1) != 0) {
        int matching = daysIn(year, month, first) & wanted;
        if (matching != 0) {
          return first + Integer.numberOfTrailingZeros(matching);
        }
      }
      int later = (months >>> (month + 1)) << (month + 1);
      if (later == 0) {
        year++;
        later = months;
      }
      if (year > lastYear) {
        return NONE;
      }
      month = Integer.numberOfTrailingZeros(later);
      first = Civil.epochDay(year, month, 1);
      wanted = -1;
    }
  }

  private long dayAtOrBefore(long from) {
    int date = Civil.date(from);
    int year = Civil.year(date);
    int month = Civil.month(date);
    int firstYear = Math.max(FIRST_YEAR, year - CALENDAR_CYCLE);
    long first = from - Civil.day(date) + 1;
    int wanted = -1 >>> (32 - Civil.day(date));
    while (true) {
      if ((months >>> month & 1) != 0) {
        int matching = daysIn(year, month, first) & wanted;
        if (matching != 0) {
          return first + 31 - Integer.numberOfLeadingZeros(matching);
        }
      }
      int earlier = months & ((1 << month) - 1);
      if (earlier == 0) {
        year--;
        earlier = months;
      }
      if (year < firstYear) {
        return NONE;
      }
      month = 31 - Integer.numberOfLeadingZeros(earlier);
      first = Civil.epochDay(year, month, 1);
      wanted = -1;
    }
  }

  private int daysIn(int year, int month, long firstDay) {
    return days.in(Civil.lengthOfMonth(year, month), Civil.weekday(firstDay));
  }
}
