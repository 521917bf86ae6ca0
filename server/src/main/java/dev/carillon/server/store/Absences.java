package dev.carillon.server.store;

import dev.carillon.engine.store.Database.Tx;
import dev.carillon.engine.store.ScheduleStore.Entry;
import dev.carillon.engine.store.Sql;
import dev.carillon.server.store.ScheduleOrder.By;
import dev.carillon.server.store.ScheduleOrder.Place;
import java.util.List;
import java.util.UUID;

/**
 * Schedules that have no next, or no last run: they come behind all others, in the order of ids.
 */
final class Absences {

  private static final Sql BY_ABSENCE = Statements.of("schedules/by-absence");

  private Absences() {}

  static Look<Place> look(
      Tx tx,
      int orgId,
      ScheduleFilter filter,
      ScheduleOrder order,
      UUID after,
      int rows,
      int most) {
    UUID end = ScheduleLists.reach(tx, orgId, after, most);
    List<Entry> found =
        ScheduleSorts.entries(
            ScheduleSorts.filtered(tx.query(BY_ABSENCE), filter)
                .bind("org", orgId)
                .bind("by", order.by() == By.NEXT_RUN_AT ? "next_run_at" : "last_run_at")
                .bind("after", after)
                .bind("end", end == null ? ScheduleLists.LAST : end)
                // What is added on this side of the end meanwhile is looked at too.
                .bind("most", 2 * most)
                .bind("limit", rows));
    return new Look<>(found, end == null ? null : new Place(ScheduleOrder.NEVER, end), most);
  }
}
