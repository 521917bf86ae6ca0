package dev.carillon.engine.timing;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;

/**
 * Cron as slowly and plainly as it can be said: it looks at every minute there is. Written against
 * docs/time.md with java.time alone; it shares nothing with the code it judges. Five fields only.
 */
final class NaiveCron {

  private static final List<String> MONTHS =
      List.of("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC");
  private static final List<String> WEEKDAYS =
      List.of("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT");

  private final String minute;
  private final String hour;
  private final String dayOfMonth;
  private final String month;
  private final String dayOfWeek;

  NaiveCron(String expression) {
    var fields = expression.toUpperCase(Locale.ROOT).split(" ", -1);
    minute = fields[0];
    hour = fields[1];
    dayOfMonth = fields[2];
    month = fields[3];
    dayOfWeek = fields[4];
  }

  boolean followsRealTime() {
    var clock = minute + hour;
    return clock.contains("*") || clock.contains("/");
  }

  /** Every matching minute of the wall clock from one midnight to another, existing or not. */
  BitSet wallMinutes(LocalDate from, LocalDate to) {
    var minutes = new boolean[60];
    var hours = new boolean[24];
    for (int i = 0; i < 60; i++) {
      minutes[i] = plain(minute, i, 59, List.of());
    }
    for (int i = 0; i < 24; i++) {
      hours[i] = plain(hour, i, 23, List.of());
    }
    var matching = new BitSet();
    int index = 0;
    for (var date = from; date.isBefore(to); date = date.plusDays(1)) {
      boolean matches = date(date);
      for (int h = 0; h < 24; h++) {
        for (int m = 0; m < 60; m++) {
          if (matches && hours[h] && minutes[m]) {
            matching.set(index);
          }
          index++;
        }
      }
    }
    return matching;
  }

  boolean date(LocalDate date) {
    if (!plain(month, date.getMonthValue(), 12, MONTHS)) {
      return false;
    }
    boolean dom = Arrays.stream(dayOfMonth.split(",", -1)).anyMatch(item -> dayOfMonth(item, date));
    boolean dow = Arrays.stream(dayOfWeek.split(",", -1)).anyMatch(item -> dayOfWeek(item, date));
    boolean star =
        "*?".indexOf(dayOfMonth.charAt(0)) >= 0 || "*?".indexOf(dayOfWeek.charAt(0)) >= 0;
    return star ? dom && dow : dom || dow;
  }

  private static boolean dayOfMonth(String item, LocalDate date) {
    var last = date.with(TemporalAdjusters.lastDayOfMonth());
    if (item.equals("L")) {
      return date.equals(last);
    }
    if (item.equals("LW")) {
      return date.equals(nearestWorkday(last));
    }
    if (item.startsWith("L-")) {
      return date.equals(last.minusDays(Integer.parseInt(item.substring(2))))
          && last.getDayOfMonth() > Integer.parseInt(item.substring(2));
    }
    if (item.endsWith("W")) {
      int day = Integer.parseInt(item.substring(0, item.length() - 1));
      return day <= last.getDayOfMonth() && date.equals(nearestWorkday(date.withDayOfMonth(day)));
    }
    return plain(item, date.getDayOfMonth(), 31, List.of());
  }

  private static LocalDate nearestWorkday(LocalDate date) {
    for (int distance : new int[] {0, -1, 1, -2, 2}) {
      var near = date.plusDays(distance);
      boolean weekend =
          near.getDayOfWeek() == DayOfWeek.SATURDAY || near.getDayOfWeek() == DayOfWeek.SUNDAY;
      if (!weekend && near.getMonth() == date.getMonth()) {
        return near;
      }
    }
    throw new AssertionError(date);
  }

  private static boolean dayOfWeek(String item, LocalDate date) {
    int weekday = date.getDayOfWeek().getValue() % 7;
    if (item.contains("#")) {
      var parts = item.split("#", -1);
      int nth = (date.getDayOfMonth() - 1) / 7 + 1;
      return value(parts[0], WEEKDAYS) % 7 == weekday && Integer.parseInt(parts[1]) == nth;
    }
    if (item.endsWith("L")) {
      return value(item.substring(0, item.length() - 1), WEEKDAYS) % 7 == weekday
          && date.plusWeeks(1).getMonth() != date.getMonth();
    }
    return plain(item, weekday, 7, WEEKDAYS) || (weekday == 0 && plain(item, 7, 7, WEEKDAYS));
  }

