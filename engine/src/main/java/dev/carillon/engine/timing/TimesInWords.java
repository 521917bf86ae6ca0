package dev.carillon.engine.timing;

import java.util.ArrayList;
import java.util.List;

/** The time of day of a cron rule in words: "at 09:00", "every 10 minutes from 09:00 to 17:50". */
final class TimesInWords {

  /** So many times of day are listed one by one; more are put as a pattern. */
  private static final int LISTED = 6;

  private final MaskWords seconds;
  private final MaskWords minutes;
  private final MaskWords hours;

  private TimesInWords(CronRule rule) {
    seconds = new MaskWords(rule.field(CronField.SECOND));
    minutes = new MaskWords(rule.field(CronField.MINUTE));
    hours = new MaskWords(rule.field(CronField.HOUR));
  }

  static String of(CronRule rule) {
    return new TimesInWords(rule).words();
  }

  private String words() {
    if (isShortList()) {
      return "at " + English.list(times());
    }
    return seconds.isOnly(0) ? byMinutes() : bySeconds();
  }

  /** A list reads better than a pattern unless a rhythm of minutes or hours carries it. */
  private boolean isShortList() {
    boolean rhythm =
        hours.evenStep() > 0 || (minutes.size() > 1 && (minutes.step() > 0 || minutes.isRange()));
    return seconds.size() == 1 && !rhythm && hours.size() * minutes.size() <= LISTED;
  }

  private List<String> times() {
    var times = new ArrayList<String>();
    for (int hour : hours.values()) {
      for (int minute : minutes.values()) {
        var second = seconds.isOnly(0) ? "" : ":" + twoDigits(seconds.first());
        times.add(clock(hour, minute) + second);
      }
    }
    return times;
  }

  private String byMinutes() {
    if (minutes.size() == 1) {
      return oncePerHour();
    }
    var rhythm = rhythm(minutes, "minute");
    return hours.isAll() ? within("every hour", rhythm) : rhythm + withinHours();
  }

  private String oncePerHour() {
    int minute = minutes.first();
    var atMinute = minute == 0 ? "" : " at minute " + minute;
    if (hours.isAll()) {
      return "every hour" + atMinute;
    }
    if (hours.evenStep() > 0) {
      return "every " + hours.evenStep() + " hours" + atMinute;
    }
    if (hours.isRange()) {
      return "every hour from "
          + clock(hours.first(), minute)
          + " to "
          + clock(hours.last(), minute);
    }
    return "at minute " + minute + " of hours " + hours.spoken(Integer::toString);
  }

  private String withinHours() {
    if (hours.isRange()) {
      var from = clock(hours.first(), minutes.first());
      return " from " + from + " to " + clock(hours.last(), minutes.last());
    }
    return " in hours " + hours.spoken(Integer::toString);
  }

  private String bySeconds() {
    var rhythm = rhythm(seconds, "second");
    if (minutes.isAll() && hours.isAll()) {
      return within("every minute", rhythm);
    }
    var ofMinutes = minutes.isAll() ? "" : " of " + named(minutes, "minute");
    var ofHours = hours.isAll() ? "" : " of " + named(hours, "hour");
    return rhythm + ofMinutes + ofHours;
  }

  /** A rhythm of its own needs no frame; "at minutes 5 and 20" does. */
  private static String within(String frame, String rhythm) {
    return rhythm.startsWith("at ") ? frame + " " + rhythm : rhythm;
  }

  /** "every minute", "every 10 minutes", "every 7 minutes from minute 0", "at minutes 5 and 20". */
  private static String rhythm(MaskWords values, String unit) {
    if (values.isAll()) {
      return "every " + unit;
    }
    if (values.evenStep() > 0) {
      return "every " + values.evenStep() + " " + unit + "s";
    }
    if (values.step() > 0) {
      return "every %d %ss from %s %d".formatted(values.step(), unit, unit, values.first());
    }
    return "at " + named(values, unit);
  }

  private static String named(MaskWords values, String unit) {
    var plural = values.size() == 1 ? unit : unit + "s";
    return plural + " " + values.spoken(Integer::toString);
  }

  static String clock(int hour, int minute) {
    return twoDigits(hour) + ":" + twoDigits(minute);
  }

  private static String twoDigits(int value) {
    return value < 10 ? "0" + value : Integer.toString(value);
  }
}
