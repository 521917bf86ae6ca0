package dev.carillon.engine.timing;

import java.time.ZoneId;

/** Says a cron rule in plain English: its times, its days, its zone. */
final class CronDescriber {

  private CronDescriber() {}

  static String describe(CronRule rule, ZoneId zone) {
    var times = TimesInWords.of(rule);
    var days = DaysInWords.of(rule);
    if (days.isEmpty() && times.startsWith("at ")) {
      days = "every day";
    }
    var place = zone.getId().equals("UTC") ? "UTC" : zone.getId() + " time";
    return times + (days.isEmpty() ? "" : " " + days) + ", " + place;
  }
}
