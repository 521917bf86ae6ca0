package dev.carillon.server.store;

import dev.carillon.server.ApiServer;

/** The index of names, which filled row by row would take minutes for a million. */
final class NameIndex {

  private NameIndex() {}

  /** Drops it, and returns the statement that builds it again. */
  static String dropped(ApiServer api) {
    String statement =
        api.query(
                "select pg_get_indexdef('carillon.schedules_by_parts'::regclass)",
                row -> row.getString(1))
            .getFirst();
    api.execute("drop index carillon.schedules_by_parts");
    return statement;
  }
}
