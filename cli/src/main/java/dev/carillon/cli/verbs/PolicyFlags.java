package dev.carillon.cli.verbs;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/** How a schedule is called, and what happens when things go wrong. */
final class PolicyFlags {

  @Option(names = "--name", paramLabel = "NAME", description = "what it is called")
  private @Nullable String name;

  @Option(names = "--description", paramLabel = "TEXT", description = "what it is for")
  private @Nullable String description;

  @Option(names = "--repeats", paramLabel = "N", description = "done after so many (0: never)")
  private @Nullable Integer repeats;

  @Option(names = "--max-retries", paramLabel = "N", description = "tries after the first one")
  private @Nullable Integer maxRetries;

  @Option(
      names = "--retry-delay",
      paramLabel = "DURATION",
      description = "before the first retry; not with --every, which waits its interval")
  private @Nullable String retryDelay;

  @Option(names = "--timeout", paramLabel = "DURATION", description = "of one attempt")
  private @Nullable String timeout;

  @Option(
      names = "--max-failures",
      paramLabel = "N",
      description = "so many in a row end it (0: never)")
  private @Nullable Integer maxFailures;

  @Option(
      names = "--on-max-failures",
      completionCandidates = Choices.Ends.class,
      paramLabel = "STATUS",
      description = "dead or paused")
  private @Nullable String onMaxFailures;

  @Option(
      names = "--overlap",
      completionCandidates = Choices.Overlaps.class,
      paramLabel = "POLICY",
      description = "skip, queue, allow or replace, while a run is open")
  private @Nullable String overlap;

  @Option(
      names = "--catch-up",
      completionCandidates = Choices.CatchUps.class,
      paramLabel = "POLICY",
      description = "latest, all or skip, after a downtime")
  private @Nullable String catchUp;

  @Option(
      names = "--starting-deadline",
      paramLabel = "DURATION",
      description = "how late a slot is still good (1h)")
  private @Nullable String startingDeadline;

  @Option(names = "--backfill-limit", paramLabel = "N", description = "most runs of catch-up all")
  private @Nullable Integer backfillLimit;

  @Option(names = "--jitter", paramLabel = "DURATION", description = "spreads the starts")
  private @Nullable String jitter;

  @Option(
      names = "--interval-from",
      completionCandidates = Choices.Origins.class,
      paramLabel = "WHAT",
      description = "slot or completion: from where --every counts")
  private @Nullable String intervalFrom;

  void put(ObjectNode body) {
    Values.text(body, "name", name);
    Values.text(body, "description", description);
    Values.number(body, "total_repeats", repeats);
    Values.number(body, "max_retries", maxRetries);
    Values.seconds(body, "retry_delay_seconds", "--retry-delay", retryDelay);
    Values.seconds(body, "timeout_seconds", "--timeout", timeout);
    Values.number(body, "max_failures", maxFailures);
    Values.text(body, "on_max_failures", onMaxFailures);
    Values.text(body, "overlap", overlap);
    Values.text(body, "catch_up", catchUp);
    Values.seconds(body, "starting_deadline_seconds", "--starting-deadline", startingDeadline);
    Values.number(body, "backfill_limit", backfillLimit);
    Values.seconds(body, "jitter_seconds", "--jitter", jitter);
    Values.text(body, "interval_from", intervalFrom);
  }

  /** Refuses a flag that would change nothing, for a schedule that runs at an interval or not. */
  void check(boolean interval) {
    if (interval && retryDelay != null) {
      throw new Usage(
          "--retry-delay is for --cron and --at: retries of an interval wait the interval itself,"
              + " doubled each time up to ten times; leave it out");
    }
  }
}
