package dev.carillon.cli.verbs;

import dev.carillon.cli.Surroundings;
import dev.carillon.client.Carillon;
import dev.carillon.client.Json;
import dev.carillon.client.Schedule;
import dev.carillon.client.ScheduleQuery;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "export",
    description = "Print schedules as a file that `carillon apply -f` reads (YAML, or --json).")
final class ExportVerb extends Verb {

  /** Their time is over: applied elsewhere they would begin again, or be refused as past. */
  private static final Set<String> ENDED = Set.of("done", "stopped");

  @Option(names = "--agent", paramLabel = "NAME", description = "those that speak for this agent")
  private @Nullable String agent;

  @Option(names = "--search", paramLabel = "TEXT", description = "those with this in their name")
  private @Nullable String search;

  @Option(names = "--ids", description = "with their ids, for this very server only")
  private boolean ids;

  ExportVerb(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  int call(Carillon server) {
    List<Schedule> all =
        Named.all(server, ScheduleQuery.all().with("agent_id", agent).with("q", search));
    // By name, so that two exports of the same schedules are the same file, on any server.
    List<Schedule> living =
        all.stream()
            .filter(one -> !ENDED.contains(one.status()))
            .sorted(Comparator.comparing(Schedule::name).thenComparing(Schedule::id))
            .toList();
    Map<String, Long> names =
        all.stream().collect(Collectors.groupingBy(Schedule::name, Collectors.counting()));
    List<ObjectNode> definitions = new ArrayList<>();
    for (Schedule schedule : living) {
      ObjectNode definition = Json.object();
      // A name that several have finds none of them.
      if (ids || names.getOrDefault(schedule.name(), 0L) > 1) {
        definition.put("id", schedule.id());
      }
      definition.setAll(Definition.of(schedule));
      definitions.add(definition);
    }
    if (json) {
      ObjectNode set = Json.object();
      ArrayNode schedules = set.putArray("schedules");
      definitions.forEach(schedules::add);
      json(set);
    } else {
      surroundings.out().print(Yaml.write(definitions));
    }
    if (living.size() < all.size()) {
      surroundings
          .err()
          .println("Left out: %d that are done or stopped.".formatted(all.size() - living.size()));
      surroundings.err().flush();
    }
    return OK;
  }
}
