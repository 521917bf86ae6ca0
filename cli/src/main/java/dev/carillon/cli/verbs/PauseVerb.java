package dev.carillon.cli.verbs;

import dev.carillon.cli.Surroundings;
import dev.carillon.client.Carillon;
import dev.carillon.client.Schedule;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "pause", description = "Pause schedules; they keep their counters.")
final class PauseVerb extends EachVerb {

  @Option(names = "--reason", paramLabel = "TEXT", description = "why, for all who look")
  private @Nullable String reason;

  PauseVerb(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  @Nullable Schedule change(Carillon server, Schedule schedule) {
    return server.pause(schedule.id(), reason);
  }
}
