package dev.carillon.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The findings as Markdown: what they were measured on, a table per workload, who was left out. */
final class PeerPage {

  private static final String BEGIN = "<!-- peers: written by bench/run peers -->";
  private static final String END = "<!-- end of peers -->";

  private PeerPage() {}

  /** Puts them between the marks of the page, and the chart beside it. */
  static void write(Path page, String markdown, String chart) throws IOException {
    String text = Files.readString(page);
    int from = text.indexOf(BEGIN);
    int to = text.indexOf(END);
    if (from < 0 || to < from) {
      throw new IOException(page + " must have the lines " + BEGIN + " and " + END);
    }
    Files.writeString(
        page,
        text.substring(0, from + BEGIN.length()) + "\n\n" + markdown + "\n" + text.substring(to));
    Files.writeString(page.resolveSibling("performance-peers.svg"), chart);
  }

  static String of(
      Map<String, Object> machine, List<PeerWorkload> workloads, Findings findings, int rounds) {
    StringBuilder page = new StringBuilder();
    page.append("Measured on ")
        .append(machine.get("cores"))
        .append(" cores of an ")
        .append(machine.get("cpu"))
        .append(" with ")
        .append(machine.get("memory"))
        .append(", ")
        .append(machine.get("kernel"))
        .append(", PostgreSQL ")
        .append(machine.get("postgresql"))
        .append(" (`")
        .append(machine.get("settings"))
        .append("`), commit ")
        .append(machine.get("commit"))
        .append(", ")
        .append(rounds)
        .append(" rounds.\n\nVersions: ");
    List<String> versions = new ArrayList<>();
    findings.versions().forEach((peer, version) -> versions.add(peer + " " + version));
    page.append(String.join("; ", versions)).append(".\n");
    for (PeerWorkload workload : workloads) {
      if (!findings.peers(workload.name()).isEmpty()) {
        page.append("\n### ").append(workload.name()).append("\n\n");
        page.append(sentence(workload.question())).append(".\n\n");
        page.append(table(PeerTable.rows(workload, findings)));
        findings
            .leftOut(workload.name())
            .forEach((peer, why) ->
                page.append("\nLeft out: ").append(peer).append(", ").append(why).append(".\n"));
      }
    }
    return page.toString();
  }

  private static String sentence(String question) {
    return question.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + question.substring(1);
  }

  private static String table(List<List<String>> rows) {
    StringBuilder table = new StringBuilder();
    for (int i = 0; i < rows.size(); i++) {
      table.append("| ").append(String.join(" | ", rows.get(i))).append(" |\n");
      if (i == 0) {
        table.append("|---").append("|---:".repeat(rows.get(i).size() - 1)).append("|\n");
      }
    }
    return table.toString();
  }
}
