package dev.carillon.engine.store;

import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.schedule.InvalidSchedule;
import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.Database.Tx;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jspecify.annotations.Nullable;

/** Schedules and history in PostgreSQL. */
final class PgSchedules implements ScheduleStore {

  private static final Sql COMMIT = Sql.of("session/commit");
  private static final Sql FIND = Sql.of("schedules/find");
  private static final Sql LIST = Sql.of("schedules/list");
  private static final Sql LIST_BY_STATUS = Sql.of("schedules/list-by-status");
  private static final Sql LOCK = Sql.of("schedules/lock");
  private static final Sql VERSION = Sql.of("schedules/version");
  private static final Sql DELETE = Sql.of("schedules/delete");
  private static final Sql DELETE_OPEN_RUNS = Sql.of("schedules/delete-open-runs");
  private static final Sql DELETE_HISTORY = Sql.of("schedules/delete-history");
  private static final Sql HISTORY = Sql.of("history/list");
  private static final Sql OPEN_RUNS = Sql.of("history/open-runs");
  private static final Sql SETTLED_RUN = Sql.of("history/settled-run");
  private static final Sql OPEN_RUN = Sql.of("history/open-run");
  private static final Sql SWEEP = Sql.of("history/sweep");

  private static final SweepCursor BEGINNING = new SweepCursor(0, new UUID(0, 0));

  static final RowMapper<Optional<Entry>> ENTRY =
      (row, _) -> {
        Row columns = Row.of(row);
        Timer timer = Rows.timer(columns);
        return Definitions.read(columns).map(schedule -> new Entry(schedule, timer));
      };

  private final Database database;

  PgSchedules(Database database) {
    this.database = database;
  }

  @Override
  public void create(List<Entry> entries) {
    try {
      database.write(
          "create " + entries.size() + " schedules",
          tx -> {
            Together writes = new Together();
            Newcomers newcomers = Newcomers.of(entries);
            newcomers.insert(tx, writes);
            Difference.nameTimers(writes, newcomers.buckets());
            writes.write(COMMIT, _ -> {}).send(tx);
            tx.tell(created(entries));
            return true;
          });
    } catch (StoreException e) {
      if (Failures.isDuplicate(e)) {
        InvalidSchedule refusal =
            new InvalidSchedule("id", "must be new, but there is a schedule with it already");
        refusal.initCause(e);
        throw refusal;
      }
      throw e;
    }
  }

  static List<Notice> created(List<Entry> entries) {
    return entries.stream().map(entry -> changed(entry.timer().scheduleId())).toList();
  }

  private static Notice changed(UUID scheduleId) {
    return new Notice.ScheduleChanged(Timer.shardOf(scheduleId), scheduleId);
  }

  @Override
  public @Nullable Entry schedule(int orgId, UUID scheduleId) {
    return database.find(
        "read schedule " + scheduleId,
        tx ->
            tx.query(FIND)
                .bind("org", orgId)
                .bind("id", scheduleId)
                .map(ENTRY)
                .findOne()
                .flatMap(entry -> entry));
  }

  @Override
  public List<Entry> schedules(
      int orgId, @Nullable Status status, @Nullable UUID after, int limit) {
    return database.read(
        "list schedules",
        tx -> {
          var query =
              status == null
                  ? tx.query(LIST)
                  : tx.query(LIST_BY_STATUS).bind("status", Words.of(status));
          return query
              .bind("org", orgId)
              .bind("after", Param.of(after).argument())
              .bind("limit", limit)
              .map(ENTRY)
              .stream()
              .flatMap(Optional::stream)
              .toList();
        });
  }

  @Override
  public Deletion delete(int orgId, UUID scheduleId, @Nullable Long version) {
    for (int i = 1; i < Imminent.TRIES; i++) {
      Imminent.await(database, List.of(scheduleId));
      Optional<Deletion> deletion = delete(orgId, scheduleId, version, false);
      if (deletion.isPresent()) {
        return deletion.get();
      }
    }
    Deletion deletion = delete(orgId, scheduleId, version, true).orElseThrow();
    Imminent.pass(database);
    return deletion;
  }

