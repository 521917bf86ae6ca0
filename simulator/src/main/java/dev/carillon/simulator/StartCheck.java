package dev.carillon.simulator;

import dev.carillon.engine.run.Attempt;
import dev.carillon.engine.run.Origin;
import dev.carillon.engine.run.RunStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * One start for each slot and attempt (I7), under fences that grow (I4), none after the run has
 * ended (I5), and none before it is due (I8).
 */
final class StartCheck implements HistoryChecker.Check {

  @Override
  public void check(World world, List<Violation> violations) {
    Map<UUID, Facts.Row> settled = new HashMap<>();
    for (Facts.Row row : world.facts.rows) {
      settled.putIfAbsent(row.record().id(), row);
    }
    Map<UUID, List<Facts.Start>> byRun = new LinkedHashMap<>();
    for (Facts.Start start : world.facts.starts) {
      byRun.computeIfAbsent(start.attempt.runId(), _ -> new ArrayList<>()).add(start);
      early(start, violations);
      afterTheEnd(start, settled.get(start.attempt.runId()), violations);
    }
    byRun.values().forEach(starts -> order(starts, violations));
  }

  private static void order(List<Facts.Start> starts, List<Violation> violations) {
    for (int i = 1; i < starts.size(); i++) {
      Attempt before = starts.get(i - 1).attempt;
      Attempt after = starts.get(i).attempt;
      if (after.retry() <= before.retry()) {
        add(violations, "I7 one start per attempt", after, starts.get(i - 1), starts.get(i));
      }
      if (after.fence() < before.fence()) {
        add(violations, "I4 fences grow", after, starts.get(i - 1), starts.get(i));
      }
    }
  }

  private static void add(
      List<Violation> violations,
      String invariant,
      Attempt attempt,
      Facts.Start first,
      Facts.Start second) {
    violations.add(
        new Violation(invariant, attempt.scheduleId(), first + " is followed by " + second));
  }

  private static void early(Facts.Start start, List<Violation> violations) {
    Attempt attempt = start.attempt;
    Instant due = attempt.origin() == Origin.SCHEDULE ? attempt.dueAt() : attempt.slotAt();
    if (!start.clockWentBack
        && (start.database.isBefore(due) || start.database.isBefore(attempt.slotAt()))) {
      violations.add(
          new Violation("I8 never early", attempt.scheduleId(), start + " was due at " + due));
    }
  }

  private static void afterTheEnd(
      Facts.Start start, Facts.@org.jspecify.annotations.Nullable Row row, List<Violation> found) {
    if (row != null && row.at() < start.at && row.record().status() != RunStatus.SKIPPED) {
      found.add(
          new Violation(
              "I5 the end is the end",
              start.attempt.scheduleId(),
              start + " comes after its end at database time " + row.database()));
    }
  }
}
