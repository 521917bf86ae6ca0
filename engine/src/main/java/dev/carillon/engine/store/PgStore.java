package dev.carillon.engine.store;

import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.ledger.Reply;
import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The store in PostgreSQL, 15 or newer. Safe for use by many threads.
 *
 * <p>It keeps up to five connections of the data source for the short path of runs and one for each
 * subscription to its notices, and borrows others as it needs them. They must be connections to
 * PostgreSQL itself, or through a pooler that keeps a session for each: prepared statements,
 * settings and LISTEN belong to a session.
 */
public final class PgStore implements Store, AutoCloseable {

  private static final Sql NOW = Sql.of("session/now");
  private static final Sql DUE_OPEN_RUNS = Sql.of("slots/due-open-runs");
  private static final Sql RUNNING_ON = Sql.of("slots/running-on");

  /** What is told when a store closes wakes others up at once, and is worth a short wait. */
  private static final Duration TOLD_WITHIN = Duration.ofSeconds(1);

  private final Database database;
  private final PgNodes nodes;
  private final PgSlots slots;
  private final PgLedgers ledgers;
  private final PgSchedules schedules;

  private PgStore(Database database) {
    this.database = database;
    nodes = new PgNodes(database);
    slots = new PgSlots(database);
    ledgers = new PgLedgers(database);
    schedules = new PgSchedules(database);
  }

  /** Brings the schema up to date and opens the store on it. */
  public static PgStore open(DataSource dataSource) {
    return open(dataSource, null, Patience.USUAL);
  }

  /**
   * The same with another clock.
   *
   * @param clock takes the place of the database's clock in tests; null in production
   */
  public static PgStore open(DataSource dataSource, @Nullable Supplier<Instant> clock) {
    return open(dataSource, clock, Patience.USUAL);
  }

  /**
   * The same for a node with this lease: no lock is held for long by a process that froze.
   *
   * @param lease how long the node is trusted without a sign of life
   */
  public static PgStore open(DataSource dataSource, Duration lease) {
    return open(dataSource, null, Patience.withLease(lease));
  }

  private static PgStore open(
      DataSource dataSource, @Nullable Supplier<Instant> clock, Patience patience) {
    new Migrator(dataSource, Migrations.ENGINE).migrate();
    return new PgStore(new Database(dataSource, clock, patience));
  }

  /** What one organization's people may do, in transactions that cannot see another's rows. */
  public RequestStore within(Tenant tenant) {
    return new PgRequests(database.as(tenant));
  }

  /** The notices that this store and all others on the same database send. */
  public PgNotices notices() {
    return new PgNotices(database.dataSource());
  }

  @Override
  public Instant now() {
    return database.read(
        "read the clock", tx -> tx.query(NOW).map((row, _) -> Rows.instant(row, "now")).one());
  }

  @Override
  public Reading read(ReadQuery query) {
    return query.shards().isEmpty() ? new Reading(now(), List.of(), null, null) : slots.read(query);
  }

  @Override
  public Naming names(ReadQuery query) {
    return slots.names(query);
  }

  @Override
  public void discard(List<Bookmark> rows) {
    slots.discard(rows);
  }

  @Override
  public @Nullable Bookmark tidy(Collection<Integer> shards, Bookmark after, long upTo, int names) {
    return slots.tidy(shards, after, upTo, names);
  }

  @Override
  public List<Sighting> sightings(Collection<UUID> scheduleIds) {
    return slots.sightings(scheduleIds);
  }

  @Override
  public List<Schedule> definitions(Collection<UUID> scheduleIds) {
    return slots.definitions(scheduleIds);
  }

  @Override
  public List<OpenRun> dueOpenRuns(Collection<Integer> shards, Instant upTo, int limit) {
    return database.read(
        "read due open runs",
        tx ->
            tx.query(DUE_OPEN_RUNS)
                .bind("shards", Param.ints(shards).argument())
                .bind("up_to", Param.of(upTo).argument())
                .bind("limit", limit)
                .map(Rows.OPEN_RUN)
                .list());
  }

  @Override
  public List<OpenRun> runningOn(int node) {
    return database.read(
        "read the runs of node " + node,
        tx -> tx.query(RUNNING_ON).bind("node", node).map(Rows.OPEN_RUN).list());
  }

  @Override
  public Begun begin(int node, long batch, List<SlotClaim> claims) {
    return slots.begin(node, batch, claims);
  }

  @Override
  public void forget(int node, Collection<Long> batches) {
    slots.forget(node, batches);
  }

  @Override
  public Completed complete(int node, List<Completion> completions) {
    return slots.complete(node, completions);
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
  public Pulse join(String name, @Nullable String place, Duration lease) {
    return nodes.join(name, place, lease);
  }

  @Override
  public Pulse beat(int node, Duration lease) {
    return nodes.beat(node, lease);
  }

  @Override
  public boolean bury(int node, long beatSeen, int heir) {
    return nodes.bury(node, beatSeen, heir);
  }

  @Override
  public List<ShardLease> acquire(int node, int atMost) {
    return nodes.acquire(node, atMost);
  }

  @Override
  public void release(int node, List<ShardLease> shards) {
    nodes.release(node, shards);
  }

  @Override
  public void leave(int node) {
    nodes.leave(node);
  }

  @Override
  public Estate estate(int atMost) {
    return nodes.estate(atMost);
  }

  @Override
  public void closeEstate(List<IntentKey> intents) {
    nodes.closeEstate(intents);
  }

  @Override
  public List<NodeSight> nodes() {
    return nodes.nodes();
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

  @Override
  public Sweep sweepHistory(@Nullable SweepCursor after, int keep, int limit) {
    return schedules.sweepHistory(after, keep, limit);
  }

  /** Tells what is still to be told and gives all connections back; the data source stays open. */
  @Override
  public void close() {
    database.herald().flush(TOLD_WITHIN);
    slots.close();
  }
}
