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
  private static final Sql PASS = Sql.of("slots/pass");

  /** How often a slot is waited for before the work is done at last. */
  static final int TRIES = 5;

  static final Param WITHIN_MS = Param.of((int) RunStore.IMMINENT.toMillis());

  private Imminent() {}

  /**
   * For a schedule that fires many times a second, of which some slot is always about to be due:
   * its slots were taken away, and what was noted before has passed when this returns.
   */
  static void pass(Database database) {
    database.read(
        "wait for imminent slots to pass",
        tx -> tx.query(PASS).bind("within_ms", WITHIN_MS.argument()).map((_, _) -> true).list());
  }

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
