package dev.carillon.engine.timing;

import dev.carillon.engine.timing.FieldItem.LastDay;
import dev.carillon.engine.timing.FieldItem.LastWeekday;
import dev.carillon.engine.timing.FieldItem.LastWorkday;
import dev.carillon.engine.timing.FieldItem.NearestWorkday;
import dev.carillon.engine.timing.FieldItem.NthWeekday;
import dev.carillon.engine.timing.FieldItem.Span;
import java.util.ArrayList;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Parses one field of a cron expression. Positions are indices into the whole expression, so that
 * every refusal names its column there.
 */
final class FieldParser {

  private static final Pattern NEAREST_WORKDAY = Pattern.compile("\\d*W");
  private static final Pattern LAST_WEEKDAY = Pattern.compile("\\d+L|[A-Z]{3}L");

  private final String input;
  private final CronField field;
  private final CronRefusals refusals;

  FieldParser(String input, CronField field) {
    this.input = input;
    this.field = field;
    this.refusals = new CronRefusals(input, field);
  }

  /** Parses the field that lies between two indices, the second exclusive. */
  FieldValues parse(int from, int to) {
    var items = new ArrayList<FieldItem>();
    int start = from;
    while (start <= to) {
      int comma = indexOf(',', start, to);
      if (comma == start) {
        throw refusals.emptyEntry(from, to);
      }
      items.add(item(start, comma));
      start = comma + 1;
    }
    boolean star = input.charAt(from) == '*' || input.charAt(from) == '?';
    boolean openEnded = indexOf('*', from, to) < to || indexOf('/', from, to) < to;
    return new FieldValues(field, items, star, openEnded);
  }

  private FieldItem item(int from, int to) {
    var text = input.substring(from, to).toUpperCase(Locale.ROOT);
    if (text.equals("?")) {
      return questionMark(from, to);
    }
    if (text.equals("H") || text.startsWith("H/") || text.startsWith("H(")) {
      throw refusals.hash(from, to);
    }
    if (text.equals("L") || text.equals("LW") || text.startsWith("L-")) {
      return lastDay(text, from, to);
    }
    if (NEAREST_WORKDAY.matcher(text).matches()) {
      return nearestWorkday(from, to);
    }
    if (text.indexOf('#') >= 0) {
      return nthWeekday(from, to);
    }
    if (LAST_WEEKDAY.matcher(text).matches()) {
      return lastWeekday(from, to);
    }
    return span(from, to);
  }

  private FieldItem questionMark(int from, int to) {
    if (field != CronField.DAY_OF_MONTH && field != CronField.DAY_OF_WEEK) {
      throw refusals.wrongField(from, to, "?", "day of month and day of week");
    }
    return new Span(field.min(), field.max(), 1);
  }

  private FieldItem lastDay(String text, int from, int to) {
    if (field == CronField.DAY_OF_WEEK && text.equals("L")) {
      throw refusals.bareLastWeekday(from, to);
    }
    if (field != CronField.DAY_OF_MONTH) {
      throw refusals.wrongField(from, to, text, "day of month");
    }
    if (text.equals("LW")) {
      return new LastWorkday();
    }
    return new LastDay(text.equals("L") ? 0 : number(from + 2, to, 1, 30, "days before the last"));
  }

  private FieldItem nearestWorkday(int from, int to) {
    if (field != CronField.DAY_OF_MONTH) {
      throw refusals.wrongField(from, to, "W", "day of month");
    }
    if (to - from == 1) {
      throw refusals.bareWorkday(from, to);
    }
    return new NearestWorkday(value(from, to - 1));
  }

  private FieldItem nthWeekday(int from, int to) {
    if (field != CronField.DAY_OF_WEEK) {
      throw refusals.wrongField(from, to, "#", "day of week");
    }
    int hash = indexOf('#', from, to);
    if (hash == from) {
      throw refusals.missingWeekday(from, to);
    }
    int weekday = value(from, hash) % 7;
    return new NthWeekday(weekday, number(hash + 1, to, 1, 5, "week of the month"));
  }

  private FieldItem lastWeekday(int from, int to) {
    if (field != CronField.DAY_OF_WEEK) {
      throw refusals.wrongField(from, to, "L", "day of month and day of week");
    }
    return new LastWeekday(value(from, to - 1) % 7);
  }

  /** {@code *}, {@code a} and {@code a-b}, each with or without a step. */
  private FieldItem span(int from, int to) {
    int slash = indexOf('/', from, to);
    boolean stepped = slash < to;
    if (stepped && indexOf('/', slash + 1, to) < to) {
      throw refusals.twoSteps(from, to);
    }
    int step = stepped ? number(slash + 1, to, 1, field.maxStep(), "step") : 1;
    if (slash - from == 1 && input.charAt(from) == '*') {
      return new Span(field.min(), field.max(), step);
    }
    int dash = indexOf('-', from, slash);
    if (dash < slash && dash > from) {
      return range(from, dash, slash, step);
    }
    int value = value(from, slash);
    return new Span(value, stepped ? field.max() : value, step);
  }

  private FieldItem range(int from, int dash, int to, int step) {
    if (dash + 1 == to || indexOf('-', dash + 1, to) < to) {
      throw refusals.brokenRange(from, to);
    }
    int first = value(from, dash);
    int last = value(dash + 1, to);
    if (field == CronField.DAY_OF_WEEK && last == 0 && first > 0) {
      last = 7; // FRI-SUN ends on the Sunday that follows, not on the one that came before
    }
    if (first > last) {
      throw refusals.descendingRange(from, to, first, last);
    }
    return new Span(first, last, step);
  }

  /** A number or a name that this field knows. */
  private int value(int from, int to) {
    int named = field.valueOf(input, from, to);
    if (named >= 0) {
      return named;
    }
    if (!isInteger(from, to)) {
      throw refusals.notAValue(from, to);
    }
    int number = magnitude(from, to);
    if (number < field.min() || number > field.max()) {
      throw refusals.outOfRange(from, to);
    }
    return number;
  }

  private int number(int from, int to, int min, int max, String what) {
    int number = isInteger(from, to) ? magnitude(from, to) : -1;
    if (number < min || number > max) {
      throw refusals.badNumber(from, to, what, min + "–" + max);
    }
    return number;
  }

  /** Optional minus sign and ASCII digits. */
  private boolean isInteger(int from, int to) {
    int start = from < to && input.charAt(from) == '-' ? from + 1 : from;
    for (int i = start; i < to; i++) {
      if (input.charAt(i) < '0' || input.charAt(i) > '9') {
        return false;
      }
    }
    return start < to;
  }

  /** The number, or one that is out of every range where it is negative or too long to matter. */
  private int magnitude(int from, int to) {
    if (input.charAt(from) == '-') {
      return -1;
    }
    return to - from > 6 ? 999_999 : Integer.parseInt(input, from, to, 10);
  }

  private int indexOf(char sought, int from, int to) {
    int index = input.indexOf(sought, from, to);
    return index < 0 ? to : index;
  }
}
