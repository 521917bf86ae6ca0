package dev.carillon.importers.rq;

import dev.carillon.importers.Draft;
import dev.carillon.importers.Found;
import dev.carillon.importers.Identity;
import dev.carillon.importers.Lenient;
import dev.carillon.importers.Moments;
import dev.carillon.importers.Progress;
import dev.carillon.importers.Settings;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Makes the draft of a schedule of a job of RQ or rq-scheduler. */
final class RqDraft {

  private RqDraft() {}

  static Found of(
      Identity identity, RqJob job, double score, @Nullable String queue, Settings settings) {
    Instant next = Moments.seconds(score);
    String name = name(job, identity.id());
    if (next == null) {
      return new Found.Broken(identity, name, "the moment of its next run is none: " + score);
    }
    if (job.fields().isEmpty()) {
      return new Found.Broken(
          identity, name, "its job is gone: there is no rq:job:" + identity.id());
    }
    Draft draft = new Draft(settings, name);
    timing(draft, job, next);
    draft.codeTarget(job.function().isEmpty() ? "rq" : job.function(), job.payload());
    policies(draft, job);
    if (job.unread() != null) {
      draft.warn(
          "its arguments were not read (%s); the payload has its description and the bytes"
              .formatted(job.unread()));
    }
    var original = job.original();
    original.put("queue", queue == null ? job.text("origin") : queue);
    return new Found.Job(
        identity,
        draft.body().get("name").stringValue(),
        draft.body(),
        original,
        true,
        next,
        true,
        draft.warnings(),
        Progress.NONE,
        List.of());
  }

  private static String name(RqJob job, String id) {
    String description = job.text("description");
    return Draft.shortened(description.isBlank() ? id : description);
  }

  private static void timing(Draft draft, RqJob job, Instant next) {
    JsonNode meta = job.meta();
    String cron = meta.path("cron_string").asString("");
    double interval = meta.path("interval").asDouble(0);
    if (!cron.isBlank()) {
      // rq-scheduler evaluates cron on the clock of its host, whatever use_local_timezone says.
      draft.cron(cron, null, "the host of rq-scheduler");
    } else if (interval > 0) {
      draft.every(Duration.ofMillis(Math.round(interval * 1_000)), null);
    } else if (!repeated(draft, job)) {
      draft.once(next);
    }
    int repeats = meta.path("repeat").asInt(0);
    if (repeats > 0 && !draft.body().has("run_at")) {
      draft.put("total_repeats", repeats);
    }
  }

  /** RQ's own repetition: so many times more, after so many seconds each. */
  private static boolean repeated(Draft draft, RqJob job) {
    String left = job.text("repeats_left");
    Set<Double> intervals = new HashSet<>();
    JsonNode list = Lenient.json(job.text("repeat_intervals"));
    if (list != null && list.isArray()) {
      list.values().forEach(value -> intervals.add(value.asDouble(0)));
    }
    if (!left.matches("[1-9]\\d{0,8}") || intervals.isEmpty()) {
      return false;
    }
    double interval = intervals.iterator().next();
    if (intervals.size() > 1 || interval <= 0) {
      draft.warn("it repeats after different intervals; here it runs once");
      return false;
    }
    draft.every(Duration.ofMillis(Math.round(interval * 1_000)), null);
    draft.put("total_repeats", Integer.parseInt(left) + 1);
    return true;
  }

  private static void policies(Draft draft, RqJob job) {
    String timeout = job.text("timeout");
    if (timeout.matches("[1-9]\\d{0,7}")) {
      draft.seconds("timeout_seconds", Duration.ofSeconds(Long.parseLong(timeout)));
    }
    String retries = job.text("retries_left");
    draft.put("max_retries", retries.matches("\\d{1,6}") ? Integer.parseInt(retries) : 0);
    JsonNode waits = Lenient.json(job.text("retry_intervals"));
    if (waits != null && waits.path(0).isNumber() && waits.get(0).asDouble() > 0) {
      draft.seconds(
          "retry_delay_seconds", Duration.ofMillis((long) (waits.get(0).asDouble() * 1_000)));
    }
  }
}
