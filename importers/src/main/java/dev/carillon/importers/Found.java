package dev.carillon.importers;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** One job of a source. */
public sealed interface Found {

  Identity identity();

  String name();

  /**
   * It can be a schedule.
   *
   * @param draft the body that creates it, as the API names its fields
   * @param original the job as the source keeps it
   * @param enabled whether it was at work there
   * @param next when the source would run it next, where it says so
   * @param ready false when a person has to look at it before it may become active
   * @param runs what it did there, oldest first
   */
  record Job(
      Identity identity,
      String name,
      ObjectNode draft,
      ObjectNode original,
      boolean enabled,
      @Nullable Instant next,
      boolean ready,
      List<String> warnings,
      Progress progress,
      List<PastRun> runs)
      implements Found {

    public Job {
      warnings = List.copyOf(warnings);
      runs = List.copyOf(runs);
    }
  }

  /** It is understood, and no schedule can do it: an event, a script. */
  record Unsuitable(Identity identity, String name, String reason) implements Found {}

  /** It is not understood. */
  record Broken(Identity identity, String name, String reason) implements Found {}
}
