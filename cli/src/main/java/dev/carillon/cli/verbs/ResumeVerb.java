package dev.carillon.cli.verbs;

import dev.carillon.cli.Surroundings;
import dev.carillon.client.Carillon;
import dev.carillon.client.Schedule;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

@Command(name = "resume", description = "Resume paused schedules at their next slot.")
final class ResumeVerb extends EachVerb {

  ResumeVerb(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  @Nullable Schedule change(Carillon server, Schedule schedule) {
    return server.resume(schedule.id());
  }
}
