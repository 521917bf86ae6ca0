package dev.carillon.simulator;

import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.run.RunStatus;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Only the newest holder of a run ends it, and no dead node writes anything (I4). No node is
 * declared dead that had no time to beat (I19).
 */
final class LeaseCheck implements HistoryChecker.Check {

  @Override
  public void check(World world, List<Violation> violations) {
    Map<Integer, Long> deaths = new HashMap<>();
    for (Facts.Burial burial : world.facts.burials) {
      deaths.put(burial.node(), burial.at());
      patience(world, burial, violations);
    }
    Map<UUID, Facts.Start> newest = new HashMap<>();
    for (Facts.Start start : world.facts.starts) {
      newest.put(start.attempt.runId(), start);
    }
    for (Facts.Row row : world.facts.rows) {
      long death = deaths.getOrDefault(row.writer(), Long.MAX_VALUE);
      if (row.writer() != 0 && death < row.at()) {
        violations.add(
            new Violation(
                "I4 only the newest holder writes",
                row.record().scheduleId(),
                "node " + row.writer() + " was dead when it wrote " + row.record()));
      }
      holder(row, newest.get(row.record().id()), violations);
    }
  }

  private static void holder(
      Facts.Row row,
      Facts.@org.jspecify.annotations.Nullable Start newest,
      List<Violation> violations) {
    RunRecord record = row.record();
    boolean reported = record.status() == RunStatus.SUCCESS;
    if (!reported || row.writer() == 0) {
      return;
    }
    if (newest == null
        || newest.attempt.node() != row.writer()
        || newest.attempt.retry() != record.retry()) {
      violations.add(
          new Violation(
              "I4 only the newest holder writes",
              record.scheduleId(),
              "node " + row.writer() + " wrote " + record + " after " + newest));
    }
  }

  private static void patience(World world, Facts.Burial burial, List<Violation> violations) {
    if (burial.how() != Facts.Burial.How.BURIED) {
      return;
    }
    long lease = world.settings.lease().toNanos();
    // A sight of a beat is younger than the beat, by up to one beat: a fifth of the lease.
    long patience = lease * 3 / 4;
    boolean outage =
        world.facts.outages.stream()
            .anyMatch(out ->
                out.until() - out.from() > lease / 2
                    && out.from() < burial.at()
                    && out.until() > burial.at() - patience);
    if (burial.sinceBeat() < patience || outage) {
      violations.add(
          new Violation(
              "I19 patience",
              null,
              "node "
                  + burial.node()
                  + " was buried "
                  + burial.sinceBeat() / 1_000_000
                  + " ms after it had beaten"
                  + (outage ? ", right after an outage" : "")));
    }
  }
}
