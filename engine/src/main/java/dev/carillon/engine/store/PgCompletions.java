package dev.carillon.engine.store;

import dev.carillon.engine.run.Origin;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.run.RunStatus;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.RunStore.Bookmark;
import dev.carillon.engine.store.RunStore.Completed;
import dev.carillon.engine.store.RunStore.Completion;
import dev.carillon.engine.store.RunStore.NewRow;
import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The end of the short path: one statement for all runs whose timers are rows, and one for those of
 * members of cohorts.
 */
final class PgCompletions implements AutoCloseable {

  private static final Sql COMPLETE = Sql.of("slots/complete").after(NodeLock.WORK);
  private static final Sql COMPLETE_COHORTS = Sql.of("slots/complete-cohorts").after(NodeLock.WORK);
  private static final Sql RECORDED = Sql.of("ledgers/recorded");

  // What the statements take for null.
  private static final Instant NO_INSTANT = Instant.MIN;
  private static final Long NO_BUCKET = Long.MIN_VALUE;
  private static final UUID NO_RUN = new UUID(0, 0);

  private final Database database;
  private final Pinned reading;
  private final List<Pinned> completing;

  PgCompletions(Database database, Pinned reading, List<Pinned> completing) {
    this.database = database;
    this.reading = reading;
    this.completing = List.copyOf(completing);
  }

  Completed complete(int node, List<Completion> completions) {
    completions.forEach(completion -> requireShort(node, completion));
    IntPredicate all = _ -> true;
    try {
      return complete(node, completions, all);
    } catch (StoreException e) {
      if (!Failures.isDuplicate(e)) {
        throw e;
      }
      // A clock set back can bring a slot up twice. History has its answer, so this one is refused;
      // it must not take the rest of the batch with it.
      Set<UUID> recorded = recorded(completions);
      return complete(node, completions, i -> !recorded.contains(completions.get(i).record().id()));
    }
  }

  private Completed complete(int node, List<Completion> completions, IntPredicate which) {
    long[] newest = newestFences(completions);
    int[] rows = new int[completions.size()];
    int[] members = new int[completions.size()];
    int rowCount = 0;
    int memberCount = 0;
    for (int i = 0; i < completions.size(); i++) {
      Completion completion = completions.get(i);
      if (completion.fence() == newest[completion.after().shard()] && which.test(i)) {
        if (CohortPlace.is(completion.place())) {
          members[memberCount++] = i;
        } else {
          rows[rowCount++] = i;
        }
      }
    }
    Outcome outcome = new Outcome(completions.size());
    if (rowCount > 0) {
      completeRows(node, completions, Arrays.copyOf(rows, rowCount), outcome);
    }
    if (memberCount > 0) {
      completeMembers(
          node, CohortCompletions.of(completions, Arrays.copyOf(members, memberCount)), outcome);
    }
    return outcome.completed();
  }

  /**
   * By shard. Completions under a fence that another one has followed since, in this very list, are
   * refused, since fences only grow: a statement knows one fence for each shard.
   */
  private static long[] newestFences(List<Completion> completions) {
    long[] newest = new long[Timer.SHARDS];
    for (Completion completion : completions) {
      int shard = completion.after().shard();
      newest[shard] = Math.max(newest[shard], completion.fence());
    }
    return newest;
  }

  /** What has come of some completions. */
  private static final class Outcome {

    final BitSet applied;
    final Long[] places;
    final List<NewRow> named = new ArrayList<>();

    Outcome(int completions) {
      applied = new BitSet(completions);
      places = new Long[completions];
      Arrays.fill(places, 0L);
    }

    void apply(int index, long place) {
      applied.set(index);
      places[index] = place;
    }

    /** Rows of the agenda, behind the first row of an answer. */
    void name(ResultSet rows) throws SQLException {
      while (rows.next()) {
        Bookmark at = new Bookmark(rows.getLong(4), rows.getLong(5));
        named.add(new NewRow(rows.getInt(3), at, rows.getInt(6)));
      }
    }

    Completed completed() {
      return new Completed(applied, List.of(places), named);
    }
  }

  private Pinned free() {
    return completing.getFirst().idle() ? completing.getFirst() : completing.getLast();
  }

  private void completeRows(int node, List<Completion> completions, int[] rows, Outcome outcome) {
    int[] order = Columns.sorted(rows, index -> completions.get(index).after().scheduleId());
    List<Completion> sorted = new ArrayList<>(order.length);
    for (int index : order) {
      sorted.add(completions.get(index));
    }
    free()
        .use(
            "complete runs",
            connection -> {
              Call call = connection.call(COMPLETE);
              bind(call, node, sorted);
              try (ResultSet answer = call.queryLast()) {
                answer.next();
                byte[] ordinals = answer.getBytes(1);
                byte[] moved = answer.getBytes(2);
                if (ordinals != null && moved != null) {
                  ByteBuffer ordinal = ByteBuffer.wrap(ordinals);
                  ByteBuffer place = ByteBuffer.wrap(moved);
                  while (ordinal.hasRemaining()) {
                    outcome.apply(
                        order[ordinal.getInt() - 1], Places.of(place.getInt(), place.getShort()));
                  }
                }
                outcome.name(answer);
              }
              return true;
            });
  }

  private void completeMembers(int node, CohortCompletions cohorts, Outcome outcome) {
    if (cohorts.isEmpty()) {
      return;
    }
    free()
        .use(
            "complete runs of cohorts",
            connection -> {
              Call call = connection.call(COMPLETE_COHORTS);
              cohorts.bind(call);
              call.set("now", database.now())
                  .set("class", NodeLock.CLASS)
                  .set("node", Param.of(node));
              try (ResultSet rows = call.queryLast()) {
                rows.next();
                byte[] ordinals = rows.getBytes(1);
                if (ordinals != null) {
                  ByteBuffer ordinal = ByteBuffer.wrap(ordinals);
                  while (ordinal.hasRemaining()) {
                    cohorts.applied(ordinal.getInt(), ordinal.getLong(), outcome::apply);
                  }
                }
                outcome.name(rows);
              }
              return true;
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
    double[] started = new double[size];
    double[] completed = new double[size];
    long[] lateness = new long[size];
    long[] nextBuckets = new long[size];
    SortedMap<Integer, Long> fences = new TreeMap<>();
    for (int i = 0; i < size; i++) {
      Completion completion = sorted.get(i);
      ends[i] = completion.done();
      revisions[i] = completion.before().revision();
      ordinals[i] = i + 1;
      started[i] = Times.seconds(Objects.requireNonNull(completion.record().startedAt()));
      completed[i] = Times.seconds(completion.record().completedAt());
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
        .set("started", Param.of(started))
        .set("completed", Param.of(completed))
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
    completing.forEach(Pinned::close);
  }
}
