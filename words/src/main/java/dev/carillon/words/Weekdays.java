package dev.carillon.words;

import java.time.DayOfWeek;
import java.util.Locale;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Days of the week in words. */
final class Weekdays {

  private Weekdays() {}

  /**
   * The field of a cron expression for {@code weekday} or {@code monday and friday}.
   *
   * @param every whether the phrase said so; without it only plurals mean every such day
   */
  static @Nullable String cron(String text, boolean every) {
    switch (text) {
      case "day", "daily" -> {
        return every || text.equals("daily") ? "*" : null;
      }
      case "weekday", "weekdays", "workday", "working day" -> {
        return every || text.equals("weekdays") ? "1-5" : null;
      }
      case "weekend", "weekends", "weekend day" -> {
        return every || text.equals("weekends") ? "0,6" : null;
      }
      default -> {}
    }
    TreeSet<Integer> numbers = new TreeSet<>();
    String list = text.replaceFirst("^weekly on |^week on ", "");
    boolean weekly = !list.equals(text);
    for (String word : list.split("\\s*,\\s*and\\s+|\\s*,\\s*|\\s+and\\s+", -1)) {
      boolean plural = word.length() > 3 && word.endsWith("s");
      DayOfWeek day = day(plural ? word.substring(0, word.length() - 1) : word);
      if (day == null || !(every || weekly || plural)) {
        return null;
      }
      numbers.add(day.getValue() % 7);
    }
    return String.join(",", numbers.stream().map(String::valueOf).toList());
  }

  /** A day by its name or its first three letters. */
  static @Nullable DayOfWeek day(String word) {
    for (DayOfWeek day : DayOfWeek.values()) {
      String name = day.name().toLowerCase(Locale.ROOT);
      if (word.equals(name) || word.equals(name.substring(0, 3))) {
        return day;
      }
    }
    return null;
  }
}
