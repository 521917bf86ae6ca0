package dev.carillon.words;

import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times of day: {@code 9am}, {@code 9:30 pm}, {@code 18:30}, {@code noon}, {@code midnight}. */
final class TimeOfDay {

  private static final Pattern CLOCK =
      Pattern.compile("(\\d{1,2})(?:[:.](\\d\\d))?\\s*(am|pm|a\\.m\\.|p\\.m\\.)?");

  private TimeOfDay() {}

  /** One or several, as in {@code 9am and 5pm}. */
  static List<LocalTime> parseAll(String text) {
    List<LocalTime> times = new ArrayList<>();
    for (String one : text.split("\\s*,\\s*and\\s+|\\s*,\\s*|\\s+and\\s+", -1)) {
      times.add(parse(one));
    }
    return times;
  }

  static LocalTime parse(String text) {
    String word = text.strip();
    switch (word) {
      case "noon", "midday" -> {
        return LocalTime.NOON;
      }
      case "midnight" -> {
        return LocalTime.MIDNIGHT;
      }
      default -> {}
    }
    Matcher clock = CLOCK.matcher(word);
    if (!clock.matches()) {
      throw new IllegalArgumentException("\"%s\" is no time of day".formatted(word));
    }
    int hour = Integer.parseInt(clock.group(1));
    int minute = clock.group(2) == null ? 0 : Integer.parseInt(clock.group(2));
    String half = clock.group(3);
    if (half == null && clock.group(2) == null) {
      throw new IllegalArgumentException(
          "\"%s\" could be morning or evening: say %sam, %spm or %s:00"
              .formatted(word, word, word, word));
    }
    boolean twelve = half != null;
    if (minute > 59 || (twelve ? hour < 1 || hour > 12 : hour > 23)) {
      throw new IllegalArgumentException("\"%s\" is no time of day".formatted(word));
    }
    if (twelve) {
      hour = hour % 12 + (half.startsWith("p") ? 12 : 0);
    }
    return LocalTime.of(hour, minute);
  }
}
