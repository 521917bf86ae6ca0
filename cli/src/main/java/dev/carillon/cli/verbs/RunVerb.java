package dev.carillon.cli.verbs;

import dev.carillon.cli.Surroundings;
import dev.carillon.cli.table.Style;
import dev.carillon.client.Carillon;
import dev.carillon.client.Run;
import dev.carillon.client.RunError;
import dev.carillon.client.Schedule;
import dev.carillon.words.Durations;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "run", description = "Run a schedule now, whatever its timing and status.")
final class RunVerb extends Verb {

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(250);

  @Parameters(paramLabel = "SCHEDULE", description = "its id or its whole name")
  private String name = "";

  @Option(
      names = "--payload",
      paramLabel = "JSON",
      description = "in the place of its own, or @FILE")
  private @Nullable String payload;

  @Option(names = "--wait", description = "until it has ended; exit code 1 unless it succeeded")
  private boolean wait;

  RunVerb(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  int call(Carillon server) {
    var override = payload == null ? null : Values.payload(payload, surroundings.directory());
    Schedule schedule = Named.find(server, name);
    Run run = server.run(schedule.id(), override);
    if (wait) {
      run = ended(server, run);
    }
    if (json) {
      json(run.json());
    } else {
      say(said(schedule, run));
    }
    return !wait || run.status().equals("success") ? OK : FAILED;
  }

  /** Retries may be hours apart, so that each is announced. */
  private Run ended(Carillon server, Run begun) {
    Run run = begun;
    String announced = "";
    while (run.open() && surroundings.rest().test(BETWEEN_LOOKS)) {
      run = server.run(run.id());
      String reason = orEmpty(run.reason());
      RunError error = run.error();
      if (run.open() && error != null && !reason.equals(announced)) {
        surroundings.err().println("%s: %s".formatted(reason, Style.plain(error.toString())));
        surroundings.err().flush();
        announced = reason;
      }
    }
    return run;
  }

  private String said(Schedule schedule, Run run) {
    String text = "\"%s\", run %s".formatted(Style.plain(schedule.name()), run.id());
    if (!wait) {
      return "Started %s".formatted(text);
    }
    Duration took = run.duration();
    RunError error = run.error();
    return "%s: %s%s%s"
        .formatted(
            text,
            style.outcome(run.status()),
            took == null ? "" : " in " + Durations.brief(took),
            error == null ? "" : ", " + Style.plain(error.toString()));
  }
}
