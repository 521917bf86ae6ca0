package dev.carillon.engine.store;

import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.RunError;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.run.RunState;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.Database.Tx;
import dev.carillon.engine.store.ScheduleStore.Entry;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What decisions changed in the books of some schedules, and how it is written: in batches. */
final class Difference {

  private static final Sql WRITE_TIMERS = Sql.of("ledgers/write-timers");
  private static final Sql NAME_TIMERS = Sql.of("ledgers/name-timers");
  private static final Sql COUNT_CHANGES = Sql.of("ledgers/count-changes");
  private static final Sql WRITE_STATUSES = Sql.of("ledgers/write-statuses");
  private static final Sql REPLACE = Sql.of("schedules/replace");
  private static final Sql WRITE_OPEN_RUNS = Sql.of("ledgers/write-open-runs");
  private static final Sql DELETE_OPEN_RUNS = Sql.of("ledgers/delete-open-runs");
  private static final Sql WRITE_RUNS = Sql.of("ledgers/write-runs");
  private static final Sql COMMIT = Sql.of("session/commit");

  /** Rows written by one statement, see write-open-runs.sql. */
  private static final int ROWS = 64;

  private final List<Folded> timers = new ArrayList<>();
  private final List<Schedule> statuses = new ArrayList<>();
  private final List<Schedule> definitions = new ArrayList<>();
  private final List<OpenRun> written = new ArrayList<>();
  private final List<UUID> closed = new ArrayList<>();
  private final List<RunRecord> history = new ArrayList<>();
  private final Set<Notice> notices = new LinkedHashSet<>();
  private final List<Entry> created;
  private final Newcomers newcomers;

  /**
   * @param created schedules that come into being in the same transaction
   */
  Difference(Collection<Folded> books, List<Entry> created) {
    this.created = created;
    newcomers = Newcomers.of(created);
    notices.addAll(PgSchedules.created(created));
    for (Folded folded : books) {
      if (!folded.after().timer().equals(folded.before().timer())) {
        timers.add(folded);
      }
      addDefinition(folded.before().schedule(), folded.after().schedule());
      addOpenRuns(folded);
      history.addAll(folded.history());
      if (folded.behindTheOwner()) {
        Timer timer = folded.after().timer();
        notices.add(new Notice.ScheduleChanged(timer.shard(), timer.scheduleId()));
      }
    }
  }

  private void addDefinition(Schedule before, Schedule after) {
    if (after.equals(before)) {
      return;
    }
    boolean statusOnly =
        after.equals(before.withStatus(after.status(), after.statusReason(), after.updatedAt()));
    (statusOnly ? statuses : definitions).add(after);
  }

  private void addOpenRuns(Folded folded) {
    for (OpenRun run : folded.after().openRuns()) {
      OpenRun before = folded.before().openRun(run.id());
      if (run.equals(before)) {
        continue;
      }
      written.add(run);
      Notice asksForStart = before == null ? Notice.RunAsked.of(run) : null;
      if (asksForStart != null) {
        notices.add(asksForStart);
      }
      boolean asked =
          run.cancelReason() != null && (before == null || before.cancelReason() == null);
      if (asked && run.state() instanceof RunState.Running running) {
        notices.add(new Notice.CancelAsked(running.node()));
      }
    }
    for (OpenRun run : folded.before().openRuns()) {
      if (folded.after().openRun(run.id()) == null) {
        closed.add(run.id());
      }
    }
  }

  /** Writes it, and ends the transaction. */
  void commit(Tx tx) throws SQLException {
    Together writes = new Together();
    if (!created.isEmpty()) {
      newcomers.insert(tx, writes);
    }
    inParts(timers, part -> writeTimers(writes, part));
    nameTimers(writes);
    if (!statuses.isEmpty()) {
      writeStatuses(writes);
    }
    for (Schedule definition : definitions) {
      writes.write(REPLACE, call -> Definitions.bind(call, definition));
    }
    if (!closed.isEmpty()) {
      writes.write(DELETE_OPEN_RUNS, call -> call.set("ids", Param.uuids(closed)));
    }
    inParts(written, part -> writes.write(WRITE_OPEN_RUNS, call -> bindOpenRuns(call, part)));
    inParts(history, part -> writes.write(WRITE_RUNS, call -> bindRuns(call, part)));
    if (!timers.isEmpty()) {
      countChanges(writes, column(timers, folded -> folded.after().timer().shard()));
    }
    tx.tell(notices);
    writes.write(COMMIT, _ -> {}).send(tx);
  }

