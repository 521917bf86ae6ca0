package dev.carillon.engine.store;

import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.store.RunStore.Begun;
import dev.carillon.engine.store.RunStore.Bookmark;
import dev.carillon.engine.store.RunStore.Completed;
import dev.carillon.engine.store.RunStore.Completion;
import dev.carillon.engine.store.RunStore.Naming;
import dev.carillon.engine.store.RunStore.ReadQuery;
import dev.carillon.engine.store.RunStore.Reading;
import dev.carillon.engine.store.RunStore.Sighting;
import dev.carillon.engine.store.RunStore.SlotClaim;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The short path of a run. Each step is one statement for many runs, on a connection of its own, so
 * that reading ahead never delays a beginning, nor a beginning a completion.
 */
final class PgSlots implements AutoCloseable {

  private static final Sql DEFINITIONS = Sql.of("schedules/definitions");
  private static final Sql DEFINITIONS_BY_PATTERN = Sql.of("schedules/definitions-by-pattern");
  private static final Sql DISCARD = Sql.of("slots/discard");
  private static final Sql TIDY = Sql.of("slots/tidy");
  private static final Sql FORGET = Sql.of("slots/forget");

  /** Rows of the agenda that one tidying locks. */
  private static final int ROWS_PER_TIDYING = 512;

  /** So few definitions are read whole: sorting them by their patterns takes longer. */
  private static final int FEW_DEFINITIONS = 16;

  /** How many further questions are asked for whole rows after an answer of hardly alike ones. */
  private static final int QUESTIONS_AFTER_UNLIKE = 32;

  private static final Param WIDTH = Param.of((int) Agenda.WIDTH.toMillis());

  private final Database database;
  private final Pinned reading;
  private final PgReadings readings;
  private final Pinned loading;
  private final Pinned tidying;
  private final PgBeginnings beginnings;
  private final PgCompletions completions;

  /** How many questions for definitions are still to be asked for whole rows; used with loading. */
  private int unlike;

  PgSlots(Database database) {
    this.database = database;
    reading = pinned();
    readings = new PgReadings(database, reading);
    loading = pinned();
    tidying = pinned();
    beginnings = new PgBeginnings(database, pinned());
    completions = new PgCompletions(database, reading, List.of(pinned(), pinned()));
  }

  private Pinned pinned() {
    return new Pinned(database.dataSource(), database.patience());
  }

  Reading read(ReadQuery query) {
    return readings.read(query);
  }

  Naming names(ReadQuery query) {
    return readings.names(query);
  }

  List<Sighting> sightings(Collection<UUID> scheduleIds) {
    return readings.sightings(scheduleIds);
  }

  List<Schedule> definitions(Collection<UUID> scheduleIds) {
    return loading.use(
        "read definitions",
        connection ->
            scheduleIds.size() < FEW_DEFINITIONS || unlike > 0
                ? whole(connection, scheduleIds)
                : byPattern(connection, scheduleIds));
  }

  private List<Schedule> whole(Pinned connection, Collection<UUID> ids) throws SQLException {
    unlike -= unlike > 0 && ids.size() >= FEW_DEFINITIONS ? 1 : 0;
    try (ResultSet rows = connection.call(DEFINITIONS).set("ids", Param.uuids(ids)).query()) {
      return Definitions.readAll(rows);
    }
  }

  /**
   * What schedules share comes once for all of them. Where most share it with no other, that takes
   * longer than whole rows, by about as much as it takes less where all are alike.
   */
  private List<Schedule> byPattern(Pinned connection, Collection<UUID> ids) throws SQLException {
    try (ResultSet rows =
        connection.call(DEFINITIONS_BY_PATTERN).set("ids", Param.uuids(ids)).query()) {
      Definitions.Alike found = Definitions.readAlike(rows);
      unlike = 2 * found.patterns() > found.schedules().size() ? QUESTIONS_AFTER_UNLIKE : 0;
      return found.schedules();
    }
  }

  void discard(List<Bookmark> rows) {
    if (rows.isEmpty()) {
      return;
    }
    tidying.use(
        "discard rows of the agenda",
        connection ->
            connection
                .call(DISCARD)
                .set("buckets", Param.of(Columns.longs(rows, Bookmark::bucket)))
                .set("rows", Param.of(Columns.longs(rows, Bookmark::row)))
                .update());
  }

  @Nullable Bookmark tidy(Collection<Integer> shards, Bookmark after, long upTo, int names) {
    Optional<Bookmark> next =
        tidying.use(
            "tidy the agenda",
            connection -> {
              Call call =
                  connection
                      .call(TIDY)
                      .set("shards", Param.of(Agenda.mask(shards)))
                      .set("after_bucket", Param.of(after.bucket()))
                      .set("after_id", Param.of(after.row()))
                      .set("up_to", Param.of(upTo))
                      .set("rows", Param.of(ROWS_PER_TIDYING))
                      .set("names", Param.of(names))
                      .set("width_ms", WIDTH);
              try (ResultSet row = call.query()) {
                return row.next()
                    ? Optional.of(new Bookmark(row.getLong(1), row.getLong(2)))
                    : Optional.empty();
              }
            });
    return next.orElse(null);
  }

  Begun begin(int node, long batch, List<SlotClaim> claims) {
    return beginnings.begin(node, batch, claims);
  }

  void forget(int node, Collection<Long> batches) {
    if (batches.isEmpty()) {
      return;
    }
    tidying.use(
        "forget notes",
        connection ->
            connection
                .call(FORGET)
                .set("node", Param.of(node))
                .set("batches", Param.longs(batches))
                .update());
  }

  Completed complete(int node, List<Completion> runs) {
    return completions.complete(node, runs);
  }

  @Override
  public void close() {
    reading.close();
    loading.close();
    tidying.close();
    beginnings.close();
    completions.close();
  }
}
