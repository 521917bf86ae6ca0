package dev.carillon.engine.store;

import java.util.List;

/**
 * The numbered files that make one module's tables.
 *
 * @param root where the module's resources are; the files lie in {@code migrations/} below it, and
 *     the statements that keep the list of those applied in {@code sql/migrations/}
 * @param files in their order, without their ending; a jar cannot be listed, so they are named. The
 *     digits before the double underscore are the version; numbers may be left out
 */
public record Migrations(String root, List<String> files) {

  /** The engine's own. */
  public static final Migrations ENGINE =
      new Migrations(
          "/dev/carillon/engine/",
          List.of(
              "V001__create_tables",
              "V002__keep_an_agenda",
              "V003__outlive_clocks_set_back",
              "V004__count_changes",
              "V005__leave_room_beside_timers",
              "V006__tell_when_the_last_attempt_began",
              "V007__refuse_partial_writes",
              "V008__name_patterns",
              "V009__set_patterns_by_trigger",
              "V010__gather_no_figures_of_arrays",
              "V011__check_definitions_by_trigger",
              "V012__gather_cohorts"));

  public Migrations {
    files = List.copyOf(files);
  }

  static int version(String file) {
    return Integer.parseInt(file, 1, file.indexOf("__"), 10);
  }
}
