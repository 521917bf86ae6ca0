package dev.carillon.server.store;

import static java.util.Objects.requireNonNull;

import dev.carillon.engine.store.Sql;

/** How the whole installation stands. */
public final class Health {

  private static final Sql OVERDUE = Statements.of("status/overdue");

  /**
   * @param overdueMillis how late the most overdue schedule is that has not begun
   * @param postgres the database's version
   */
  public record Standing(long overdueMillis, String postgres) {}

  private final Tenants tenants;

  public Health(Tenants tenants) {
    this.tenants = tenants;
  }

  public Standing standing() {
    return tenants
        .all()
        .read(
            "look how things stand",
            tx ->
                tx.query(OVERDUE)
                    .map((row, _) ->
                        new Standing(
                            row.getLong("overdue_ms"), requireNonNull(row.getString("postgres"))))
                    .one());
  }
}
