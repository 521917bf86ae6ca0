package dev.carillon.cli.verbs;

import dev.carillon.cli.Surroundings;
import dev.carillon.cli.table.Style;
import dev.carillon.client.Carillon;
import dev.carillon.client.Json;
import dev.carillon.client.Schedule;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "apply",
    description =
        "Make schedules be as a file says, found by id or else by name; shows what changes.")
final class ApplyVerb extends Verb {

  @Option(
      names = {"-f", "--file"},
      required = true,
      paramLabel = "FILE",
      description = "YAML or JSON as `carillon export` writes it; - reads standard input")
  private List<String> files = new ArrayList<>();

  @Option(names = "--dry-run", description = "show what would change, and change nothing")
  private boolean dryRun;

  @Option(names = "--prune", description = "delete your schedules that the file does not name")
  private boolean prune;

  ApplyVerb(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  int call(Carillon server) {
    List<ObjectNode> wanted = new ArrayList<>();
    for (String file : files) {
      wanted.addAll(Yaml.read(text(file), file));
    }
    if (wanted.isEmpty()) {
      // An empty file is more likely a mistake than the wish to delete everything.
      throw new Failed("there are no schedules in %s".formatted(String.join(", ", files)));
    }
    ObjectNode set = Json.object().put("dry_run", true).put("prune", prune);
    ArrayNode schedules = set.putArray("schedules");
    wanted.forEach(schedules::add);
    JsonNode plan = server.apply(set);
    if (!json) {
      // What is there must be looked at before it is changed.
      difference(server, plan, wanted).forEach(this::say);
    }
    JsonNode report = dryRun ? plan : server.apply(set.put("dry_run", false));
    if (json) {
      json(report);
    } else {
      say(totals(report));
    }
    return OK;
  }

  private String text(String file) {
    return file.equals(Inputs.STANDARD)
        ? new String(Inputs.standard(), StandardCharsets.UTF_8)
        : Inputs.text(surroundings.directory().resolve(file));
  }

  private List<String> difference(Carillon server, JsonNode plan, List<ObjectNode> wanted) {
    List<String> lines = new ArrayList<>();
    int place = 0;
    for (JsonNode item : plan.get("items").values()) {
      String action = item.get("action").asString();
      String name = Style.plain(item.get("name").asString());
      switch (action) {
        case "created" -> lines.add(style.good("+ " + name));
        case "deleted" -> lines.add(style.bad("- " + name));
        case "updated" -> {
          lines.add(style.warning("~ " + name));
          Schedule before = server.schedule(item.get("id").asString());
          ObjectNode after = wanted.get(place);
          item.get("changes")
              .valueStream()
              .map(JsonNode::asString)
              .forEach(field -> lines.add(change(field, before, after)));
        }
        default -> {}
      }
      // The report has the set's schedules in its order, then those to be deleted.
      place++;
    }
    return lines;
  }

  private static String change(String field, Schedule before, ObjectNode after) {
    String now = Difference.value(before.json().get(field));
    String then = after.has(field) ? Difference.value(after.get(field)) : "(default)";
    return "    %s: %s → %s".formatted(field, now, then);
  }

  private String totals(JsonNode report) {
    List<String> totals = new ArrayList<>();
    for (String action : List.of("created", "updated", "unchanged", "deleted")) {
      totals.add(report.get(action).asString() + " " + action);
    }
    return String.join(", ", totals) + (dryRun ? " (dry run: nothing was done)" : "");
  }
}
