package dev.carillon.words;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A cron expression in a few words, where it has one of the usual shapes; itself otherwise. */
public final class TimingWords {

  private static final Pattern NUMBER = Pattern.compile("\\d{1,2}");

  /** Every so many from the start or, as imported intervals have it, from later on to the end. */
  private static final Pattern STEP = Pattern.compile("(?:\\*|(\\d{1,2})-(?:59|23))/(\\d{1,2})");

  private static final Pattern DAYS = Pattern.compile("[0-7](,[0-7])*");
  private static final List<String> WEEK =
      List.of("Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun");
  private static final Map<String, String> MACROS =
      Map.of(
          "@hourly", "0 * * * *",
          "@daily", "0 0 * * *",
          "@midnight", "0 0 * * *",
          "@weekly", "0 0 * * 0",
          "@monthly", "0 0 1 * *");

  private TimingWords() {}

  /**
   * @param zone named where a time of day depends on it and it is not UTC
   */
  public static String cron(String expression, @Nullable String zone) {
    String plain = MACROS.getOrDefault(expression.strip(), expression.strip());
    String[] fields = plain.split("\\s+", -1);
    String words =
        switch (fields.length) {
          case 5 -> fields[3].equals("*") ? words(fields) : null;
          case 6 -> withSeconds(fields);
          default -> null;
        };
    if (words != null && words.startsWith("every ") && !words.contains(" at ")) {
      return words;
    }
    String elsewhere = zone == null || zone.equals("UTC") || zone.equals("Z") ? "" : " " + zone;
    return (words == null ? expression : words) + elsewhere;
  }

  /** Only rhythms: a time of day to the second is no usual shape. */
  private static @Nullable String withSeconds(String[] fields) {
    String[] rest = Arrays.copyOfRange(fields, 1, fields.length);
    if (String.join("", rest).equals("*****")) {
      String seconds = step(fields[0], 60, "s");
      if (seconds != null) {
        return seconds;
      }
    }
    String words = NUMBER.matcher(fields[0]).matches() && rest[3].equals("*") ? words(rest) : null;
    return words != null && words.startsWith("every ") && !words.contains(" at ") ? words : null;
  }

  private static @Nullable String words(String[] fields) {
    String minute = fields[0];
    String hour = fields[1];
    boolean everyDay = fields[2].equals("*") && fields[4].equals("*");
    if (everyDay && hour.equals("*")) {
      return ofHour(minute);
    }
    if (everyDay && NUMBER.matcher(minute).matches() && STEP.matcher(hour).matches()) {
      return step(hour, 24, "h");
    }
    if (!NUMBER.matcher(minute).matches() || !NUMBER.matcher(hour).matches()) {
      return null;
    }
    String days = days(fields[2], fields[4]);
    return days == null
        ? null
        : "%s at %02d:%02d".formatted(days, Integer.parseInt(hour), Integer.parseInt(minute));
  }

  private static @Nullable String ofHour(String minute) {
    if (minute.equals("*")) {
      return "every 1m";
    }
    if (NUMBER.matcher(minute).matches()) {
      int past = Integer.parseInt(minute);
      return past == 0 ? "every 1h" : "every 1h at :%02d".formatted(past);
    }
    return step(minute, 60, "m");
  }

  /** Only steps that divide the whole are even: every 7 minutes would be a lie at the hour. */
  private static @Nullable String step(String field, int whole, String unit) {
    Matcher parts = STEP.matcher(field);
    if (!parts.matches()) {
      return null;
    }
    int step = Integer.parseInt(parts.group(2));
    int first = parts.group(1) == null ? 0 : Integer.parseInt(parts.group(1));
    return step > first && whole % step == 0 ? "every " + step + unit : null;
  }

  private static @Nullable String days(String ofMonth, String ofWeek) {
    if (ofWeek.equals("*")) {
      return ofMonth.equals("*")
          ? "daily"
          : NUMBER.matcher(ofMonth).matches()
              ? "monthly on day " + ofMonth
              : ofMonth.equals("L") ? "monthly on the last day" : null;
    }
    if (!ofMonth.equals("*")) {
      return null;
    }
    if (ofWeek.equals("1-5")) {
      return "weekdays";
    }
    if (ofWeek.equals("0,6") || ofWeek.equals("6,0") || ofWeek.equals("6,7")) {
      return "weekends";
    }
    if (!DAYS.matcher(ofWeek).matches()) {
      return null;
    }
    List<String> names = new ArrayList<>();
    for (String day : ofWeek.split(",", -1)) {
      names.add(WEEK.get(Integer.parseInt(day)));
    }
    return String.join(", ", names);
  }
}
