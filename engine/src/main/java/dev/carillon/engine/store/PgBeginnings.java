package dev.carillon.engine.store;

import dev.carillon.engine.store.RunStore.Begun;
import dev.carillon.engine.store.RunStore.SlotClaim;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Notes of slots that are about to begin, on a connection of their own. */
final class PgBeginnings implements AutoCloseable {

  private static final Sql BEGIN = Sql.of("slots/begin").after(NodeLock.WORK);
  private static final Sql BEGIN_UNCHANGED = Sql.of("slots/begin-unchanged").after(NodeLock.WORK);

  private static final Param AHEAD_MS = Param.of((int) RunStore.NOTE_AHEAD.toMillis());

  private final Database database;
  private final Pinned beginning;

  PgBeginnings(Database database, Pinned beginning) {
    this.database = database;
    this.beginning = beginning;
  }

  /**
   * Looks at the timers only of those claims that may be outdated, which are few. With a look at
   * each, beginning took 10.7 µs of the database's time per run at full speed.
   */
  Begun begin(int node, long batch, List<SlotClaim> claims) {
    Assumptions assumed = Assumptions.of(claims);
    return beginning.use(
        "begin slots",
        connection -> {
          BitSet doubtful = assumed.doubtful();
          Instant now = null;
          if (doubtful.cardinality() < claims.size()) {
            now = beginUnchanged(connection, node, batch, claims, assumed);
            if (now == null) {
              doubtful.set(0, claims.size());
            }
          }
          BitSet granted = new BitSet(claims.size());
          granted.set(0, claims.size());
          granted.andNot(doubtful);
          if (now != null && doubtful.isEmpty()) {
            return new Begun(now, granted, Map.of());
          }
          return beginDoubtful(connection, node, batch, claims, doubtful, granted);
        });
  }

  /** Begins all claims but the doubtful ones, and says when; or begins none, and says null. */
  private @Nullable Instant beginUnchanged(
      Pinned connection, int node, long batch, List<SlotClaim> claims, Assumptions assumed)
      throws SQLException {
    List<SlotClaim> sure = new ArrayList<>(claims.size());
    for (int i = 0; i < claims.size(); i++) {
      if (!assumed.doubtful().get(i)) {
        sure.add(claims.get(i));
      }
    }
    List<Assumptions.OfShard> shards = assumed.ofShards();
    Call call =
        connection
            .call(BEGIN_UNCHANGED)
            .set("now", database.now())
            .set("ahead_ms", AHEAD_MS)
            .set("class", NodeLock.CLASS)
            .set("node", Param.of(node))
            .set("batch", Param.of(batch))
            .set("shards", Param.of(Columns.ints(shards, Assumptions.OfShard::shard)))
            .set("fences", Param.of(Columns.longs(shards, Assumptions.OfShard::fence)))
            .set("changes", Param.of(Columns.longs(shards, Assumptions.OfShard::changes)))
            .set("last_dues", Param.instants(shards, Assumptions.OfShard::lastDue))
            .set("schedule_ids", Param.uuids(sure, SlotClaim::scheduleId))
            .set("run_ids", Param.uuids(sure, SlotClaim::runId))
            .set("slots", Param.instants(slots(sure), SlotClaim::slotAt));
    try (ResultSet row = call.queryLast()) {
      row.next();
      return row.getBoolean(2) ? Rows.instant(row, "now") : null;
    }
  }

  /** Those that say which slots these are: one alone when it is the same for all. */
  private static List<SlotClaim> slots(List<SlotClaim> claims) {
    Instant first = claims.getFirst().slotAt();
    for (SlotClaim claim : claims) {
      if (!claim.slotAt().equals(first)) {
        return claims;
      }
    }
    return claims.subList(0, 1);
  }

  /** Begins those of the doubtful claims that may begin, beside those granted already. */
  private Begun beginDoubtful(
      Pinned connection,
      int node,
      long batch,
      List<SlotClaim> claims,
      BitSet doubtful,
      BitSet granted)
      throws SQLException {
    int[] asked = doubtful.stream().toArray();
    List<SlotClaim> chosen = IntStream.of(asked).mapToObj(claims::get).toList();
    int[] order = Columns.sorted(chosen, SlotClaim::scheduleId);
    List<SlotClaim> sorted = IntStream.of(order).mapToObj(chosen::get).toList();
    Call call =
        connection
            .call(BEGIN)
            .set("now", database.now())
            .set("ahead_ms", AHEAD_MS)
            .set("class", NodeLock.CLASS)
            .set("node", Param.of(node))
            .set("batch", Param.of(batch))
            .set("schedule_ids", Param.uuids(sorted, SlotClaim::scheduleId))
            .set("run_ids", Param.uuids(sorted, SlotClaim::runId))
            .set("shards", Param.of(Columns.ints(sorted, SlotClaim::shard)))
            .set("fences", Param.of(Columns.longs(sorted, SlotClaim::fence)))
            .set("slots", Param.instants(sorted, SlotClaim::slotAt))
            .set("revisions", Param.of(Columns.ints(sorted, SlotClaim::revision)));
    Map<Integer, Long> changes = new HashMap<>();
    Instant now = Instant.EPOCH;
    try (ResultSet rows = call.queryLast()) {
      while (rows.next()) {
        now = Rows.instant(rows, "now");
        int ordinal = rows.getInt(2);
        if (ordinal > 0) {
          granted.set(asked[order[ordinal - 1]]);
          changes.put(sorted.get(ordinal - 1).shard(), rows.getLong(3));
        }
      }
    }
    return new Begun(now, granted, changes);
  }

  @Override
  public void close() {
    beginning.close();
  }
}
