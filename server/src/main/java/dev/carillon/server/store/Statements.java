package dev.carillon.server.store;

import dev.carillon.engine.store.Sql;

/** The server's own statements. */
final class Statements {

  private Statements() {}

  /**
   * @param name the file below {@code sql/}, without its ending
   */
  static Sql of(String name) {
    return Sql.of(ServerSchema.ROOT, name);
  }
}