  /** Nothing, and it is still there, when its slot is about to be due. */
  private Optional<Deletion> delete(
      int orgId, UUID scheduleId, @Nullable Long version, boolean whenImminent) {
    return database.write(
        "delete schedule " + scheduleId,
        tx -> {
          tx.query(PgLedgers.LEAVE_COHORTS)
              .bind("ids", Param.uuids(List.of(scheduleId)).argument())
              .map((_, _) -> true)
              .list();
          Optional<Boolean> imminent =
              tx.query(LOCK)
                  .bind("org", orgId)
                  .bind("id", scheduleId)
                  .bind("within_ms", Imminent.WITHIN_MS.argument())
                  .mapTo(Boolean.class)
                  .findOne();
          if (imminent.isEmpty()) {
            return Optional.of(Deletion.NO_SCHEDULE);
          }
          if (version != null && version != version(tx, orgId, scheduleId)) {
            return Optional.of(Deletion.STALE_VERSION);
          }
          if (imminent.get() && !whenImminent) {
            return Optional.empty();
          }
          Set<Notice> news = new LinkedHashSet<>();
          news.add(changed(scheduleId));
          tx.update(DELETE_HISTORY).bind("org", orgId).bind("id", scheduleId).execute();
          tx.query(DELETE_OPEN_RUNS)
              .bind("org", orgId)
              .bind("id", scheduleId)
              .mapTo(Integer.class)
              .filter(node -> node != 0)
              .forEach(node -> news.add(new Notice.CancelAsked(node)));
          tx.update(DELETE).bind("org", orgId).bind("id", scheduleId).execute();
          Together last = new Together();
          Difference.countChanges(last, Set.of(Timer.shardOf(scheduleId)));
          last.write(COMMIT, _ -> {}).send(tx);
          tx.tell(news);
          return Optional.of(Deletion.DELETED);
        });
  }

  /** Of a locked schedule. */
  private static long version(Tx tx, int orgId, UUID scheduleId) throws SQLException {
    return tx.query(VERSION).bind("org", orgId).bind("id", scheduleId).mapTo(Long.class).one();
  }

  @Override
  public List<RunRecord> history(int orgId, UUID scheduleId, @Nullable UUID before, int limit) {
    return database.read(
        "read the history of schedule " + scheduleId,
        tx ->
            tx.query(HISTORY)
                .bind("org", orgId)
                .bind("schedule_id", scheduleId)
                .bind("before", Param.of(before).argument())
                .bind("limit", limit)
                .map(Rows.RUN)
                .list());
  }

  @Override
  public List<OpenRun> openRuns(int orgId, UUID scheduleId) {
    return database.read(
        "read the open runs of schedule " + scheduleId,
        tx ->
            tx.query(OPEN_RUNS)
                .bind("org", orgId)
                .bind("schedule_id", scheduleId)
                .map(Rows.OPEN_RUN)
                .list());
  }

  @Override
  public @Nullable RunRecord settledRun(int orgId, UUID runId) {
    return database.find(
        "read run " + runId,
        tx -> tx.query(SETTLED_RUN).bind("org", orgId).bind("id", runId).map(Rows.RUN).findOne());
  }

  @Override
  public @Nullable OpenRun openRun(int orgId, UUID runId) {
    return database.find(
        "read open run " + runId,
        tx -> tx.query(OPEN_RUN).bind("org", orgId).bind("id", runId).map(Rows.OPEN_RUN).findOne());
  }

  @Override
  public Sweep sweepHistory(@Nullable SweepCursor after, int keep, int limit) {
    SweepCursor from = after == null ? BEGINNING : after;
    return database.write(
        "sweep history",
        tx ->
            tx.query(SWEEP)
                .bind("after_org", from.orgId())
                .bind("after_id", from.runId())
                .bind("keep", keep)
                .bind("spared_ms", SPARED.toMillis())
                .bind("limit", limit)
                .map((row, _) -> {
                  int looked = row.getInt("looked");
                  UUID last = Rows.uuid(row, "id");
                  return new Sweep(
                      looked,
                      row.getInt("removed"),
                      last == null || looked < limit
                          ? null
                          : new SweepCursor(row.getInt("org_id"), last));
                })
                .one());
  }
}
