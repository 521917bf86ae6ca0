package dev.carillon.engine.store;

import dev.carillon.engine.run.Origin;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.run.RunStatus;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.RunStore.Begun;
import dev.carillon.engine.store.RunStore.Bookmark;
import dev.carillon.engine.store.RunStore.Completed;
import dev.carillon.engine.store.RunStore.Completion;
import dev.carillon.engine.store.RunStore.Naming;
import dev.carillon.engine.store.RunStore.NewRow;
import dev.carillon.engine.store.RunStore.ReadQuery;
import dev.carillon.engine.store.RunStore.Reading;
import dev.carillon.engine.store.RunStore.Sighting;
import dev.carillon.engine.store.RunStore.SlotClaim;
import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
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
  private static final Sql COMPLETE = Sql.of("slots/complete").after(NodeLock.WORK);
  private static final Sql RECORDED = Sql.of("ledgers/recorded");

  /** Rows of the agenda that one tidying locks. */
  private static final int ROWS_PER_TIDYING = 512;

  /** So few definitions are read whole: sorting them by their patterns takes longer. */
  private static final int FEW_DEFINITIONS = 16;

  /** How many further questions are asked for whole rows after an answer of hardly alike ones. */
  private static final int QUESTIONS_AFTER_UNLIKE = 32;

  // What complete.sql takes for null.
  private static final Instant NO_INSTANT = Instant.MIN;
  private static final Long NO_BUCKET = Long.MIN_VALUE;
  private static final UUID NO_RUN = new UUID(0, 0);

  private static final Param WIDTH = Param.of((int) Agenda.WIDTH.toMillis());

  private final Database database;
  private final Pinned reading;
  private final PgReadings readings;
  private final Pinned loading;
  private final Pinned tidying;
  private final PgBeginnings beginnings;
  private final List<Pinned> completing;

  /** How many questions for definitions are still to be asked for whole rows; used with loading. */
  private int unlike;

  PgSlots(Database database) {
    this.database = database;
    reading = pinned();
    readings = new PgReadings(database, reading);
    loading = pinned();
    tidying = pinned();
    beginnings = new PgBeginnings(database, pinned());
    completing = List.of(pinned(), pinned());
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

  Completed complete(int node, List<Completion> completions) {
    completions.forEach(completion -> requireShort(node, completion));
    int[] order = Columns.sorted(completions, completion -> completion.after().scheduleId());
    order = IntStream.of(order).filter(superseded(completions).negate()).toArray();
    try {
      return complete(node, completions, order);
    } catch (StoreException e) {
      if (!Failures.isDuplicate(e)) {
        throw e;
      }
      // A clock set back can bring a slot up twice. History has its answer, so this one is refused;
      // it must not take the rest of the batch with it.
      Set<UUID> recorded = recorded(completions);
      int[] others =
          IntStream.of(order)
              .filter(i -> !recorded.contains(completions.get(i).record().id()))
              .toArray();
      return complete(node, completions, others);
    }
  }

  /**
   * Those under a fence that another one of the same shard has followed since, in this very list:
   * fences only grow, so these are refused. The statement knows one fence for each shard.
   */
  private static IntPredicate superseded(List<Completion> completions) {
    Map<Integer, Long> newest = new HashMap<>();
    completions.forEach(
        completion -> newest.merge(completion.after().shard(), completion.fence(), Math::max));
    return i -> {
      Completion completion = completions.get(i);
      return completion.fence() < newest.getOrDefault(completion.after().shard(), 0L);
    };
  }

  private Completed complete(int node, List<Completion> completions, int[] order) {
    BitSet applied = new BitSet(completions.size());
    List<NewRow> named = new ArrayList<>();
    Long[] places = new Long[completions.size()];
    Arrays.fill(places, 0L);
    if (order.length == 0) {
      return new Completed(applied, List.of(places), named);
    }
    List<Completion> sorted = new ArrayList<>(order.length);
    for (int index : order) {
      sorted.add(completions.get(index));
    }
    Pinned free = completing.getFirst().idle() ? completing.getFirst() : completing.getLast();
    return free.use(
        "complete runs",
        connection -> {
          Call call = connection.call(COMPLETE);
          bind(call, node, sorted);
          try (ResultSet rows = call.queryLast()) {
            rows.next();
            byte[] ordinals = rows.getBytes(1);
            byte[] moved = rows.getBytes(2);
            if (ordinals != null && moved != null) {
              ByteBuffer ordinal = ByteBuffer.wrap(ordinals);
              ByteBuffer place = ByteBuffer.wrap(moved);
              while (ordinal.hasRemaining()) {
                int index = order[ordinal.getInt() - 1];
                applied.set(index);
                places[index] = Places.of(place.getInt(), place.getShort());
              }
            }
            while (rows.next()) {
              Bookmark at = new Bookmark(rows.getLong(4), rows.getLong(5));
              named.add(new NewRow(rows.getInt(3), at, rows.getInt(6)));
            }
          }
          return new Completed(applied, List.of(places), named);
        });
  }

  private Set<UUID> recorded(List<Completion> completions) {
    List<RunRecord> records = Columns.column(completions, Completion::record);
    return reading.use(
        "find runs in history",
        connection -> {
          Call call =
              connection
                  .call(RECORDED)
                  .set("schedule_ids", Param.uuids(Columns.column(records, RunRecord::scheduleId)))
                  .set("run_ids", Param.uuids(Columns.column(records, RunRecord::id)));
          Set<UUID> found = new HashSet<>();
          try (ResultSet rows = call.query()) {
            while (rows.next()) {
              found.add(Objects.requireNonNull(Rows.uuid(rows, 1)));
            }
          }
          return found;
        });
  }

  private void bind(Call call, int node, List<Completion> sorted) throws SQLException {
    int size = sorted.size();
    boolean[] ends = new boolean[size];
    int[] revisions = new int[size];
    int[] ordinals = new int[size];
    long[] lateness = new long[size];
    long[] nextBuckets = new long[size];
    SortedMap<Integer, Long> fences = new TreeMap<>();
    for (int i = 0; i < size; i++) {
      Completion completion = sorted.get(i);
      ends[i] = completion.done();
      revisions[i] = completion.before().revision();
      ordinals[i] = i + 1;
      lateness[i] = completion.record().latenessMillis();
      nextBuckets[i] = orElse(completion.newBucket(), NO_BUCKET);
      fences.put(completion.after().shard(), completion.fence());
    }
    call.set("now", database.now())
        .set("class", NodeLock.CLASS)
        .set("node", Param.of(node))
        .set("shards", Param.ints(fences.keySet()))
        .set("fences", Param.longs(fences.values()))
        .set("schedule_ids", Param.uuids(sorted, each -> each.after().scheduleId()))
        .set("places", Param.places(sorted, Completion::place))
        .set("revisions", Param.of(revisions))
        .set("ordinals", Param.of(ordinals))
        .set(
            "next_slots", Param.instants(sorted, each -> orElse(each.after().slotAt(), NO_INSTANT)))
        .set("next_dues", Param.instants(sorted, each -> orElse(each.after().dueAt(), NO_INSTANT)))
        .set("next_buckets", Param.of(nextBuckets))
        .set("run_ids", Param.uuids(sorted, each -> each.record().id()))
        .set(
            "previous_ids", Param.uuids(sorted, each -> orElse(each.record().previousId(), NO_RUN)))
        .set("slots", Param.instants(sorted, each -> each.record().slotAt()))
        .set(
            "started",
            Param.instants(sorted, each -> Objects.requireNonNull(each.record().startedAt())))
        .set("completed", Param.instants(sorted, each -> each.record().completedAt()))
        .set("lateness", Param.of(lateness))
        .set("ends", Param.of(ends));
  }

  private static <T> T orElse(@Nullable T value, T none) {
    return value == null ? none : value;
  }

  /**
   * The statement writes what a first success does to a timer and to history, and nothing else;
   * what it does not send must be what it assumes.
   */
  private static void requireShort(int node, Completion completion) {
    Timer after = completion.after();
    RunRecord record = completion.record();
    Integer recordNode = record.node();
    boolean isShort =
        record.status() == RunStatus.SUCCESS
            && record.origin() == Origin.SCHEDULE
            && record.retry() == 0
            && record.startedAt() != null
            && record.attempts().isEmpty()
            && recordNode != null
            && recordNode == node
            && completion.before().revision() == after.revision() - 1
            && record.repeat() == completion.before().repeat()
            && record.seq() == after.runSeq()
            && record.id().equals(after.lastRunId())
            && after.lastRunStatus() == RunStatus.SUCCESS
            && after.retry() == 0
            && after.consecutiveFailures() == 0
            && after.lastError() == null;
    if (!isShort) {
      throw new IllegalArgumentException(
          "only a slot that succeeded at its first attempt is completed; settle this one: "
              + completion);
    }
  }

  @Override
  public void close() {
    reading.close();
    loading.close();
    tidying.close();
    beginnings.close();
    completing.forEach(Pinned::close);
  }
}
