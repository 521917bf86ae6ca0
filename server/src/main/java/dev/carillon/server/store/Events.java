package dev.carillon.server.store;

import static java.util.Objects.requireNonNull;

import dev.carillon.engine.store.Param;
import dev.carillon.engine.store.Sql;
import dev.carillon.engine.store.Times;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jspecify.annotations.Nullable;

/** What happened, in the order of {@link Position}. Triggers write it; see its migration. */
public final class Events {

  private static final Sql AFTER = Statements.of("events/after");
  private static final Sql LATEST = Statements.of("events/latest");
  private static final Sql NEWS = Statements.of("events/news");
  private static final Sql TIP = Statements.of("events/tip");
  private static final Sql LISTEN = Statements.of("events/listen");
  private static final Sql RECORD = Statements.of("events/record");
  private static final Sql SWEEP = Statements.of("events/sweep");
  private static final Sql NOTE_LATE = Statements.of("events/note-late");

  private static final int SWEEP_ROWS = 20_000;

  private static final RowMapper<Event> ROW =
      (row, _) ->
          new Event(
              new Position(row.getLong("xid"), row.getLong("seq")),
              requireNonNull(Times.read(row, "at")),
              requireNonNull(row.getString("type")),
              (UUID) row.getObject("schedule_id"),
              (UUID) row.getObject("run_id"),
              row.getString("owner"),
              row.getString("agent_id"),
              requireNonNull(row.getString("data")));

  private final Tenants tenants;

  public Events(Tenants tenants) {
    this.tenants = tenants;
  }

  /** The next events of an organization, oldest first. */
  public List<Event> after(int orgId, Position position, int limit) {
    return tenants
        .of(orgId)
        .read(
            "read events",
            tx ->
                tx.query(AFTER)
                    .bind("org", orgId)
                    .bind("xid", position.xid())
                    .bind("seq", position.seq())
                    .bind("limit", limit)
                    .map(ROW)
                    .list());
  }

  /** The newest events of an organization, newest first. */
  public List<Event> latest(int orgId, int limit) {
    return tenants
        .of(orgId)
        .read(
            "read the newest events",
            tx -> tx.query(LATEST).bind("org", orgId).bind("limit", limit).map(ROW).list());
  }

  /** Which organizations have events after the position each has come to; one question for all. */
  public Set<Integer> news(Map<Integer, Position> positions) {
    List<Integer> orgs = new ArrayList<>(positions.keySet());
    List<Position> places = orgs.stream().map(org -> requireNonNull(positions.get(org))).toList();
    return tenants
        .all()
        .read(
            "look for events",
            tx ->
                new HashSet<>(
                    tx.query(NEWS)
                        .bind("orgs", Param.ints(orgs).argument())
                        .bind(
                            "xids",
                            Param.longs(places.stream().map(Position::xid).toList()).argument())
                        .bind(
                            "seqs",
                            Param.longs(places.stream().map(Position::seq).toList()).argument())
                        .mapTo(Integer.class)
                        .list()));
  }

  /** Where the events stand: what comes from now on is after it. */
  public Position tip() {
    return new Position(
        tenants.all().read("find the newest event", tx -> tx.query(TIP).mapTo(Long.class).one()),
        0);
  }

  /**
   * Has successes of this organization recorded for so long.
   *
   * @return from which transaction on they are; it grows when nobody had listened for a while
   */
  public long listen(int orgId, Duration time) {
    return tenants
        .of(orgId)
        .write(
            "listen to an organization",
            tx ->
                tx.query(LISTEN)
                    .bind("org", orgId)
                    .bind("millis", time.toMillis())
                    .map((row, _) -> row.getLong("since_xid"))
                    .one());
  }

  /**
   * What is on record for an organization.
   *
   * @param sweptXid events of transactions up to this one may be gone
   * @param newestXid no transaction has had this number yet, nor one above it
   * @param successesSince successes are on record from this transaction on; null if they are not
   */
  public record OnRecord(long sweptXid, long newestXid, @Nullable Long successesSince) {}

  public OnRecord onRecord(int orgId) {
    return tenants
        .of(orgId)
        .read(
            "see which events are on record",
            tx ->
                tx.query(RECORD)
                    .bind("org", orgId)
                    .map((row, _) ->
                        new OnRecord(
                            row.getLong("swept_xid"),
                            row.getLong("newest_xid"),
                            (Long) row.getObject("since_xid")))
                    .one());
  }

  /** Removes events older than this; returns how many, at most some thousands at a time. */
  public int sweep(Duration keep) {
    return tenants
        .all()
        .write(
            "sweep events",
            tx ->
                tx.query(SWEEP)
                    .bind("millis", keep.toMillis())
                    .bind("limit", SWEEP_ROWS)
                    .mapTo(Integer.class)
                    .one());
  }

  /** Reports slots that are overdue by more than this, each once; returns how many. */
  public int noteLate(Duration lateAfter) {
    return tenants
        .all()
        .write(
            "report late schedules",
            tx ->
                tx.query(NOTE_LATE)
                    .bind("millis", lateAfter.toMillis())
                    .mapTo(Integer.class)
                    .one());
  }
}
