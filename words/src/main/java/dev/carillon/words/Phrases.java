package dev.carillon.words;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.time.temporal.TemporalAdjusters;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Plain phrases for timings. What is not wholly understood is refused: a schedule that fires at
 * another time than was meant is worse than a question.
 */
public final class Phrases {

  private static final Pattern IN = Pattern.compile("(?:in|after) (.+)");
  private static final Pattern EVERY_LENGTH = Pattern.compile("every (\\d.*)");
  private static final Pattern EVERY_UNIT =
      Pattern.compile("every (second|minute|hour)|(hourly)|every (?:other|second) (minute|hour)");
  private static final Pattern PAST_THE_HOUR =
      Pattern.compile("(?:every hour|hourly) at (?::|minute )?(\\d{1,2})");
  private static final Pattern EVERY_MONTH =
      Pattern.compile(
          "(?:every month|monthly|each month) on (?:the )?(?:(\\d{1,2})(?:st|nd|rd|th)?"
              + "|(last day))(?: at (.+))?");
  private static final Pattern OF_EVERY_MONTH =
      Pattern.compile(
          "(?:on )?the (?:(\\d{1,2})(?:st|nd|rd|th)?|(last day)) of (?:every|each|the) month"
              + "(?: at (.+))?");
  private static final Pattern EVERY_DAYS = Pattern.compile("(?:every |each )?(.+?) at (.+)");
  private static final Pattern ONCE =
      Pattern.compile(
          "(?:on )?(today|tonight|tomorrow|\\d{4}-\\d\\d-\\d\\d|(?:next )?[a-z]+) at (.+)");
  private static final Pattern AT = Pattern.compile("at (.+)");

  private final ZonedDateTime now;

  private Phrases(ZonedDateTime now) {
    this.now = now;
  }

  /**
   * Understands a phrase.
   *
   * @param now also says on which clock times of day are meant
   * @throws IllegalArgumentException with examples, if it is not understood
   */
  public static When parse(String phrase, ZonedDateTime now) {
    String text = phrase.strip().toLowerCase(Locale.ROOT).replaceAll("\\s+", " ");
    When when;
    try {
      when = new Phrases(now).understand(text);
    } catch (IllegalArgumentException e) {
      throw notUnderstood(phrase, ": " + e.getMessage(), e);
    }
    if (when == null) {
      throw notUnderstood(phrase, "", null);
    }
    return when;
  }

  private static IllegalArgumentException notUnderstood(
      String phrase, String why, @Nullable Throwable cause) {
    return new IllegalArgumentException(
        """
        "%s" is not understood%s. What is, for example:
          every 15 minutes · every 1h30m · every hour · every hour at :15
          every day at 18:30 · every weekday at 9am · every monday and thursday at noon
          every month on the 1st at 8am · every month on the last day at 17:00
          in 2 hours · today at 5pm · tomorrow at 18:30 · next friday at 9am
          2026-12-24 at 18:00
        For everything else say it as a cron expression, an interval or a moment.\
        """
            .formatted(phrase, why),
        cause);
  }

  private @Nullable When understand(String text) {
    Matcher in = IN.matcher(text);
    if (in.matches()) {
      return new When.At(now.toInstant().plus(length(in.group(1))), now.getZone());
    }
    Matcher length = EVERY_LENGTH.matcher(text);
    if (length.matches()) {
      return new When.Every(length(length.group(1)));
    }
    Matcher unit = EVERY_UNIT.matcher(text);
    if (unit.matches()) {
      return everyUnit(unit);
    }
    Matcher past = PAST_THE_HOUR.matcher(text);
    if (past.matches()) {
      return pastTheHour(past.group(1));
    }
    When month = month(text);
    if (month != null) {
      return month;
    }
    When once = once(text);
    return once == null ? days(text) : once;
  }

  private static Duration length(String text) {
    return Durations.parse(text.replace(" and ", " ").replaceFirst("^an? ", "1 "));
  }

  private static When everyUnit(Matcher unit) {
    if (unit.group(3) != null) {
      return new When.Every(Durations.parse("2 " + unit.group(3)));
    }
    return new When.Every(Durations.parse("1 " + (unit.group(1) == null ? "hour" : unit.group(1))));
  }

