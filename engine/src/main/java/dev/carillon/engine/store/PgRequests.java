package dev.carillon.engine.store;

import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.ledger.Reply;
import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.schedule.Status;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Requests on one {@link Database}, which may be bound to a tenant. Holds no connection. */
final class PgRequests implements RequestStore {

  private static final Sql NOW = Sql.of("session/now");

  private final Database database;
  private final PgSchedules schedules;
  private final PgLedgers ledgers;

  PgRequests(Database database) {
    this.database = database;
    schedules = new PgSchedules(database);
    ledgers = new PgLedgers(database);
  }

  /** The clock is nobody's: one statement, without the transaction that hides others' rows. */
  @Override
  public Instant now() {
    return database
        .unbound()
        .read(
            "read the clock", tx -> tx.query(NOW).map((row, _) -> Rows.instant(row, "now")).one());
  }

  @Override
  public List<Reply> update(List<Command> commands) {
    return ledgers.update(commands);
  }

  @Override
  public List<Reply> change(List<Entry> created, List<Command> commands) {
    return ledgers.change(created, commands);
  }

  @Override
  public void create(List<Entry> entries) {
    schedules.create(entries);
  }

  @Override
  public @Nullable Entry schedule(int orgId, UUID scheduleId) {
    return schedules.schedule(orgId, scheduleId);
  }

  @Override
  public List<Entry> schedules(
      int orgId, @Nullable Status status, @Nullable UUID after, int limit) {
    return schedules.schedules(orgId, status, after, limit);
  }

  @Override
  public Deletion delete(int orgId, UUID scheduleId, @Nullable Long version) {
    return schedules.delete(orgId, scheduleId, version);
  }

  @Override
  public List<RunRecord> history(int orgId, UUID scheduleId, @Nullable UUID before, int limit) {
    return schedules.history(orgId, scheduleId, before, limit);
  }

  @Override
  public List<OpenRun> openRuns(int orgId, UUID scheduleId) {
    return schedules.openRuns(orgId, scheduleId);
  }

  @Override
  public @Nullable RunRecord settledRun(int orgId, UUID runId) {
    return schedules.settledRun(orgId, runId);
  }

  @Override
  public @Nullable OpenRun openRun(int orgId, UUID runId) {
    return schedules.openRun(orgId, runId);
  }

  /** Tidying history is the engine's own work. */
  @Override
  public Sweep sweepHistory(@Nullable SweepCursor after, int keep, int limit) {
    throw new UnsupportedOperationException("history is swept for all organizations at once");
  }
}
