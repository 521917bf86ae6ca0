package dev.carillon.simulator;

import dev.carillon.engine.run.Attempt;
import dev.carillon.engine.run.Origin;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Without faults and within its limits, a slot or a retry starts milliseconds after it is due (I9).
 */
final class LatenessCheck implements HistoryChecker.Check {

  private static final Duration BOUND = Duration.ofMillis(100);
  private static final Duration WARM_UP = Duration.ofSeconds(8);

  @Override
  public void check(World world, List<Violation> violations) {
    if (!world.undisturbed() || world.settings.narrow()) {
      return;
    }
    Map<UUID, Long> ends = new HashMap<>();
    world.facts.rows.forEach(row -> ends.putIfAbsent(row.record().id(), row.at()));
    for (Facts.Start start : world.facts.starts) {
      Attempt attempt = start.attempt;
      if (attempt.retry() > 0) {
        retry(world, start, violations);
        continue;
      }
      if (attempt.origin() != Origin.SCHEDULE) {
        continue;
      }
      Duration late = Duration.between(attempt.dueAt(), start.database);
      long due = start.at - late.toNanos();
      if (late.compareTo(BOUND) > 0 && due > WARM_UP.toNanos() && !busy(world, start, due, ends)) {
        violations.add(
            new Violation(
                "I9 lateness",
                attempt.scheduleId(),
                start + " is " + late.toMillis() + " ms late"));
      }
    }
  }

  /** Nothing but its time keeps a retry waiting: its run is the open one. */
  private static void retry(World world, Facts.Start start, List<Violation> violations) {
    Attempt attempt = start.attempt;
    Instant due = world.facts.retryDue.get(new Facts.Hold(attempt.runId(), attempt.retry()));
    Duration late = due == null ? Duration.ZERO : Duration.between(due, start.database);
    if (late.compareTo(BOUND) > 0) {
      violations.add(
          new Violation(
              "I9 lateness",
              attempt.scheduleId(),
              start + " was due at " + due + " and is " + late.toMillis() + " ms late"));
    }
  }

  /** Whether another run of the schedule was open when this one came due. */
  private static boolean busy(World world, Facts.Start start, long due, Map<UUID, Long> ends) {
    return world.facts.starts.stream()
        .anyMatch(other ->
            other.attempt.scheduleId().equals(start.attempt.scheduleId())
                && !other.attempt.runId().equals(start.attempt.runId())
                && other.at <= start.at
                && ends.getOrDefault(other.attempt.runId(), Long.MAX_VALUE) >= due);
  }
}
