package dev.carillon.server.store;

import dev.carillon.engine.store.Database.Tx;
import dev.carillon.engine.store.ScheduleStore.Entry;
import dev.carillon.engine.store.Sql;
import dev.carillon.server.store.ScheduleOrder.By;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Schedules that have no next, or no last run: they come behind all others, in the order of ids.
 */
final class Absences {

  private static final Sql BY_ABSENCE = Statements.of("schedules/by-absence");

  private static final UUID FIRST = new UUID(0, 0);

  /** Timers looked at, one by one, until the page is full. */
  private static final int WALK = 5_000;

  private Absences() {}

  /** A page of them, or null when few of the next schedules have none. */
  static @Nullable List<Entry> page(
      Tx tx, int orgId, ScheduleFilter filter, ScheduleOrder order, UUID after, int limit) {
    List<Entry> found =
        ScheduleSorts.entries(
            ScheduleSorts.filtered(tx.query(BY_ABSENCE), filter)
                .bind("org", orgId)
                .bind("by", order.by() == By.NEXT_RUN_AT ? "next_run_at" : "last_run_at")
                .bind("after", after)
                .bind("most", WALK)
                .bind("limit", limit));
    return found.size() < limit ? null : found;
  }

  /** The page that begins with these, the last that have one. */
  static @Nullable List<Entry> behind(
      List<Entry> last, Tx tx, int orgId, ScheduleFilter filter, ScheduleOrder order, int limit) {
    List<Entry> rest = page(tx, orgId, filter, order, FIRST, limit - last.size());
    return rest == null ? null : Stream.concat(last.stream(), rest.stream()).toList();
  }
}
