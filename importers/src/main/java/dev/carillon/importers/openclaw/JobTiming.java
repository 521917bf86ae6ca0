package dev.carillon.importers.openclaw;

import dev.carillon.importers.Draft;
import dev.carillon.importers.Moments;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** When a job runs. */
final class JobTiming {

  /** OpenClaw spreads jobs at the top of every hour over five minutes unless they say otherwise. */
  private static final Duration USUAL_STAGGER = Duration.ofMinutes(5);

  private static final Pattern BLANKS = Pattern.compile("\\s+");

  private JobTiming() {}

  /** Why the job cannot be timed here; null when the draft has its timing. */
  record Problem(String reason, boolean understood) {}

  static @Nullable Problem put(Draft draft, ObjectNode job) {
    ObjectNode schedule = (ObjectNode) job.get("schedule");
    return switch (schedule.get("kind").stringValue()) {
      case "at" -> at(draft, schedule);
      case "every" -> every(draft, schedule, job);
      case "cron" -> cron(draft, schedule);
      case "on-exit" ->
          new Problem("it runs when another program ends, and a schedule goes by time", true);
      case "" -> new Problem("its schedule says neither at, every nor cron", false);
      default ->
          new Problem(
              "its schedule is of a kind that is not known: " + schedule.get("kind").stringValue(),
              false);
    };
  }

  private static @Nullable Problem at(Draft draft, ObjectNode schedule) {
    JsonNode at = schedule.has("at") ? schedule.get("at") : schedule.get("atMs");
    Instant moment = Moments.millis(at);
    if (moment == null && at != null && at.isString()) {
      moment = Moments.iso(at.stringValue());
    }
    if (moment == null) {
      return new Problem("its moment is none: " + at, false);
    }
    draft.once(moment);
    return null;
  }

  private static @Nullable Problem every(Draft draft, ObjectNode schedule, ObjectNode job) {
    JsonNode every = schedule.path("everyMs");
    long millis = every.isString() ? parsed(every.stringValue()) : every.asLong(0);
    if (millis <= 0) {
      return new Problem("its interval is no number of milliseconds above 0: " + every, false);
    }
    draft.every(Duration.ofMillis(millis), anchor(schedule, job));
    return null;
  }

  /** What OpenClaw counts intervals from: its anchor, or else when the job was made or changed. */
  private static @Nullable Instant anchor(ObjectNode schedule, ObjectNode job) {
    Instant anchor = Moments.millis(schedule.get("anchorMs"));
    Instant created = anchor == null ? Moments.millis(job.get("createdAtMs")) : anchor;
    return created == null ? Moments.millis(job.get("updatedAtMs")) : created;
  }

  private static long parsed(String digits) {
    return digits.strip().matches("\\d{1,15}") ? Long.parseLong(digits.strip()) : 0;
  }

  private static @Nullable Problem cron(Draft draft, ObjectNode schedule) {
    String expression = schedule.path("expr").asString("").strip();
    if (expression.isEmpty()) {
      return new Problem("its cron expression is empty", false);
    }
    String[] fields = BLANKS.split(expression);
    if (fields.length >= 5 && fields[fields.length - 1].startsWith("+")) {
      if (!fields[fields.length - 3].equals("*")) {
        return new Problem(
            "its + asks for days that match both the day of month and the day of week, and here"
                + " either is enough",
            true);
      }
      fields[fields.length - 1] = fields[fields.length - 1].substring(1);
      expression = String.join(" ", fields);
    }
    draft.cron(expression, schedule.path("tz").asString(null), "OpenClaw's host");
    draft.seconds("jitter_seconds", stagger(schedule, fields));
    return null;
  }

  private static @Nullable Duration stagger(ObjectNode schedule, String[] fields) {
    JsonNode given = schedule.get("staggerMs");
    if (given != null && given.isNumber()) {
      long millis = Math.min(given.asLong(0), Duration.ofDays(1).toMillis());
      return millis <= 0 ? null : Duration.ofMillis(millis);
    }
    int minute = fields.length - 5;
    boolean topOfHour =
        (fields.length == 5 || (fields.length == 6 && fields[0].equals("0")))
            && fields[minute].equals("0")
            && fields[minute + 1].contains("*");
    return topOfHour ? USUAL_STAGGER : null;
  }
}
