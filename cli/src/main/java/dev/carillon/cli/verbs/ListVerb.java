package dev.carillon.cli.verbs;

import dev.carillon.cli.Surroundings;
import dev.carillon.cli.table.DisplayWidth;
import dev.carillon.cli.table.Table;
import dev.carillon.cli.table.Table.Cell;
import dev.carillon.client.Carillon;
import dev.carillon.client.Json;
import dev.carillon.client.Page;
import dev.carillon.client.Schedule;
import dev.carillon.client.ScheduleQuery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

@Command(name = "list", description = "List schedules: how each stands, and when it last ran.")
final class ListVerb extends Verb {

  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);
  private static final List<String> STATUSES =
      List.of("active", "paused", "done", "dead", "stopped");
  private static final int WIDEST_NAME = 40;
  private static final int WIDEST_WHOM = 30;
  private static final int WIDEST_STANDING = 100;

  /** Puts the cursor home and clears what lies below. */
  private static final String CLEAR = "\033[H\033[2J";

  @Option(names = "--agent", paramLabel = "NAME", description = "those that speak for this agent")
  private @Nullable String agent;

  @Option(names = "--disabled", description = "those that are not active")
  private boolean disabled;

  @Option(
      names = "--status",
      completionCandidates = Choices.Statuses.class,
      paramLabel = "STATUS",
      description = "active, paused, done, dead or stopped")
  private @Nullable String status;

  @Option(
      names = "--target",
      completionCandidates = Choices.Targets.class,
      paramLabel = "KIND",
      description = "workflow, graph, message, http or handler")
  private @Nullable String target;

  @Option(names = "--workflow", paramLabel = "ID", description = "those of this workflow")
  private @Nullable String workflow;

  @Option(names = "--search", paramLabel = "TEXT", description = "those with this in their name")
  private @Nullable String search;

  @Option(names = "--all", description = "more than the first " + Carillon.PAGE)
  private boolean all;

  @Option(names = "--ids", description = "with their ids")
  private boolean ids;

  @Option(names = "--watch", description = "again every two seconds, until Ctrl-C")
  private boolean watch;

  ListVerb(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  int call(Carillon server) {
    do {
      Page<Schedule> page = page(server);
      if (json) {
        json(asJson(page));
      } else {
        if (watch && surroundings.terminal()) {
          surroundings.out().print(CLEAR);
        }
        print(page);
      }
      surroundings.out().flush();
    } while (watch && surroundings.rest().test(BETWEEN_LOOKS));
    return OK;
  }

  private Page<Schedule> page(Carillon server) {
    ScheduleQuery query =
        ScheduleQuery.all()
            .with("agent_id", agent)
            .with("status", status)
            .with("target", target)
            .with("workflow_id", workflow)
            .with("q", search)
            .with("enabled", disabled ? "false" : null);
    return all ? new Page<>(Named.all(server, query), null) : Named.first(server, query);
  }

  private boolean filtered() {
    return disabled
        || Stream.of(agent, status, target, workflow, search).anyMatch(Objects::nonNull);
  }

  private static ObjectNode asJson(Page<Schedule> page) {
    ObjectNode json = Json.object();
    ArrayNode items = json.putArray("items");
    page.items().forEach(schedule -> items.add(schedule.json()));
    return json.put("next_cursor", page.nextCursor());
  }

  private void print(Page<Schedule> page) {
    List<Schedule> schedules = page.items();
    if (schedules.isEmpty()) {
      say(
          filtered()
              ? "No such schedules."
              : "No schedules. `carillon create --help` shows how to make one.");
      return;
    }
    say(style.strong("%s (%s):".formatted(heading(page), counts(schedules))));
    Table table = new Table("  ", "  ");
    for (Schedule schedule : schedules) {
      String standing = Lines.standing(schedule, now());
      List<Cell> cells =
          new ArrayList<>(
              List.of(
                  Cell.of(Lines.mark(schedule.status())),
                  Cell.of(DisplayWidth.cut(schedule.name(), WIDEST_NAME), style::strong),
                  Cell.of(DisplayWidth.cut(Lines.whom(schedule), WIDEST_WHOM)),
                  Cell.of(Lines.timing(schedule), style::faint),
                  Cell.of(
                      DisplayWidth.cut(standing, WIDEST_STANDING),
                      text -> style.outcome(tone(schedule), text))));
      if (ids) {
        cells.add(1, Cell.of(schedule.id(), style::faint));
      }
      table.row(cells.toArray(Cell[]::new));
    }
    table.lines().forEach(this::say);
    if (page.nextCursor() != null) {
      say(style.faint("  … and more: --all shows every one, filters narrow the list"));
    }
  }

  private static String heading(Page<Schedule> page) {
    return page.nextCursor() == null ? "Schedules" : "The first schedules";
  }

  private static String counts(List<Schedule> schedules) {
    List<String> counts = new ArrayList<>();
    for (String one : STATUSES) {
      long count = schedules.stream().filter(schedule -> schedule.status().equals(one)).count();
      if (count > 0) {
        counts.add(count + " " + one);
      }
    }
    return String.join(", ", counts);
  }

  private static String tone(Schedule schedule) {
    if (!schedule.status().equals("active")) {
      return schedule.status();
    }
    String last = schedule.lastRunStatus();
    return last == null ? "none" : last;
  }
}
