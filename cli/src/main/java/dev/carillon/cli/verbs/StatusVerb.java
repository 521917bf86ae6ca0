package dev.carillon.cli.verbs;

import dev.carillon.cli.Surroundings;
import dev.carillon.cli.table.Table;
import dev.carillon.cli.table.Table.Cell;
import dev.carillon.client.Carillon;
import dev.carillon.words.Durations;
import dev.carillon.words.Moments;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

@Command(name = "status", description = "Show how schedules, nodes and the database stand.")
final class StatusVerb extends Verb {

  StatusVerb(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  int call(Carillon server) {
    JsonNode status = server.status();
    if (json) {
      json(status);
    } else {
      print(status);
    }
    return OK;
  }

  private void print(JsonNode status) {
    say(
        style.strong(
            "Carillon %s, organization %s, as %s"
                .formatted(
                    status.get("version").asString(),
                    status.get("organization").asString(),
                    status.get("principal").asString())));
    Table table = new Table("  ", "  ");
    table.row(Cell.of("schedules", style::faint), Cell.of(counts(status.get("schedules"))));
    JsonNode overdue = status.get("overdue_ms");
    if (overdue != null && overdue.isNumber()) {
      long millis = overdue.longValue();
      table.row(
          Cell.of("overdue", style::faint),
          Cell.of(millis <= 0 ? "nothing" : "by " + Durations.brief(Duration.ofMillis(millis))));
    }
    table.row(
        Cell.of("database", style::faint),
        Cell.of("PostgreSQL " + status.get("database").get("version").asString()));
    table.lines().forEach(this::say);
    nodes(status.get("nodes"));
  }

  private static String counts(JsonNode schedules) {
    List<String> counts = new ArrayList<>();
    schedules.forEachEntry((status, count) -> {
      if (count.longValue() > 0) {
        counts.add(count.longValue() + " " + status);
      }
    });
    return counts.isEmpty() ? "none" : String.join(", ", counts);
  }

  private void nodes(JsonNode nodes) {
    say("  nodes");
    Table table = new Table("    ", "  ");
    for (JsonNode node : nodes.values()) {
      boolean alive = node.get("alive").booleanValue();
      table.row(
          Cell.of(alive ? "alive" : "dead", alive ? style::good : style::bad),
          Cell.of("%s %s".formatted(node.get("id").asString(), node.get("name").asString())),
          Cell.of(node.get("shards").asString() + " shards"),
          Cell.of(
              "started "
                  + Moments.relative(Instant.parse(node.get("started_at").asString()), now())));
    }
    table.lines().forEach(this::say);
  }
}
