package dev.carillon.simulator;

import dev.carillon.engine.run.Attempt;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * No two attempts of one run are held at once (I6): before the next one starts, the books have let
 * go of the one before, because it ended, ran into its timeout, or its node was declared dead.
 */
final class HoldCheck implements HistoryChecker.Check {

  @Override
  public void check(World world, List<Violation> violations) {
    Map<UUID, Facts.Start> holders = new HashMap<>();
    for (Facts.Start start : world.facts.starts) {
      Facts.Start before = holders.put(start.attempt.runId(), start);
      if (before == null) {
        continue;
      }
      Attempt earlier = before.attempt;
      Long letGo = world.facts.letGo.get(new Facts.Hold(earlier.runId(), earlier.retry()));
      if (letGo == null || letGo > start.at) {
        violations.add(
            new Violation(
                "I6 holds are disjoint",
                earlier.scheduleId(),
                start + " while the books still held " + before));
      }
    }
  }
}
