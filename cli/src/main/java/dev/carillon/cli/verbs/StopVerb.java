package dev.carillon.cli.verbs;

import dev.carillon.cli.Surroundings;
import dev.carillon.client.Carillon;
import dev.carillon.client.Schedule;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "stop", description = "End schedules for good; their history stays.")
final class StopVerb extends EachVerb {

  @Option(names = "--reason", paramLabel = "TEXT", description = "why, for all who look")
  private @Nullable String reason;

  StopVerb(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  @Nullable Schedule change(Carillon server, Schedule schedule) {
    return server.stop(schedule.id(), reason);
  }
}
