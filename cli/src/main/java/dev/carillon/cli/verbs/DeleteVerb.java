package dev.carillon.cli.verbs;

import dev.carillon.cli.Surroundings;
import dev.carillon.client.Carillon;
import dev.carillon.client.Schedule;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

@Command(name = "delete", description = "Delete schedules and all their history; stop keeps it.")
final class DeleteVerb extends EachVerb {

  DeleteVerb(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  @Nullable Schedule change(Carillon server, Schedule schedule) {
    server.delete(schedule.id());
    return null;
  }
}
