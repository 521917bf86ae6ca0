package dev.carillon.server.store;

import dev.carillon.engine.store.Migrations;
import dev.carillon.engine.store.Migrator;
import java.util.List;
import javax.sql.DataSource;

/** The tables of the server, which stand beside the engine's. */
public final class ServerSchema {

  static final String ROOT = "/dev/carillon/server/";

  static final Migrations MIGRATIONS =
      new Migrations(
          ROOT,
          List.of(
              "S001__create_access",
              "S002__index_lists",
              "S010__create_targets",
              "S020__create_events",
              "S021__count_changes",
              "S030__create_sessions",
              "S031__index_figures",
              "S040__create_imports",
              "S041__search_short_texts",
              "S042__find_last_runs",
              "S043__bound_searches",
              "S044__search_by_bitmaps",
              "S045__plan_name_parts_once",
              "S046__tell_keys_apart",
              "S047__claim_deliveries_in_turns",
              "S048__post_events_only_to_webhooks",
              "S049__read_cohorts"));

  private ServerSchema() {}

  /** Brings both schemas up to date. */
  public static void migrate(DataSource dataSource) {
    new Migrator(dataSource, Migrations.ENGINE).migrate();
    new Migrator(dataSource, MIGRATIONS).migrate();
  }
}
