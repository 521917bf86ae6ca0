package dev.carillon.bench;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** One question that is put to every peer in the same way. */
interface PeerWorkload {

  String name();

  /** What it measures, in a line for people. */
  String question();

  /** What a peer's driver must be able to do. */
  Set<String> needs();

  /** What of the measures is shown, the most telling first: ratios and the chart go by it. */
  List<Column> columns();

  /** Measures one peer once, on an empty database. */
  Map<String, Double> measure(Stage stage);

  /**
   * A measure as people see it.
   *
   * @param key its name in the JSON
   * @param larger whether more of it is better
   */
  record Column(String key, String title, String unit, boolean larger) {

    static Column more(String key, String title, String unit) {
      return new Column(key, title, unit, true);
    }

    static Column less(String key, String title, String unit) {
      return new Column(key, title, unit, false);
    }
  }
}
