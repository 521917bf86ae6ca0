package dev.carillon.cli.verbs;

import dev.carillon.cli.Surroundings;
import dev.carillon.client.Carillon;
import dev.carillon.client.Json;
import dev.carillon.client.Schedule;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "create",
    sortOptions = false,
    description = "Create a schedule: when (one flag), what to do (one target), and how.")
final class CreateVerb extends Verb {

  @Mixin private final TimingFlags timing = new TimingFlags();
  @Mixin private final TargetFlags target = new TargetFlags();
  @Mixin private final PolicyFlags policies = new PolicyFlags();

  @Option(names = "--disabled", description = "paused until somebody resumes it")
  private boolean disabled;

  CreateVerb(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  int call(Carillon server) {
    timing.require();
    target.require();
    ObjectNode body = Json.object();
    policies.put(body);
    target.put(body, surroundings.directory());
    timing.put(body, surroundings, json);
    policies.check(body.has("interval_seconds"));
    if (disabled) {
      body.put("enabled", false);
    }
    Schedule created = server.create(body);
    if (json) {
      json(created.json());
    } else {
      new Detail(this, server).summary("Created", created);
    }
    return OK;
  }
}
