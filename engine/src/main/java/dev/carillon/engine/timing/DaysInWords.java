package dev.carillon.engine.timing;

import dev.carillon.engine.timing.FieldItem.LastDay;
import dev.carillon.engine.timing.FieldItem.LastWeekday;
import dev.carillon.engine.timing.FieldItem.LastWorkday;
import dev.carillon.engine.timing.FieldItem.NearestWorkday;
import dev.carillon.engine.timing.FieldItem.NthWeekday;
import dev.carillon.engine.timing.FieldItem.Span;
import java.util.ArrayList;
import java.util.List;

/** The days of a cron rule in words: "on Monday to Friday", "on the last day of March". */
final class DaysInWords {

  private final FieldValues days;
  private final FieldValues weekdays;
  private final MaskWords months;

  private DaysInWords(CronRule rule) {
    days = rule.field(CronField.DAY_OF_MONTH);
    weekdays = rule.field(CronField.DAY_OF_WEEK);
    months = new MaskWords(rule.field(CronField.MONTH));
  }

  /** Empty where every day is allowed. */
  static String of(CronRule rule) {
    return new DaysInWords(rule).words();
  }

  private String words() {
    boolean anyDay = new MaskWords(days).isAll();
    boolean anyWeekday = new MaskWords(weekdays).isAll();
    boolean either = !days.star() && !weekdays.star();
    boolean everyDay = either ? anyDay || anyWeekday : anyDay && anyWeekday;
    if (everyDay) {
      return months.isAll() ? "" : "every day in " + monthNames();
    }
    if (anyWeekday) {
      return onDays();
    }
    if (anyDay) {
      return onWeekdays();
    }
    return either ? onDays() + " or " + onWeekdays() : onDays() + ", if that is " + weekdays();
  }

  private String onDays() {
    var plain = new MaskWords(days);
    var words = new ArrayList<String>();
    if (plain.step() > 0) {
      words.add("every " + English.nth(plain.step()) + " day from day " + plain.first());
    } else if (plain.size() > 0) {
      words.add((plain.size() == 1 ? "day " : "days ") + plain.spoken(Integer::toString));
    }
    special(days, words);
    return "on " + English.list(words) + " of " + month();
  }

  private String onWeekdays() {
    boolean special = weekdays.items().stream().anyMatch(item -> !(item instanceof Span));
    if (special) {
      return "on " + weekdays() + " of " + month();
    }
    return "on " + weekdays() + (!months.isAll() ? " in " + monthNames() : "");
  }

  private String weekdays() {
    var plain = new MaskWords(weekdays);
    var words = new ArrayList<>(plain.words(CronField.DAY_OF_WEEK::name));
    special(weekdays, words);
    return English.list(words);
  }

  private static void special(FieldValues field, List<String> words) {
    for (var item : field.items()) {
      switch (item) {
        case LastDay(int before) when before == 0 -> words.add("the last day");
        case LastDay(int before) ->
            words.add("the day " + English.count(before, "day") + " before the last");
        case LastWorkday() -> words.add("the last workday");
        case NearestWorkday(int day) -> words.add("the workday nearest to day " + day);
        case NthWeekday(int weekday, int nth) ->
            words.add("the " + English.ordinal(nth) + " " + CronField.DAY_OF_WEEK.name(weekday));
        case LastWeekday(int weekday) ->
            words.add("the last " + CronField.DAY_OF_WEEK.name(weekday));
        case Span _ -> {}
      }
    }
  }

  private String month() {
    return months.isAll() ? "the month" : monthNames();
  }

  private String monthNames() {
    return months.spoken(CronField.MONTH::name);
  }
}
