package dev.carillon.cli.verbs;

import dev.carillon.cli.Surroundings;
import dev.carillon.client.Carillon;
import dev.carillon.client.Json;
import dev.carillon.client.Schedule;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "edit",
    sortOptions = false,
    description = "Change what the flags name; the rest stays as it is.")
final class EditVerb extends Verb {

  @Parameters(paramLabel = "SCHEDULE", description = "its id or its whole name")
  private String name = "";

  @Mixin private final TimingFlags timing = new TimingFlags();
  @Mixin private final TargetFlags target = new TargetFlags();
  @Mixin private final PolicyFlags policies = new PolicyFlags();

  EditVerb(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  int call(Carillon server) {
    ObjectNode change = Json.object();
    policies.put(change);
    target.put(change, surroundings.directory());
    timing.put(change, surroundings, json);
    if (change.isEmpty()) {
      throw new Usage("expected a flag that says what to change, such as --cron or --name");
    }
    Schedule before = Named.find(server, name);
    boolean retimed = change.has("cron") || change.has("run_at");
    policies.check(change.has("interval_seconds") || (!retimed && before.interval() != null));
    Schedule after = server.edit(before.id(), change, before.version());
    if (json) {
      json(after.json());
      return OK;
    }
    List<String> changes = Difference.between(before.json(), after.json());
    new Detail(this, server).summary(changes.isEmpty() ? "Nothing to change in" : "Changed", after);
    changes.forEach(line -> say("  " + line));
    return OK;
  }
}
