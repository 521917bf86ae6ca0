package dev.carillon.words;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Durations as people write them: {@code 30s}, {@code 10m}, {@code 1h30m}, {@code 2 days}. */
public final class Durations {

  private static final Pattern PART = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,3})?)\\s*([a-z]+)");

  private static final Map<String, Long> MILLIS =
      Map.ofEntries(
          Map.entry("ms", 1L),
          Map.entry("s", 1_000L),
          Map.entry("sec", 1_000L),
          Map.entry("second", 1_000L),
          Map.entry("m", 60_000L),
          Map.entry("min", 60_000L),
          Map.entry("minute", 60_000L),
          Map.entry("h", 3_600_000L),
          Map.entry("hr", 3_600_000L),
          Map.entry("hour", 3_600_000L),
          Map.entry("d", 86_400_000L),
          Map.entry("day", 86_400_000L),
          Map.entry("w", 604_800_000L),
          Map.entry("week", 604_800_000L));

  private Durations() {}

  /**
   * Reads one, such as {@code 1h30m}.
   *
   * @throws IllegalArgumentException if it is none, with examples
   */
  public static Duration parse(String text) {
    String rest = text.strip().toLowerCase(Locale.ROOT);
    Matcher part = PART.matcher(rest);
    long millis = 0;
    int end = 0;
    long smallest = Long.MAX_VALUE;
    while (part.find() && rest.substring(end, part.start()).isBlank()) {
      Long unit = unit(part.group(2));
      // From large to small, each once: 30m1h is more likely a slip than meant.
      if (unit == null || unit >= smallest) {
        throw notUnderstood(text);
      }
      smallest = unit;
      millis = Math.addExact(millis, Math.round(Double.parseDouble(part.group(1)) * unit));
      end = part.end();
    }
    if (end == 0 || end < rest.length()) {
      throw notUnderstood(text);
    }
    return Duration.ofMillis(millis);
  }

  private static @Nullable Long unit(String word) {
    Long exact = MILLIS.get(word);
    return exact == null && word.length() > 2 && word.endsWith("s")
        ? MILLIS.get(word.substring(0, word.length() - 1))
        : exact;
  }

  private static IllegalArgumentException notUnderstood(String text) {
    return new IllegalArgumentException(
        "expected a duration such as 30s, 10m, 1h30m or 2d, got \"%s\"".formatted(text));
  }

  /** Writes one so that {@link #parse} reads it: {@code 1h30m}. */
  public static String text(Duration duration) {
    if (duration.toMillis() < 1_000) {
      return duration.toMillis() + "ms";
    }
    List<String> parts = new ArrayList<>();
    add(parts, duration.toDays(), "d");
    add(parts, duration.toHoursPart(), "h");
    add(parts, duration.toMinutesPart(), "m");
    add(parts, duration.toSecondsPart(), "s");
    add(parts, duration.toMillisPart(), "ms");
    return String.join("", parts);
  }

  /** Its two largest units, for tables: {@code 1h30m}, {@code 2.4s}, {@code 12ms}. */
  public static String brief(Duration duration) {
    long millis = duration.toMillis();
    if (millis < 0) {
      return "-" + brief(duration.negated());
    }
    if (millis < 1_000) {
      return millis + "ms";
    }
    if (millis < 10_000) {
      String seconds = String.format(Locale.ROOT, "%.1f", Math.floor(millis / 100.0) / 10);
      return (seconds.endsWith(".0") ? seconds.substring(0, seconds.length() - 2) : seconds) + "s";
    }
    if (millis < 3_600_000) {
      return text(Duration.ofSeconds(duration.toSeconds()));
    }
    return millis < 86_400_000
        ? text(Duration.ofMinutes(duration.toMinutes()))
        : text(Duration.ofHours(duration.toHours()));
  }

  private static void add(List<String> parts, long count, String unit) {
    if (count > 0) {
      parts.add(count + unit);
    }
  }
}