  /** Lists, ranges, steps and names. */
  private static boolean plain(String field, int value, int max, List<String> names) {
    for (var item : field.split(",", -1)) {
      var parts = item.split("/", -1);
      int step = parts.length > 1 ? Integer.parseInt(parts[1]) : 1;
      int min = max == 31 || max == 12 ? 1 : 0;
      int first = min;
      int last = max;
      if (!parts[0].equals("*") && !parts[0].equals("?")) {
        var ends = parts[0].split("-", -1);
        first = value(ends[0], names);
        last = parts.length > 1 ? max : first;
        if (ends.length > 1) {
          last = value(ends[1], names);
          last = max == 7 && last == 0 && first > 0 ? 7 : last;
        }
      }
      if (value >= first && value <= last && (value - first) % step == 0) {
        return true;
      }
    }
    return false;
  }

  private static int value(String text, List<String> names) {
    int index = names.indexOf(text);
    return index < 0 ? Integer.parseInt(text) : index + (names.equals(MONTHS) ? 1 : 0);
  }

  /** A span of years in one zone, with the offset at every single minute of it. */
  static final class Years {

    final ZoneId zone;
    final LocalDate wallFrom;
    final LocalDate wallTo;
    final long from;
    final long to;
    private final int[] offsetMinutes;
    final List<Instant> clockChanges = new ArrayList<>();
    private final BitSet daysNearClockChange = new BitSet();

    /** The wall clock is looked at a few days beyond both ends, so that no offset leaves it. */
    Years(ZoneId zone, int firstYear, int lastYear) {
      this.zone = zone;
      wallFrom = LocalDate.of(firstYear, 1, 1).minusDays(3);
      wallTo = LocalDate.of(lastYear + 1, 1, 1).plusDays(3);
      from = LocalDate.of(firstYear, 1, 1).toEpochDay() * 86_400;
      to = LocalDate.of(lastYear + 1, 1, 1).toEpochDay() * 86_400;
      offsetMinutes = new int[(int) ((to - from) / 60)];
      for (int i = 0; i < offsetMinutes.length; i++) {
        var offset = zone.getRules().getOffset(Instant.ofEpochSecond(from + 60L * i));
        offsetMinutes[i] = offset.getTotalSeconds() / 60;
        if (i > 0 && offsetMinutes[i] != offsetMinutes[i - 1]) {
          clockChanges.add(Instant.ofEpochSecond(from + 60L * i));
          daysNearClockChange.set(Math.max(0, i / 1440 - 2), i / 1440 + 3);
        }
      }
    }

    boolean isNearClockChange(long second) {
      return daysNearClockChange.get((int) ((second - from) / 86_400));
    }

    /** The slots in [from, to), in seconds since the epoch, in order. */
    long[] slots(NaiveCron cron, BitSet wallMinutes) {
      return cron.followsRealTime() ? realTime(wallMinutes) : fixedTime(wallMinutes);
    }

    private long[] realTime(BitSet wallMinutes) {
      int shift = (int) ((from - wallFrom.toEpochDay() * 86_400) / 60);
      var slots = LongStream.builder();
      int start = 0;
      while (start < offsetMinutes.length) {
        int end = start + 1;
        while (end < offsetMinutes.length && offsetMinutes[end] == offsetMinutes[start]) {
          end++;
        }
        int toWall = shift + offsetMinutes[start];
        for (int minute = wallMinutes.nextSetBit(start + toWall);
            minute >= 0 && minute < end + toWall;
            minute = wallMinutes.nextSetBit(minute + 1)) {
          slots.add(from + 60L * (minute - toWall));
        }
        start = end;
      }
      return slots.build().toArray();
    }

    private long[] fixedTime(BitSet wallMinutes) {
      long wallStart = wallFrom.toEpochDay() * 86_400;
      return wallMinutes.stream()
          .mapToLong(minute -> instantOf(wallStart + 60L * minute))
          .distinct()
          .filter(slot -> slot >= from && slot < to)
          .toArray();
    }

    private long instantOf(long wall) {
      var local = LocalDateTime.ofEpochSecond(wall, 0, ZoneOffset.UTC);
      var offsets = zone.getRules().getValidOffsets(local);
      return offsets.isEmpty()
          ? zone.getRules().getTransition(local).toEpochSecond()
          : local.toEpochSecond(offsets.getFirst());
    }
  }
}
