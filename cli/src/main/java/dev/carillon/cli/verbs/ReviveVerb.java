package dev.carillon.cli.verbs;

import dev.carillon.cli.Surroundings;
import dev.carillon.client.Carillon;
import dev.carillon.client.Schedule;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

@Command(
    name = "revive",
    description = "Bring schedules back to life that are dead, or done and edited since.")
final class ReviveVerb extends EachVerb {

  ReviveVerb(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  @Nullable Schedule change(Carillon server, Schedule schedule) {
    return server.revive(schedule.id());
  }
}
