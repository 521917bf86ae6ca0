package dev.carillon.server.target;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How long a receiver asks us to wait: seconds, or a date. */
final class RetryAfter {

  /** Longer is not waiting but giving up, and that is for the schedule's owner to decide. */
  static final Duration LONGEST = Duration.ofHours(24);

  /** The form of today, and the two older ones that RFC 9110 wants to be read as well. */
  private static final List<DateTimeFormatter> DATES =
      List.of(
          DateTimeFormatter.RFC_1123_DATE_TIME,
          new DateTimeFormatterBuilder()
              .appendPattern("EEEE, dd-MMM-")
              .appendValueReduced(ChronoField.YEAR, 2, 2, 2000)
              .appendPattern(" HH:mm:ss 'GMT'")
              .toFormatter(Locale.ENGLISH)
              .withZone(ZoneOffset.UTC),
          DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.ENGLISH)
              .withZone(ZoneOffset.UTC));

  private RetryAfter() {}

  /** Null when it does not say, or nothing we understand. */
  static @Nullable Duration of(Reply reply, Instant now) {
    String asked = reply.header("retry-after");
    if (asked == null) {
      return null;
    }
    Duration wait;
    if (asked.matches("\\d+")) {
      wait = seconds(asked);
    } else {
      Instant until = date(asked);
      if (until == null) {
        return null;
      }
      // By its own clock, if it shows it: ours may be another.
      String date = reply.header("date");
      Instant theirs = date == null ? null : date(date);
      wait = Duration.between(theirs == null ? now : theirs, until);
    }
    if (wait.isNegative()) {
      return Duration.ZERO;
    }
    return wait.compareTo(LONGEST) > 0 ? LONGEST : wait;
  }

  /** However long: a number that we cannot hold is longer than a day. */
  private static Duration seconds(String digits) {
    String number = digits.replaceFirst("^0+", "");
    return number.length() > 9 ? LONGEST : Duration.ofSeconds(Long.parseLong("0" + number));
  }

  private static @Nullable Instant date(String text) {
    for (DateTimeFormatter form : DATES) {
      try {
        return form.parse(text, ZonedDateTime::from).toInstant();
      } catch (DateTimeException e) {
        // Another form, or none.
      }
    }
    return null;
  }
}
