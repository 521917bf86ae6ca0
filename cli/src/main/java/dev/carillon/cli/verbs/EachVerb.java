package dev.carillon.cli.verbs;

import dev.carillon.cli.Surroundings;
import dev.carillon.cli.table.Style;
import dev.carillon.client.Carillon;
import dev.carillon.client.Schedule;
import dev.carillon.words.Moments;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Parameters;

/** A verb that does the same to each schedule it is given. */
abstract class EachVerb extends Verb {

  @Parameters(paramLabel = "SCHEDULE", arity = "1..*", description = "ids or whole names")
  private List<String> names = new ArrayList<>();

  EachVerb(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  final int call(Carillon server) {
    // All are found before anything is done to the first: a slip in the last name changes nothing.
    List<Schedule> schedules = names.stream().map(name -> Named.find(server, name)).toList();
    for (Schedule schedule : schedules) {
      Schedule after = change(server, schedule);
      if (json) {
        json((after == null ? schedule : after).json());
      } else {
        say(said(schedule, after));
      }
    }
    return OK;
  }

  /** Does it, and returns the schedule as it is afterwards; null when there is none any more. */
  abstract @Nullable Schedule change(Carillon server, Schedule schedule);

  private String said(Schedule before, @Nullable Schedule after) {
    String name = style.strong("\"" + Style.plain(before.name()) + "\"");
    if (after == null) {
      return "Deleted %s and its history".formatted(name);
    }
    Instant next = after.nextRunAt();
    String reason = after.statusReason();
    return "%s is %s%s%s"
        .formatted(
            name,
            style.outcome(after.status()),
            reason == null ? "" : " (" + Style.plain(reason) + ")",
            next == null ? "" : ", next " + Moments.relative(next, now()));
  }
}