  private static <T> void inParts(List<T> rows, Consumer<List<T>> write) {
    for (int from = 0; from < rows.size(); from += ROWS) {
      write.accept(rows.subList(from, Math.min(rows.size(), from + ROWS)));
    }
  }

  private static void writeTimers(Together writes, List<Folded> timers) {
    List<Timer> after = column(timers, folded -> folded.after().timer());
    writes.read(
        WRITE_TIMERS,
        call -> {
          call.set("old_revisions", ints(timers, folded -> folded.before().timer().revision()));
          call.set("unstarted", instants(timers, folded -> folded.after().unstartedThrough()));
          bindTimers(call, after);
        },
        _ -> {});
  }

  /**
   * Names in the agenda those timers that are due at another moment than before, also within their
   * bucket: who has read its names sees by the new one that there is something else to read.
   */
  private void nameTimers(Together writes) {
    Map<Timer, Long> moved = newcomers.buckets();
    for (Folded folded : timers) {
      Timer after = folded.after().timer();
      Instant due = after.dueAt();
      if (due != null && !due.equals(folded.before().timer().dueAt())) {
        moved.put(after, Agenda.bucketOf(due));
      }
    }
    nameTimers(writes, moved);
  }

  static void nameTimers(Together writes, Map<Timer, Long> buckets) {
    if (!buckets.isEmpty()) {
      List<Timer> timers = List.copyOf(buckets.keySet());
      writes.write(
          NAME_TIMERS,
          call ->
              call.set("ids", uuids(timers, Timer::scheduleId))
                  .set("orgs", ints(timers, Timer::orgId))
                  .set("shards", ints(timers, Timer::shard))
                  .set("buckets", Param.longs(buckets.values())));
    }
  }

  /** The last write of a transaction that changed timers: others wait for it until the commit. */
  static void countChanges(Together writes, Collection<Integer> shards) {
    writes.write(COUNT_CHANGES, call -> call.set("shards", Param.ints(Set.copyOf(shards))));
  }

  private static void bindTimers(Call call, List<Timer> timers) throws SQLException {
    call.set("ordinals", ordinals(timers))
        .set("ids", uuids(timers, Timer::scheduleId))
        .set("revisions", ints(timers, Timer::revision))
        .set("versions", longs(timers, Timer::version))
        .set("slots", instants(timers, Timer::slotAt))
        .set("dues", instants(timers, Timer::dueAt))
        .set("open_runs", ints(timers, Timer::openRuns))
        .set("repeats", ints(timers, Timer::repeat))
        .set("retries", ints(timers, Timer::retry))
        .set("run_counts", longs(timers, Timer::runCount))
        .set("error_counts", longs(timers, Timer::errorCount))
        .set("failures", ints(timers, Timer::consecutiveFailures))
        .set("skipped_counts", longs(timers, Timer::skippedCount))
        .set("last_run_ats", instants(timers, Timer::lastRunAt))
        .set("last_run_statuses", texts(timers, timer -> Words.ofNullable(timer.lastRunStatus())))
        .set("last_errors", texts(timers, Timer::lastError))
        .set("last_run_ids", uuids(timers, Timer::lastRunId))
        .set("run_seqs", ints(timers, Timer::runSeq));
  }

  private void writeStatuses(Together writes) {
    writes.write(
        WRITE_STATUSES,
        call ->
            call.set("ids", uuids(statuses, Schedule::id))
                .set("statuses", texts(statuses, schedule -> Words.of(schedule.status())))
                .set("reasons", texts(statuses, Schedule::statusReason))
                .set("updated", instants(statuses, Schedule::updatedAt)));
  }

  private static void bindOpenRuns(Call call, List<OpenRun> runs) throws SQLException {
    call.set("ordinals", ordinals(runs))
        .set("ids", uuids(runs, OpenRun::id))
        .set("orgs", ints(runs, OpenRun::orgId))
        .set("schedule_ids", uuids(runs, OpenRun::scheduleId))
        .set("shards", ints(runs, OpenRun::shard))
        .set("origins", texts(runs, run -> Words.of(run.origin())))
        .set("slots", instants(runs, OpenRun::slotAt))
        .set("first_dues", instants(runs, OpenRun::dueAt))
        .set("repeats", ints(runs, OpenRun::repeat))
        .set("retries", ints(runs, OpenRun::retry))
        .set("starts", instants(runs, OpenRun::startedAt))
        .set("payloads", texts(runs, OpenRun::payload))
        .set("cancel_reasons", texts(runs, OpenRun::cancelReason))
        .set("attempts", texts(runs, run -> Json.attempts(run.attempts())));
    List<StateColumns> states = column(runs, run -> StateColumns.of(run.state()));
    call.set("states", texts(states, StateColumns::word))
        .set("dues", instants(states, StateColumns::dueAt))
        .set("nodes", ints(states, StateColumns::node))
        .set("fences", longs(states, StateColumns::fence))
        .set("attempt_starts", instants(states, StateColumns::startedAt))
        .set("deadlines", instants(states, StateColumns::deadlineAt));
  }

