package dev.carillon.importers.openclaw;

import dev.carillon.importers.Lenient;
import dev.carillon.importers.Moments;
import dev.carillon.importers.PastRun;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What jobs did, gathered from logs of all ages; the newest runs of each job. */
final class RunLog {

  /** As many as a schedule keeps by itself. */
  private static final int MOST = 100;

  private static final int LONGEST_ERROR = 2_000;

  private final Map<String, List<PastRun>> runs = new HashMap<>();

  /** Lines of JSON; those that are broken, or that tell of no end, are passed over. */
  void lines(String text) {
    text.lines()
        .map(String::strip)
        .filter(line -> line.startsWith("{"))
        .forEach(line -> {
          if (Lenient.json(line) instanceof ObjectNode entry
              && entry.path("jobId").isString()
              && entry.path("action").asString("").equals("finished")) {
            entry(entry.get("jobId").stringValue(), entry);
          }
        });
  }

  /** A row of cron_run_logs: its columns, or else the line it was made from. */
  void row(ObjectNode row) {
    ObjectNode entry = Lenient.jsonObject(row.path("entry_json").asString(null));
    copy(row, "ts", entry, "ts");
    copy(row, "status", entry, "status");
    copy(row, "error", entry, "error");
    copy(row, "run_at_ms", entry, "runAtMs");
    copy(row, "duration_ms", entry, "durationMs");
    entry(row.path("job_id").asString(""), entry);
  }

  /** A row of task_runs, where later versions keep what cron jobs did. */
  void task(ObjectNode row) {
    if (!row.path("runtime").asString("cron").equals("cron")) {
      return;
    }
    Instant started = Moments.millis(row.get("started_at"));
    Instant ended = Moments.millis(row.get("ended_at"));
    PastRun.Status status =
        switch (row.path("status").asString("")) {
          case "succeeded" -> PastRun.Status.SUCCESS;
          case "failed", "timed_out", "lost" -> PastRun.Status.ERROR;
          case "cancelled", "skipped" -> PastRun.Status.SKIPPED;
          default -> null;
        };
    String job = row.path("source_id").asString("");
    if (started != null && ended != null && status != null && !job.isEmpty()) {
      add(job, new PastRun(started, ended, status, error(row.get("error"))));
    }
  }

  private void entry(String job, ObjectNode entry) {
    Instant ended = entry.path("ts").isNumber() ? Moments.millis(entry.get("ts")) : null;
    PastRun.Status status = status(entry.path("status").asString(""));
    if (job.isEmpty() || ended == null || status == null) {
      return;
    }
    Instant started = Moments.millis(entry.get("runAtMs"));
    long duration = Math.max(0, entry.path("durationMs").asLong(0));
    Instant began = started == null ? ended.minusMillis(duration) : started;
    Instant end = duration > 0 ? began.plusMillis(duration) : ended;
    add(
        job,
        new PastRun(began, end.isBefore(began) ? began : end, status, error(entry.get("error"))));
  }

  /** The last run that a job's state tells of, where no log does. */
  void state(String job, ObjectNode state) {
    Instant last = Moments.millis(state.get("lastRunAtMs"));
    JsonNode word =
        state.has("lastRunStatus") ? state.get("lastRunStatus") : state.get("lastStatus");
    PastRun.Status status = word == null ? null : status(word.asString(""));
    if (last != null && status != null && of(job).isEmpty()) {
      long duration = Math.max(0, state.path("lastDurationMs").asLong(0));
      add(job, new PastRun(last, last.plusMillis(duration), status, error(state.get("lastError"))));
    }
  }

  private static PastRun.@Nullable Status status(String word) {
    return switch (word) {
      case "ok" -> PastRun.Status.SUCCESS;
      case "error" -> PastRun.Status.ERROR;
      case "skipped" -> PastRun.Status.SKIPPED;
      default -> null;
    };
  }

  private static @Nullable String error(@Nullable JsonNode error) {
    if (error == null || error.isNull()) {
      return null;
    }
    String text = error.isString() ? error.stringValue() : error.toString();
    return text.length() > LONGEST_ERROR ? text.substring(0, LONGEST_ERROR) : text;
  }

  private static void copy(ObjectNode from, String column, ObjectNode to, String name) {
    if (from.hasNonNull(column)) {
      to.set(name, from.get(column));
    }
  }

  private void add(String job, PastRun run) {
    runs.computeIfAbsent(job, _ -> new ArrayList<>()).add(run);
  }

  /** The newest runs of a job, oldest first, each moment once. */
  List<PastRun> of(String job) {
    List<PastRun> sorted = new ArrayList<>(runs.getOrDefault(job, List.of()));
    sorted.sort(Comparator.comparing(PastRun::startedAt));
    List<PastRun> distinct = new ArrayList<>();
    for (PastRun run : sorted) {
      if (distinct.isEmpty() || run.startedAt().isAfter(distinct.getLast().startedAt())) {
        distinct.add(run);
      }
    }
    return distinct.subList(Math.max(0, distinct.size() - MOST), distinct.size());
  }
}
