package dev.carillon.engine.store;

import java.time.Instant;
import java.util.Collection;
import java.util.UUID;

/**
 * Slots that are about to be due. A node may have noted them already, and starts them at their
 * moment without asking again; so who takes slots away waits until that moment has passed.
 */
final class Imminent {

  private static final Sql AWAIT = Sql.of("slots/await");
  private static final Param WITHIN_MS = Param.of((int) RunStore.IMMINENT.toMillis());

  private Imminent() {}

  static boolean isBeyond(Instant due, Instant now) {
    return due.isAfter(now.plus(RunStore.IMMINENT));
  }

  /** Waits, in the database and without a lock, until slots that are about to be due are due. */
  static void await(Database database, Collection<UUID> scheduleIds) {
    if (scheduleIds.isEmpty()) {
      return;
    }
    database.read(
        "wait for imminent slots",
        tx ->
            tx.query(AWAIT)
                .bind("now", database.now().argument())
                .bind("ids", Param.uuids(scheduleIds).argument())
                .bind("within_ms", WITHIN_MS.argument())
                .map((_, _) -> true)
                .list());
  }
}
