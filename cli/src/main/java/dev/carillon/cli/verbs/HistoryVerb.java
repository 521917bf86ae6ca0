package dev.carillon.cli.verbs;

import dev.carillon.cli.Surroundings;
import dev.carillon.cli.table.DisplayWidth;
import dev.carillon.cli.table.Style;
import dev.carillon.cli.table.Table;
import dev.carillon.cli.table.Table.Cell;
import dev.carillon.client.Carillon;
import dev.carillon.client.Json;
import dev.carillon.client.Page;
import dev.carillon.client.Run;
import dev.carillon.client.Schedule;
import dev.carillon.words.Durations;
import dev.carillon.words.Moments;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "history",
    description = "Show the runs of a schedule, newest first: attempts, lateness, errors.")
final class HistoryVerb extends Verb {

  private static final int WIDEST_ERROR = 100;

  @Parameters(paramLabel = "SCHEDULE", description = "its id or its whole name")
  private String name = "";

  @Option(
      names = {"-n", "--limit"},
      paramLabel = "N",
      description = "so many at most (20, up to 200)")
  private int limit = 20;

  @Option(
      names = "--status",
      completionCandidates = Choices.Outcomes.class,
      paramLabel = "STATUS",
      description = "running, waiting, success, error, timeout, skipped or cancelled")
  private @Nullable String status;

  HistoryVerb(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  int call(Carillon server) {
    Schedule schedule = Named.find(server, name);
    Map<String, String> filters = status == null ? Map.of() : Map.of("status", status);
    Page<Run> page = server.runs(schedule.id(), filters, limit, null);
    if (json) {
      ObjectNode answer = Json.object();
      ArrayNode items = answer.putArray("items");
      page.items().forEach(run -> items.add(run.json()));
      json(answer.put("next_cursor", page.nextCursor()));
    } else {
      print(schedule, page);
    }
    return OK;
  }

  private void print(Schedule schedule, Page<Run> page) {
    if (page.items().isEmpty()) {
      say("\"%s\" has no such runs.".formatted(Style.plain(schedule.name())));
      return;
    }
    say(style.strong("Runs of \"%s\":".formatted(Style.plain(schedule.name()))));
    Table table = new Table("  ", "  ");
    table.row(
        head(""),
        head("SLOT"),
        head(""),
        head("OUTCOME"),
        head("TRY"),
        head("LATE"),
        head("TOOK"),
        head(""));
    page.items().forEach(run -> rows(table, run));
    table.lines().forEach(this::say);
    if (page.nextCursor() != null) {
      say(style.faint("  … and older ones: --limit shows more"));
    }
  }

  private Cell head(String text) {
    return Cell.of(text, style::faint);
  }

  private void rows(Table table, Run run) {
    Instant slot = run.scheduledFor();
    List<Run.Attempt> attempts = run.attempts();
    table.row(
        Cell.of(mark(run.status())),
        Cell.of(slot == null ? "" : slot + " " + Moments.relative(slot, now())),
        Cell.of(run.origin().equals("schedule") ? "" : run.origin(), style::faint),
        Cell.of(run.status(), style::outcome),
        Cell.of(attempts.isEmpty() ? "" : String.valueOf(attempts.getLast().number())),
        Cell.of(brief(run.lateness())),
        Cell.of(brief(run.duration())),
        Cell.of(DisplayWidth.cut(why(run), WIDEST_ERROR)));
    // The last attempt shares its end with the run; those before it failed.
    for (int i = 0; i < attempts.size() - 1; i++) {
      Run.Attempt attempt = attempts.get(i);
      table.row(
          Cell.of(""),
          Cell.of(attempt.startedAt() == null ? "" : attempt.startedAt().toString(), style::faint),
          Cell.of("attempt", style::faint),
          Cell.of(attempt.status(), style::outcome),
          Cell.of(String.valueOf(attempt.number())),
          Cell.of(""),
          Cell.of(brief(attempt.duration())),
          Cell.of(
              DisplayWidth.cut(
                  attempt.error() == null ? "" : attempt.error().toString(), WIDEST_ERROR)));
    }
  }

  private static String mark(String status) {
    return switch (status) {
      case "success" -> "✅";
      case "error", "timeout" -> "❌";
      case "running", "waiting" -> "⏳";
      default -> "➖";
    };
  }

  private static String why(Run run) {
    String reason = orEmpty(run.reason());
    if (run.error() != null) {
      // What waits for another try says when that is.
      return (run.open() && !reason.isEmpty() ? reason + ": " : "") + run.error();
    }
    return run.skippedSlots() > 1 ? "%s (%d slots)".formatted(reason, run.skippedSlots()) : reason;
  }

  private static String brief(@Nullable Duration duration) {
    return duration == null ? "" : Durations.brief(duration);
  }
}
