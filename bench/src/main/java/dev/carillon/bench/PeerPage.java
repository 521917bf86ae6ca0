package dev.carillon.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The findings in docs/performance.md: a section for every workload, with what it was measured on,
 * a chart, a table, and who was left out. A run that measures some of the workloads writes their
 * sections and leaves the others as they are.
 */
final class PeerPage {

  private static final String BEGIN = "<!-- peers: written by bench/run peers -->";
  private static final String END = "<!-- end of peers -->";
  private static final String SECTION = "\n### ";

  private PeerPage() {}

  /** Puts the sections of what was measured between the marks of the page. */
  static void write(
      Path page,
      Map<String, Object> machine,
      List<PeerWorkload> workloads,
      Findings findings,
      int rounds)
      throws IOException {
    Map<String, String> measured = new LinkedHashMap<>();
    for (PeerWorkload workload : workloads) {
      if (!findings.peers(workload.name()).isEmpty()) {
        measured.put(workload.name(), section(machine, workload, findings, rounds));
        Files.writeString(
            page.resolveSibling(chart(workload)), PeerChart.draw(List.of(workload), findings));
      }
    }
    List<String> order = workloads.stream().map(PeerWorkload::name).toList();
    Files.writeString(page, replaced(Files.readString(page), order, measured));
  }

  private static String chart(PeerWorkload workload) {
    return "performance-" + workload.name() + ".svg";
  }

  /** The page with these sections instead of those of the same name, in the given order. */
  static String replaced(String page, List<String> order, Map<String, String> measured)
      throws IOException {
    int from = page.indexOf(BEGIN);
    int to = page.indexOf(END);
    if (from < 0 || to < from) {
      throw new IOException("the page must have the lines " + BEGIN + " and " + END);
    }
    String[] parts = page.substring(from + BEGIN.length(), to).split(SECTION, -1);
    Map<String, String> sections = new LinkedHashMap<>();
    for (int i = 1; i < parts.length; i++) {
      sections.put(parts[i].substring(0, parts[i].indexOf('\n')), SECTION + parts[i]);
    }
    measured.forEach((name, text) -> sections.put(name, SECTION + name + "\n\n" + text));
    StringBuilder text = new StringBuilder(page.substring(0, from + BEGIN.length()));
    text.append(parts[0].stripTrailing()).append('\n');
    for (String name : order) {
      text.append(sections.getOrDefault(name, "").stripTrailing());
      text.append(sections.containsKey(name) ? "\n" : "");
    }
    return text.append('\n').append(page.substring(to)).toString();
  }

  private static String section(
      Map<String, Object> machine, PeerWorkload workload, Findings findings, int rounds) {
    StringBuilder text = new StringBuilder();
    text.append(sentence(workload.question()))
        .append(". ")
        .append(rounds == 1 ? "One round" : rounds + " rounds")
        .append(", commit ")
        .append(machine.get("commit"))
        .append(", ")
        .append(machine.get("cores"))
        .append(" cores of an ")
        .append(machine.get("cpu"))
        .append(" shared with PostgreSQL ")
        .append(machine.get("postgresql"))
        .append(" (`")
        .append(machine.get("settings"))
        .append("`), ")
        .append(machine.get("kernel"))
        .append(".\n\n![")
        .append(workload.question())
        .append("](")
        .append(chart(workload))
        .append(")\n\n")
        .append(table(PeerTable.rows(workload, findings)));
    findings
        .leftOut(workload.name())
        .forEach((peer, why) ->
            text.append("\nLeft out: ").append(peer).append(", ").append(why).append(".\n"));
    List<String> versions = new ArrayList<>();
    for (String peer : findings.peers(workload.name())) {
      versions.add(peer + " " + findings.versions().getOrDefault(peer, "of an unknown version"));
    }
    return text.append("\nVersions: ").append(String.join("; ", versions)).append(".\n").toString();
  }

  private static String sentence(String question) {
    return question.substring(0, 1).toUpperCase(Locale.ROOT) + question.substring(1);
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
