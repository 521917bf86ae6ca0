package dev.carillon.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The findings as bars, one panel per workload: the median, a line from the least to the most, and
 * the figure. Colours are of middling brightness, to be read on white and on black.
 */
final class PeerChart {

  private static final int WIDTH = 760;
  private static final int LABEL = 190;
  private static final int FIGURE = 110;
  private static final int ROW = 22;
  private static final int HEAD = 46;
  private static final int BARS = WIDTH - LABEL - FIGURE;

  private static final String TEXT = "#7d8590";
  private static final String OURS = "#e0862b";
  private static final String THEIRS = "#5b8bb8";

  private final StringBuilder svg = new StringBuilder();
  private int y;

  private PeerChart() {}

  static String draw(List<PeerWorkload> workloads, Findings findings) {
    PeerChart chart = new PeerChart();
    for (PeerWorkload workload : workloads) {
      if (!findings.peers(workload.name()).isEmpty()) {
        chart.panel(workload, findings);
      }
    }
    return """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" \
    font-family="system-ui, sans-serif" font-size="13" fill="%3$s">
    %4$s</svg>
    """
        .formatted(WIDTH, chart.y + 8, TEXT, chart.svg);
  }

  private void panel(PeerWorkload workload, Findings findings) {
    PeerWorkload.Column column = workload.columns().getFirst();
    text(0, y + 20, "start", "font-weight=\"bold\"", workload.name() + ": " + column.title());
    text(0, y + 36, "start", "font-size=\"11\"", workload.question());
    y += HEAD;
    List<Bar> bars = new ArrayList<>();
    double most = 0;
    for (String peer : findings.peers(workload.name())) {
      Measures measures = findings.of(workload.name(), peer, column.key());
      if (measures != null) {
        bars.add(new Bar(peer, measures));
        most = Math.max(most, measures.most());
      }
    }
    for (Bar bar : bars) {
      bar(bar, most, column);
    }
    y += 10;
  }

  private record Bar(String peer, Measures measures) {}

  private void bar(Bar bar, double most, PeerWorkload.Column column) {
    double scale = most > 0 ? BARS / most : 0;
    double width = Math.max(1, bar.measures().median() * scale);
    text(LABEL - 8, y + 15, "end", "", bar.peer());
    line(
        "<rect x=\"%d\" y=\"%d\" width=\"%s\" height=\"%d\" rx=\"2\" fill=\"%s\"/>"
            .formatted(
                LABEL,
                y + 4,
                number(width),
                ROW - 8,
                bar.peer().startsWith("carillon") ? OURS : THEIRS));
    double least = LABEL + bar.measures().least() * scale;
    double greatest = LABEL + bar.measures().most() * scale;
    line(
        "<path d=\"M%s %dH%s\" stroke=\"%s\" stroke-width=\"2\"/>"
            .formatted(number(least), y + ROW / 2, number(greatest), TEXT));
    double end = Math.max(LABEL + width, greatest);
    text(end + 6, y + 15, "start", "", PeerTable.shown(bar.measures().median(), column.unit()));
    y += ROW;
  }

  private void text(double x, int at, String anchor, String more, String words) {
    line(
        "<text x=\"%s\" y=\"%d\" text-anchor=\"%s\" %s>%s</text>"
            .formatted(number(x), at, anchor, more, escaped(words)));
  }

  private void line(String element) {
    svg.append(element).append('\n');
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  private static String escaped(String words) {
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
