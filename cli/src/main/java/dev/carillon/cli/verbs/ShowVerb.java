package dev.carillon.cli.verbs;

import dev.carillon.cli.Surroundings;
import dev.carillon.client.Carillon;
import dev.carillon.client.Schedule;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "show", description = "Show all of one schedule, with its next five fires.")
final class ShowVerb extends Verb {

  @Parameters(paramLabel = "SCHEDULE", description = "its id or its whole name")
  private String name = "";

  ShowVerb(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  int call(Carillon server) {
    Schedule schedule = Named.find(server, name);
    if (json) {
      json(schedule.json());
    } else {
      new Detail(this, server).whole(schedule);
    }
    return OK;
  }
}
