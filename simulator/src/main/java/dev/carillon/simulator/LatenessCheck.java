package dev.carillon.simulator;

import dev.carillon.engine.run.Attempt;
import dev.carillon.engine.run.Origin;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Without faults and within its limits, a slot starts milliseconds after it is due (I9). */
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
      if (attempt.origin() != Origin.SCHEDULE || attempt.retry() > 0) {
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
