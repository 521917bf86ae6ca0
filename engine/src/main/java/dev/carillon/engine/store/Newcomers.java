package dev.carillon.engine.store;

import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.Database.Tx;
import dev.carillon.engine.store.ScheduleStore.Entry;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * New schedules on their way into the tables, those that come due together in cohorts.
 *
 * @param cohorts of some of the entries
 */
record Newcomers(List<Entry> entries, List<Cohort> cohorts) {

  private static final Sql INSERT = Sql.of("schedules/insert");
  private static final Sql INSERT_TIMER = Sql.of("schedules/insert-timer");
  private static final Sql COHORT_NUMBERS = Sql.of("schedules/cohort-numbers");
  private static final Sql INSERT_COHORT = Sql.of("schedules/insert-cohort");
  private static final Sql NAME_COHORTS = Sql.of("schedules/name-cohorts");

  static Newcomers of(List<Entry> entries) {
    return new Newcomers(entries, Cohort.among(entries));
  }

  /** A cohort with its number. */
  private record Numbered(long number, Cohort cohort) {}

  /** Where a member is. */
  private record Seat(long cohort, int bit) {}

  /**
   * Adds their rows. Timers that are in no cohort are yet to be named, see {@link #buckets}, and
   * all are yet to be told of.
   *
   * @param writes what is sent afterwards
   */
  void insert(Tx tx, Together writes) throws SQLException {
    if (entries.size() == 1) {
      Entry entry = entries.getFirst();
      writes.write(INSERT, call -> Definitions.bind(call, entry.schedule()));
      writes.write(INSERT_TIMER, call -> bind(call, entry.timer(), null));
      return;
    }
    Map<UUID, Seat> seats = new HashMap<>();
    List<Numbered> numbered = cohorts.isEmpty() ? List.of() : number(tx, seats);
    tx.writeEach(INSERT, entries, (call, entry) -> Definitions.bind(call, entry.schedule()));
    tx.writeEach(
        INSERT_TIMER,
        entries,
        (call, entry) -> bind(call, entry.timer(), seats.get(entry.schedule().id())));
    if (!numbered.isEmpty()) {
      tx.writeEach(INSERT_COHORT, numbered, Newcomers::bind);
      writes.write(NAME_COHORTS, call -> bindNames(call, numbered));
    }
  }

  private List<Numbered> number(Tx tx, Map<UUID, Seat> seats) {
    List<Long> numbers =
        tx.query(COHORT_NUMBERS).bind("count", cohorts.size()).mapTo(Long.class).list();
    List<Numbered> numbered = new ArrayList<>(cohorts.size());
    for (int i = 0; i < cohorts.size(); i++) {
      Cohort cohort = cohorts.get(i);
      numbered.add(new Numbered(numbers.get(i), cohort));
      for (int bit = 0; bit < cohort.members().size(); bit++) {
        seats.put(cohort.members().get(bit).schedule().id(), new Seat(numbers.get(i), bit));
      }
    }
    return numbered;
  }

  /** The timers that come by themselves, and the buckets in which they are to be named. */
  Map<Timer, Long> buckets() {
    Map<Timer, Long> buckets = new LinkedHashMap<>();
    for (Entry entry : entries) {
      Long bucket = Agenda.newBucket(null, entry.timer().dueAt());
      if (bucket != null) {
        buckets.put(entry.timer(), bucket);
      }
    }
    cohorts.forEach(cohort -> cohort.members().forEach(entry -> buckets.remove(entry.timer())));
    return buckets;
  }

  private static void bind(Call call, Numbered numbered) throws SQLException {
    Cohort cohort = numbered.cohort();
    Timer timer = cohort.timer();
    call.set("id", Param.of(numbered.number()))
        .set("slot_at", Param.of(timer.slotAt()))
        .set("due_at", Param.of(timer.dueAt()))
        .set("version", Param.of(timer.version()))
        .set("org_id", Param.of(timer.orgId()))
        .set("shard", Param.of(timer.shard()))
        .set("size", Param.of(cohort.members().size()))
        .set("schedule_ids", Param.uuids(cohort.scheduleIds()))
        .set("texts", Param.of(CohortTexts.of(cohort)));
  }

  private static void bindNames(Call call, List<Numbered> numbered) throws SQLException {
    List<Timer> timers = Columns.column(numbered, each -> each.cohort().timer());
    call.set("ids", Param.of(Columns.longs(numbered, Numbered::number)))
        .set("orgs", Param.of(Columns.ints(timers, Timer::orgId)))
        .set("shards", Param.of(Columns.ints(timers, Timer::shard)))
        .set("sizes", Param.of(Columns.ints(numbered, each -> each.cohort().members().size())))
        .set("buckets", Param.of(Columns.longs(timers, Newcomers::bucket)));
  }

  private static long bucket(Timer timer) {
    return Agenda.bucketOf(Objects.requireNonNull(timer.dueAt()));
  }

  private static void bind(Call call, Timer timer, @Nullable Seat seat) throws SQLException {
    call.set("schedule_id", Param.of(timer.scheduleId()))
        .set("org_id", Param.of(timer.orgId()))
        .set("shard", Param.of(timer.shard()))
        .set("revision", Param.of(timer.revision()))
        .set("version", Param.of(timer.version()))
        .set("slot_at", Param.of(timer.slotAt()))
        .set("due_at", Param.of(timer.dueAt()))
        .set("open_runs", Param.of(timer.openRuns()))
        .set("repeat", Param.of(timer.repeat()))
        .set("retry", Param.of(timer.retry()))
        .set("run_count", Param.of(timer.runCount()))
        .set("error_count", Param.of(timer.errorCount()))
        .set("consecutive_failures", Param.of(timer.consecutiveFailures()))
        .set("skipped_count", Param.of(timer.skippedCount()))
        .set("last_run_at", Param.of(timer.lastRunAt()))
        .set("last_run_status", Param.of(Words.ofNullable(timer.lastRunStatus())))
        .set("last_error", Param.of(timer.lastError()))
        .set("last_run_id", Param.of(timer.lastRunId()))
        .set("run_seq", Param.of(timer.runSeq()))
        .set("cohort_id", Param.ofNullable(seat == null ? null : seat.cohort()))
        .set("cohort_bit", Param.ofNullable(seat == null ? null : seat.bit()));
  }
}