  private When pastTheHour(String minutes) {
    int minute = Integer.parseInt(minutes);
    if (minute > 59) {
      throw new IllegalArgumentException("an hour has no minute " + minute);
    }
    return cron("%d * * * *".formatted(minute));
  }

  private @Nullable When month(String text) {
    Matcher month = EVERY_MONTH.matcher(text);
    if (!month.matches()) {
      month = OF_EVERY_MONTH.matcher(text);
    }
    if (!month.matches()) {
      return null;
    }
    if (month.group(3) == null) {
      throw new IllegalArgumentException("it does not say at what time");
    }
    String day = "L";
    if (month.group(1) != null) {
      int number = Integer.parseInt(month.group(1));
      if (number < 1 || number > 28) {
        throw new IllegalArgumentException(
            number > 28 && number < 32
                ? "not every month has a day %d; say \"the last day\"".formatted(number)
                : "a month has no day %d".formatted(number));
      }
      day = String.valueOf(number);
    }
    return at(TimeOfDay.parseAll(month.group(3)), day, "*");
  }

  private @Nullable When days(String text) {
    Matcher days = EVERY_DAYS.matcher(text);
    String named = days.matches() ? days.group(1) : text.replaceFirst("^(every|each) ", "");
    String ofWeek = Weekdays.cron(named, text.startsWith("every ") || text.startsWith("each "));
    if (ofWeek == null) {
      return null;
    }
    if (!days.matches()) {
      throw new IllegalArgumentException("it does not say at what time");
    }
    return at(TimeOfDay.parseAll(days.group(2)), "*", ofWeek);
  }

  /** Several times of day are one expression if they share their minute. */
  private When at(List<LocalTime> times, String ofMonth, String ofWeek) {
    int minute = times.getFirst().getMinute();
    if (times.stream().anyMatch(time -> time.getMinute() != minute)) {
      throw new IllegalArgumentException(
          "times with different minutes need a schedule each, or a cron expression");
    }
    String hours =
        String.join(
            ",",
            times.stream()
                .map(LocalTime::getHour)
                .distinct()
                .sorted()
                .map(String::valueOf)
                .toList());
    return cron("%d %s %s * %s".formatted(minute, hours, ofMonth, ofWeek));
  }

  private When cron(String expression) {
    return new When.Cron(expression, now.getZone());
  }

  private @Nullable When once(String text) {
    Matcher at = AT.matcher(text);
    if (at.matches()) {
      LocalTime time = TimeOfDay.parse(at.group(1));
      LocalDate today = now.toLocalDate();
      boolean past = !Moments.at(today.atTime(time), now.getZone()).isAfter(now);
      return moment(past ? today.plusDays(1) : today, time);
    }
    Matcher once = ONCE.matcher(text);
    if (!once.matches()) {
      return null;
    }
    LocalDate date = date(once.group(1));
    return date == null ? null : moment(date, TimeOfDay.parse(once.group(2)));
  }

  private When moment(LocalDate date, LocalTime time) {
    ZonedDateTime moment = Moments.at(date.atTime(time), now.getZone());
    if (!moment.isAfter(now)) {
      throw new IllegalArgumentException("that has passed");
    }
    return new When.At(moment.toInstant(), now.getZone());
  }

  private @Nullable LocalDate date(String text) {
    LocalDate today = now.toLocalDate();
    switch (text) {
      case "today", "tonight" -> {
        return today;
      }
      case "tomorrow" -> {
        return today.plusDays(1);
      }
      default -> {}
    }
    if (Character.isDigit(text.charAt(0))) {
      try {
        return LocalDate.parse(text);
      } catch (DateTimeException e) {
        throw new IllegalArgumentException("there is no day " + text, e);
      }
    }
    // A bare weekday is the coming one, never today: "friday at 9am" said on a Friday is next week.
    DayOfWeek day = Weekdays.day(text.replaceFirst("^next ", ""));
    return day == null ? null : today.with(TemporalAdjusters.next(day));
  }
}