  /** A run's state, spread over the columns that hold it. */
  private record StateColumns(
      String word,
      @Nullable Instant dueAt,
      @Nullable Integer node,
      @Nullable Long fence,
      @Nullable Instant startedAt,
      @Nullable Instant deadlineAt) {

    static StateColumns of(RunState state) {
      return switch (state) {
        case RunState.Queued _ -> new StateColumns("queued", null, null, null, null, null);
        case RunState.Waiting waiting ->
            new StateColumns("waiting", waiting.dueAt(), null, null, null, null);
        case RunState.Running running ->
            new StateColumns(
                "running",
                null,
                running.node(),
                running.fence(),
                running.startedAt(),
                running.deadlineAt());
        case RunState.Accepted accepted ->
            new StateColumns(
                "accepted",
                null,
                null,
                accepted.fence(),
                accepted.startedAt(),
                accepted.deadlineAt());
        case RunState.Settled settled ->
            throw new IllegalStateException("a settled run is not open: " + settled);
      };
    }
  }

  private static void bindRuns(Call call, List<RunRecord> runs) throws SQLException {
    call.set("ordinals", ordinals(runs))
        .set("ids", uuids(runs, RunRecord::id))
        .set("orgs", ints(runs, RunRecord::orgId))
        .set("schedule_ids", uuids(runs, RunRecord::scheduleId))
        .set("previous_ids", uuids(runs, RunRecord::previousId))
        .set("seqs", ints(runs, RunRecord::seq))
        .set("origins", texts(runs, run -> Words.of(run.origin())))
        .set("slots", instants(runs, RunRecord::slotAt))
        .set("repeats", ints(runs, RunRecord::repeat))
        .set("retries", ints(runs, RunRecord::retry))
        .set("statuses", texts(runs, run -> Words.of(run.status())))
        .set("reasons", texts(runs, RunRecord::reason))
        .set("skipped_slots", longs(runs, run -> zeroAsNull(run.skippedSlots())))
        .set("skipped_untils", instants(runs, RunRecord::skippedUntil))
        .set("started", instants(runs, RunRecord::startedAt))
        .set("attempts_started", instants(runs, RunRecord::attemptStartedAt))
        .set("completed", instants(runs, RunRecord::completedAt))
        .set("lateness", longs(runs, RunRecord::latenessMillis))
        .set("error_codes", texts(runs, run -> code(run.error())))
        .set("error_messages", texts(runs, run -> message(run.error())))
        .set("nodes", ints(runs, RunRecord::node))
        .set("attempts", texts(runs, run -> Json.attempts(run.attempts())));
  }

  private static Param ordinals(List<?> rows) {
    return Param.of(IntStream.rangeClosed(1, rows.size()).toArray());
  }

  private static @Nullable Long zeroAsNull(long value) {
    return value == 0 ? null : value;
  }

  private static @Nullable String code(@Nullable RunError error) {
    return error == null ? null : error.code();
  }

  private static @Nullable String message(@Nullable RunError error) {
    return error == null ? null : error.message();
  }

  private static <T> Param uuids(List<T> items, Function<T, @Nullable UUID> of) {
    return Param.uuids(Difference.<T, @Nullable UUID>column(items, of));
  }

  private static <T> Param instants(List<T> items, Function<T, @Nullable Instant> of) {
    return Param.instants(Difference.<T, @Nullable Instant>column(items, of));
  }

  private static <T> Param texts(List<T> items, Function<T, @Nullable String> of) {
    return Param.texts(Difference.<T, @Nullable String>column(items, of));
  }

  private static <T> Param ints(List<T> items, Function<T, @Nullable Integer> of) {
    return Param.ints(Difference.<T, @Nullable Integer>column(items, of));
  }

  private static <T> Param longs(List<T> items, Function<T, @Nullable Long> of) {
    return Param.longs(Difference.<T, @Nullable Long>column(items, of));
  }

  private static <T, C extends @Nullable Object> List<C> column(List<T> items, Function<T, C> of) {
    List<C> column = new ArrayList<>(items.size());
    for (T item : items) {
      column.add(of.apply(item));
    }
    return column;
  }
}
