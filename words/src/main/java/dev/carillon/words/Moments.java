package dev.carillon.words;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Moments as people write and read them. */
public final class Moments {

  private static final Pattern NO_SECONDS_BLANK = Pattern.compile("^(\\d{4}-\\d\\d-\\d\\d) +(\\d)");
  private static final DateTimeFormatter LOCAL =
      DateTimeFormatter.ofPattern("EEE yyyy-MM-dd HH:mm:ss", Locale.ENGLISH);
  private static final DateTimeFormatter OFFSET =
      DateTimeFormatter.ofPattern("xxx", Locale.ENGLISH);

  private static final String UNITS = "dhms";

  private Moments() {}

  /**
   * Reads a moment: with an offset ({@code 2026-02-12T18:00:00-07:00}, {@code …Z}), or without one
   * on the clock of a zone.
   *
   * @param zone null if nobody named one; then the text needs an offset
   * @throws IllegalArgumentException if it is none, or does not exist on that clock
   */
  public static Instant parse(String text, @Nullable ZoneId zone) {
    String written = NO_SECONDS_BLANK.matcher(text.strip()).replaceFirst("$1T$2");
    try {
      return OffsetDateTime.parse(written).toInstant();
    } catch (DateTimeException e) {
      return local(text, written, zone);
    }
  }

  private static Instant local(String text, String written, @Nullable ZoneId zone) {
    LocalDateTime time;
    try {
      time = LocalDateTime.parse(written);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "expected a moment such as 2026-12-24T18:00:00+01:00, got \"%s\"".formatted(text), e);
    }
    if (zone == null) {
      throw new IllegalArgumentException(
          "\"%s\" names no offset: add one, as in %s+01:00, or name a time zone such as Europe/Berlin"
              .formatted(text, written));
    }
    return at(time, zone).toInstant();
  }

  /** This time on that clock, the earlier one where the clock shows it twice. */
  static ZonedDateTime at(LocalDateTime time, ZoneId zone) {
    List<?> offsets = zone.getRules().getValidOffsets(time);
    if (offsets.isEmpty()) {
      throw new IllegalArgumentException(
          "%s does not exist in %s: the clock is set forward over it".formatted(time, zone));
    }
    return time.atZone(zone).withEarlierOffsetAtOverlap();
  }

  /** How long ago, or how long until: {@code 2m ago}, {@code in 3h}, {@code now}. */
  public static String relative(Instant moment, Instant now) {
    Duration ago = Duration.between(moment, now);
    Duration away = ago.abs();
    if (away.toSeconds() < 1) {
      return "now";
    }
    String length;
    if (away.toMinutes() < 1) {
      length = away.toSeconds() + "s";
    } else if (away.toHours() < 1) {
      length = away.toMinutes() + "m";
    } else if (away.toHours() < 48) {
      length = away.toHours() + "h";
    } else if (away.toDays() < 2 * 365) {
      length = away.toDays() + "d";
    } else {
      length = away.toDays() / 365 + "y";
    }
    return ago.isNegative() ? "in " + length : length + " ago";
  }

  /**
   * How long until, in the two largest units: {@code in 1h 11m}, {@code in 2d 5h}, {@code in 9s}.
   */
  public static String until(Instant moment, Instant now) {
    Duration away = Duration.between(now, moment);
    if (away.toSeconds() < 60) {
      return relative(moment, now);
    }
    long[] counts = {
      away.toDays(), away.toHoursPart(), away.toMinutesPart(), away.toSecondsPart(),
    };
    int largest = 0;
    while (counts[largest] == 0) {
      largest++;
    }
    long smaller = counts[largest + 1];
    return "in %d%c%s"
        .formatted(
            counts[largest],
            UNITS.charAt(largest),
            smaller == 0 ? "" : " %d%c".formatted(smaller, UNITS.charAt(largest + 1)));
  }

  /** For people: {@code Mon 2026-11-16 09:00:00 +01:00}. */
  public static String text(ZonedDateTime time) {
    return time.format(LOCAL) + " " + time.format(OFFSET);
  }

  public static String text(OffsetDateTime time) {
    return time.format(LOCAL) + " " + time.format(OFFSET);
  }
}
