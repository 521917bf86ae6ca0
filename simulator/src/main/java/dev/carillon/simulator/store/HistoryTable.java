package dev.carillon.simulator.store;

import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.store.ScheduleStore.SweepCursor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Runs that have ended, and slots that were skipped. */
final class HistoryTable {

  private final TreeMap<SweepCursor, RunRecord> rows =
      new TreeMap<>(
          Comparator.comparingInt(SweepCursor::orgId).thenComparing(SweepCursor::runId, Ids.ORDER));

  boolean has(int orgId, UUID runId) {
    return rows.containsKey(new SweepCursor(orgId, runId));
  }

  @Nullable RunRecord row(int orgId, UUID runId) {
    return rows.get(new SweepCursor(orgId, runId));
  }

  void write(RunRecord row) {
    rows.put(new SweepCursor(row.orgId(), row.id()), row);
  }

  void remove(SweepCursor key) {
    rows.remove(key);
  }

  NavigableMap<SweepCursor, RunRecord> after(@Nullable SweepCursor cursor) {
    return cursor == null ? rows : rows.tailMap(cursor, false);
  }

  /** Follows the chain from one row to older ones, as far as it reaches. */
  List<RunRecord> chain(int orgId, @Nullable UUID newest, int limit) {
    List<RunRecord> chain = new ArrayList<>();
    UUID id = newest;
    while (id != null && chain.size() < limit) {
      RunRecord row = row(orgId, id);
      if (row == null) {
        break;
      }
      chain.add(row);
      id = row.previousId();
    }
    return chain;
  }
}
