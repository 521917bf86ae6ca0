package dev.carillon.cli.verbs;

import dev.carillon.cli.Surroundings;
import dev.carillon.cli.table.DisplayWidth;
import dev.carillon.cli.table.Style;
import dev.carillon.cli.table.Table;
import dev.carillon.cli.table.Table.Cell;
import dev.carillon.importers.Source;
import dev.carillon.words.Moments;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The report of an import, for people. */
final class ImportLines {

  private static final int WIDEST_NAME = 40;
  private static final List<String> OUTCOMES =
      List.of("created", "updated", "unchanged", "skipped", "failed");

  private final Style style;
  private final Instant now;

  ImportLines(Surroundings surroundings, Instant now) {
    style = surroundings.style();
    this.now = now;
  }

  List<String> of(Source source, JsonNode report, boolean activate) {
    List<String> lines = new ArrayList<>();
    Table table = new Table("  ", "  ");
    List<JsonNode> items = List.copyOf(report.get("items").values());
    items.forEach(item -> table.row(cells(item)));
    List<String> rows = table.lines();
    for (int i = 0; i < items.size(); i++) {
      lines.add(rows.get(i));
      items
          .get(i)
          .get("warnings")
          .values()
          .forEach(
              warning -> lines.add(style.warning("       ! " + Style.plain(warning.asString()))));
    }
    report
        .get("leftovers")
        .values()
        .forEach(file ->
            lines.add(
                style.warning(
                    "  Left behind by a migration and not read: %s (--leftovers reads it)"
                        .formatted(Style.plain(file.asString())))));
    lines.add(totals(report));
    int created = report.get("totals").get("created").asInt();
    if (!report.get("dry_run").asBoolean()) {
      lines.add(
          "Imported %d scheduled jobs from %s%s"
              .formatted(
                  created,
                  source.title(),
                  activate ? "" : " (disabled — review with `carillon list --disabled`)"));
    }
    return lines;
  }

  private Cell[] cells(JsonNode item) {
    String outcome = item.get("outcome").asString();
    JsonNode fires = item.get("fires");
    String first = "";
    if (!fires.isEmpty()) {
      Instant at = Instant.parse(fires.get(0).asString());
      first = "first " + at + " " + Moments.relative(at, now);
    }
    String reason = item.get("reason").isNull() ? "" : item.get("reason").asString();
    return new Cell[] {
      Cell.of(mark(outcome)),
      Cell.of(outcome, text -> colour(outcome, text)),
      Cell.of(
          DisplayWidth.cut(Style.plain(item.get("name").asString()), WIDEST_NAME), style::strong),
      Cell.of(outcome.equals("skipped") || outcome.equals("failed") ? reason : first),
      Cell.of(outcome.equals("updated") ? reason : "", style::faint)
    };
  }

  private static String mark(String outcome) {
    return switch (outcome) {
      case "created" -> "+";
      case "updated" -> "~";
      case "unchanged" -> "=";
      case "failed" -> "✗";
      default -> "-";
    };
  }

  private String colour(String outcome, String text) {
    return switch (outcome) {
      case "created" -> style.good(text);
      case "updated", "skipped" -> style.warning(text);
      case "failed" -> style.bad(text);
      default -> style.faint(text);
    };
  }

  private static String totals(JsonNode report) {
    JsonNode totals = report.get("totals");
    List<String> counts = new ArrayList<>();
    OUTCOMES.forEach(word -> counts.add(totals.get(word).asInt() + " " + word));
    int runs = report.get("runs_imported").asInt();
    return "%d found: %s%s%s"
        .formatted(
            totals.get("found").asInt(),
            String.join(", ", counts),
            runs > 0 ? "; %d past runs".formatted(runs) : "",
            report.get("dry_run").asBoolean() ? " (dry run: nothing was done)" : "");
  }
}
