package dev.carillon.importers;

import java.util.List;
import java.util.Locale;

/** A system whose schedules can be imported. */
public enum Source {
  OPENCLAW(
      "OpenClaw",
      false,
      Option.AGENT,
      Option.AGENTS,
      Option.ROOM_ID,
      Option.URL,
      Option.LEFTOVERS,
      Option.INSTANCE),
  /** Bull 3 and 4, too. */
  BULLMQ("BullMQ", true, Option.URL, Option.WORKFLOW, Option.EXISTING_WORKFLOWS, Option.INSTANCE),
  /** rq-scheduler, RQ's own scheduler, RQ cron, and Pipelit's jobs. */
  RQ(
      "RQ",
      true,
      Option.URL,
      Option.WORKFLOW,
      Option.EXISTING_WORKFLOWS,
      Option.INTERVAL_SECONDS,
      Option.INSTANCE),
  CRONTAB(
      "crontab",
      false,
      Option.URL,
      Option.WORKFLOW,
      Option.EXISTING_WORKFLOWS,
      Option.SYSTEM,
      Option.INSTANCE),
  KUBERNETES(
      "Kubernetes", false, Option.URL, Option.WORKFLOW, Option.EXISTING_WORKFLOWS, Option.INSTANCE);

  private final String title;
  private final boolean redis;

  @SuppressWarnings("ImmutableEnumChecker") // List.of is.
  private final List<Option> options;

  Source(String title, boolean redis, Option... options) {
    this.title = title;
    this.redis = redis;
    this.options = List.of(options);
  }

  /** What people call it. */
  public String title() {
    return title;
  }

  /** Whether it is read from a Redis. */
  public boolean redis() {
    return redis;
  }

  public List<Option> options() {
    return options;
  }

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
