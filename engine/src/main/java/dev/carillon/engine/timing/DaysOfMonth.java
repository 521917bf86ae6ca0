package dev.carillon.engine.timing;

import dev.carillon.engine.timing.FieldItem.LastDay;
import dev.carillon.engine.timing.FieldItem.LastWeekday;
import dev.carillon.engine.timing.FieldItem.LastWorkday;
import dev.carillon.engine.timing.FieldItem.NearestWorkday;
import dev.carillon.engine.timing.FieldItem.NthWeekday;
import dev.carillon.engine.timing.FieldItem.Span;
import java.util.List;

/**
 * The days that the two day fields allow in a given month, as bits: bit 0 is the first.
 *
 * <p>Where both fields are restricted a day needs to match only one of them; where one starts with
 * a star it needs to match both. That is Vixie cron's rule to the letter, and it makes {@code
 * *}{@code /2} in one field narrow the other down.
 */
final class DaysOfMonth {

  private static final int SATURDAY = 6;
  private static final int SUNDAY = 0;

  private final boolean either;
  private final int plainDays;
  private final int plainWeekdays;
  private final List<FieldItem> specialDays;
  private final List<FieldItem> specialWeekdays;

  DaysOfMonth(FieldValues days, FieldValues weekdays) {
    either = !days.star() && !weekdays.star();
    plainDays = (int) (days.mask() >>> 1);
    plainWeekdays = (int) weekdays.mask();
    specialDays = specials(days);
    specialWeekdays = specials(weekdays);
  }

  private static List<FieldItem> specials(FieldValues values) {
    return values.items().stream().filter(item -> !(item instanceof Span)).toList();
  }

  /** The allowed days of a month of that length whose first day is that weekday, Sunday being 0. */
  int in(int length, int firstWeekday) {
    int days = plainDays;
    for (int i = 0; i < specialDays.size(); i++) {
      days |= special(specialDays.get(i), length, firstWeekday);
    }
    int weekdays = everyWeek(firstWeekday);
    for (int i = 0; i < specialWeekdays.size(); i++) {
      weekdays |= special(specialWeekdays.get(i), length, firstWeekday);
    }
    int existing = (int) ((1L << length) - 1);
    return (either ? days | weekdays : days & weekdays) & existing;
  }

  /** The plain weekdays repeated through the month, the first day in bit 0. */
  private int everyWeek(int firstWeekday) {
    int week = (plainWeekdays >>> firstWeekday | plainWeekdays << (7 - firstWeekday)) & 0x7F;
    int fortnight = week | week << 7;
    return fortnight | fortnight << 14 | week << 28;
  }

  private static int special(FieldItem item, int length, int firstWeekday) {
    return switch (item) {
      case LastDay(int before) -> before < length ? bit(length - before) : 0;
      case LastWorkday() -> bit(nearestWorkday(length, length, firstWeekday));
      case NearestWorkday(int day) ->
          day <= length ? bit(nearestWorkday(day, length, firstWeekday)) : 0;
      case NthWeekday(int weekday, int nth) -> {
        int day = 1 + Math.floorMod(weekday - firstWeekday, 7) + (nth - 1) * 7;
        yield day <= length ? bit(day) : 0;
      }
      case LastWeekday(int weekday) -> {
        int lastWeekday = (firstWeekday + length - 1) % 7;
        yield bit(length - Math.floorMod(lastWeekday - weekday, 7));
      }
      case Span _ -> 0;
    };
  }

  /** Saturday moves to Friday and Sunday to Monday, unless that would leave the month. */
  private static int nearestWorkday(int day, int length, int firstWeekday) {
    int weekday = (firstWeekday + day - 1) % 7;
    if (weekday == SATURDAY) {
      return day > 1 ? day - 1 : day + 2;
    }
    if (weekday == SUNDAY) {
      return day < length ? day + 1 : day - 2;
    }
    return day;
  }

  private static int bit(int day) {
    return 1 << (day - 1);
  }
}
