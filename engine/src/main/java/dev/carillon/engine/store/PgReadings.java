package dev.carillon.engine.store;

import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.RunStore.AgendaRow;
import dev.carillon.engine.store.RunStore.Bookmark;
import dev.carillon.engine.store.RunStore.NamedRow;
import dev.carillon.engine.store.RunStore.Naming;
import dev.carillon.engine.store.RunStore.ReadQuery;
import dev.carillon.engine.store.RunStore.Reading;
import dev.carillon.engine.store.RunStore.Sighting;
import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Timers on their way into memory, by the agenda or by their ids. */
final class PgReadings {

  private static final Sql READ = Sql.of("slots/read");
  private static final Sql TIMERS = Sql.of("slots/timers");
  private static final Sql NEXT_DUE = Sql.of("slots/next-due");

  /**
   * Rows of the agenda that one reading looks at, most of which may name a single timer. Where rows
   * name two thousand, looking at as many again and again would cost more than all else: the next
   * reading looks at a few times those that the last one made use of.
   */
  private static final int MOST_ROWS = 4_096;

  private static final int FEWEST_ROWS = 64;

  private static final Param WIDTH = Param.of((int) Agenda.WIDTH.toMillis());

  private final Database database;
  private final Pinned reading;

  /** Used with reading. */
  private final CohortRows cohorts = new CohortRows();

  /** How many rows the next reading looks at; used with reading. */
  private int rows = MOST_ROWS;

  PgReadings(Database database, Pinned reading) {
    this.database = database;
    this.reading = reading;
  }

  Reading read(ReadQuery query) {
    List<AgendaRow> found = new ArrayList<>();
    PackedRow timers = new PackedRow(List.of());
    Walk walk =
        walk(
            query,
            false,
            (at, row, changes) -> {
              List<Sighting> seen = new ArrayList<>();
              PlainTimers.read(row.getBytes(8), row.getInt(7), changes, seen);
              addTo(seen, timers.over(row.getBytes(1)), changes);
              cohorts.read(row.getBytes(9), row.getInt(7), at.bucket(), changes, seen);
              found.add(new AgendaRow(at, row.getInt(6), seen));
            });
    return new Reading(walk.now, found, walk.next, walk.nextDue);
  }

  Naming names(ReadQuery query) {
    List<NamedRow> found = new ArrayList<>();
    Walk walk =
        walk(query, true, (at, row, _) -> found.add(new NamedRow(at, ids(row.getBytes(1)))));
    return new Naming(walk.now, walk.changes, found, walk.next, walk.nextDue);
  }

  /** Takes one row of the agenda, with its timers or its names packed. */
  @FunctionalInterface
  private interface EachRow {
    void take(Bookmark at, ResultSet row, long[] changes) throws SQLException;
  }

  /** How far a statement came. */
  private record Walk(
      Instant now, List<Long> changes, @Nullable Bookmark next, @Nullable Instant nextDue) {}

  private Walk walk(ReadQuery query, boolean namesOnly, EachRow each) {
    return reading.use(
        "read timers",
        connection -> {
          Call call =
              connection
                  .call(READ)
                  .set("now", database.now())
                  .set("shards", Param.of(Agenda.mask(query.shards())))
                  .set("after_bucket", Param.of(query.after().bucket()))
                  .set("after_id", Param.of(query.after().row()))
                  .set("up_to", Param.of(query.upTo()))
                  .set("org", Param.ofNullable(query.org()))
                  .set("except_orgs", Param.ints(query.exceptOrgs()))
                  .set("rows", Param.of(rows))
                  .set("limit", Param.of(query.limit()))
                  .set("names_only", Param.of(namesOnly))
                  .set("width_ms", WIDTH);
          Instant now;
          long[] changes;
          Bookmark next;
          int used = 0;
          try (ResultSet answer = call.query()) {
            answer.next();
            changes = changes(answer.getBytes(1));
            now = Objects.requireNonNull(Times.read(answer, 2));
            next = answer.getBoolean(5) ? new Bookmark(answer.getLong(3), answer.getLong(4)) : null;
            while (answer.next()) {
              Bookmark at = new Bookmark(answer.getLong(3), answer.getLong(4));
              each.take(at, answer, changes);
              used++;
            }
          }
          rows =
              next == null || used == 0 ? MOST_ROWS : Math.clamp(4L * used, FEWEST_ROWS, MOST_ROWS);
          Instant nextDue = next == null ? nextDue(connection, query) : null;
          return new Walk(now, LongStream.of(changes).boxed().toList(), next, nextDue);
        });
  }

  /** How often each shard was changed, by its number. */
  private static long[] changes(byte @Nullable [] packed) {
    long[] changes = new long[Timer.SHARDS];
    ByteBuffer.wrap(Objects.requireNonNull(packed)).asLongBuffer().get(changes);
    return changes;
  }

  private static void addTo(List<Sighting> seen, PackedRow timers, long[] changes)
      throws SQLException {
    while (timers.next()) {
      seen.add(Rows.sighting(timers, changes));
    }
  }

  /** Each element of the array comes with its length before it. */
  private static List<UUID> ids(byte @Nullable [] array) {
    ByteBuffer elements = ByteBuffer.wrap(Objects.requireNonNull(array));
    elements.position(Math.min(WireElements.HEADER_BYTES, elements.limit()));
    List<UUID> ids = new ArrayList<>();
    while (elements.hasRemaining()) {
      elements.getInt();
      ids.add(new UUID(elements.getLong(), elements.getLong()));
    }
    return ids;
  }

  private static @Nullable Instant nextDue(Pinned connection, ReadQuery query) throws SQLException {
    Call call =
        connection
            .call(NEXT_DUE)
            .set("shards", Param.ints(query.shards()))
            .set("mask", Param.of(Agenda.mask(query.shards())))
            .set("up_to_bucket", Param.of(query.upTo()))
            .set("up_to", Param.of(Agenda.beginningOf(query.upTo() + 1)))
            .set("org", Param.ofNullable(query.org()))
            .set("width_ms", WIDTH);
    try (ResultSet row = call.query()) {
      row.next();
      return Times.read(row, 1);
    }
  }

  List<Sighting> sightings(Collection<UUID> scheduleIds) {
    return reading.use(
        "read timers",
        connection -> {
          try (ResultSet rows =
              connection.call(TIMERS).set("ids", Param.uuids(scheduleIds)).query()) {
            rows.next();
            List<Sighting> seen = new ArrayList<>();
            addTo(seen, new PackedRow(List.of()).over(rows.getBytes(1)), changes(rows.getBytes(2)));
            return seen;
          }
        });
  }
}
