package dev.carillon.importers;

import java.util.List;

/**
 * What a source holds.
 *
 * @param leftovers files with jobs that were not read, for the user to decide about
 */
public record Findings(List<Found> items, List<String> leftovers) {

  public Findings {
    items = List.copyOf(items);
    leftovers = List.copyOf(leftovers);
  }

  public static Findings of(List<Found> items) {
    return new Findings(items, List.of());
  }
}
