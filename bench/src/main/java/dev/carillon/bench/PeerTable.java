package dev.carillon.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** One workload's findings as a table for people: medians, the spread, ratios to Carillon. */
final class PeerTable {

  private PeerTable() {}

  static String of(PeerWorkload workload, Findings findings) {
    StringBuilder text = new StringBuilder(aligned(rows(workload, findings)));
    for (Map.Entry<String, String> left : findings.leftOut(workload.name()).entrySet()) {
      text.append("  left out: ")
          .append(left.getKey())
          .append(": ")
          .append(left.getValue())
          .append('\n');
    }
    return text.toString();
  }

  /** The head, and a row for every peer. */
  static List<List<String>> rows(PeerWorkload workload, Findings findings) {
    List<List<String>> rows = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of("peer"));
    PeerWorkload.Column first = workload.columns().getFirst();
    head.add(first.title());
    head.add("min–max");
    head.add("Carillon is");
    workload.columns().stream().skip(1).map(PeerWorkload.Column::title).forEach(head::add);
    rows.add(head);
    String carillon = Contestant.carillon().name();
    for (String peer : findings.peers(workload.name())) {
      List<String> row = new ArrayList<>(List.of(peer));
      Measures headline = findings.of(workload.name(), peer, first.key());
      row.add(headline == null ? "–" : shown(headline.median(), first.unit()));
      row.add(
          headline == null
              ? "–"
              : shown(headline.least(), "") + "–" + shown(headline.most(), first.unit()));
      Double ratio = findings.ratio(workload.name(), carillon, peer, first);
      row.add(peer.equals(carillon) || ratio == null ? "" : ratio(ratio));
      for (PeerWorkload.Column column : workload.columns().subList(1, workload.columns().size())) {
        Measures measures = findings.of(workload.name(), peer, column.key());
        row.add(measures == null ? "–" : shown(measures.median(), column.unit()));
      }
      rows.add(row);
    }
    return rows;
  }

  private static String ratio(double ratio) {
    return String.format(Locale.ROOT, ratio < 10 ? "%.2f×" : "%.0f×", ratio);
  }

  /** Three digits that matter. */
  static String shown(double value, String unit) {
    double size = Math.abs(value);
    String number =
        String.format(
            Locale.ROOT, size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : "%.2f", value + 0.0);
    return unit.isEmpty() ? number : number + (unit.startsWith("/") ? "" : " ") + unit;
  }

  private static String aligned(List<List<String>> rows) {
    int columns = rows.getFirst().size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      text.append(' ');
      for (int i = 0; i < columns; i++) {
        String pad = " ".repeat(widths[i] - row.get(i).length());
        text.append(' ').append(i == 0 ? row.get(i) + pad : pad + row.get(i)).append(' ');
      }
      text.append('\n');
    }
    return text.toString();
  }
}
