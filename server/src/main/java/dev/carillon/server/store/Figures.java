package dev.carillon.server.store;

import dev.carillon.engine.store.Sql;

/** What the whole database says to an operator. */
public final class Figures {

  private static final Sql READ = Statements.of("figures/read");

  /**
   * Numbers of one moment.
   *
   * @param overdue slots that are more than a second late and have not begun; counted up to some
   *     ten thousand
   * @param historyRows an estimate
   * @param schedules an estimate
   */
  public record Reading(
      long overdue,
      long historyRows,
      long historyBytes,
      long schedules,
      long openRuns,
      long nodes,
      long outboxPending,
      double outboxOldestSeconds) {}

  private final Tenants tenants;

  public Figures(Tenants tenants) {
    this.tenants = tenants;
  }

  public Reading read() {
    return tenants
        .all()
        .read(
            "read figures",
            tx ->
                tx.query(READ)
                    .map((row, _) ->
                        new Reading(
                            row.getLong("overdue"),
                            row.getLong("history_rows"),
                            row.getLong("history_bytes"),
                            row.getLong("schedules"),
                            row.getLong("open_runs"),
                            row.getLong("nodes"),
                            row.getLong("outbox_pending"),
                            row.getDouble("outbox_oldest_seconds")))
                    .one());
  }
}
