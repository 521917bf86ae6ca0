package dev.carillon.simulator;

import dev.carillon.engine.run.Origin;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Unless a schedule allows it, or once did, no slot starts while an earlier one is open: from its
 * first start until history has it (I13).
 */
final class OverlapCheck implements HistoryChecker.Check {

  @Override
  public void check(World world, List<Violation> violations) {
    Map<UUID, Long> ends = new HashMap<>();
    for (Facts.Row row : world.facts.rows) {
      ends.putIfAbsent(row.record().id(), row.at());
    }
    Map<UUID, Map<UUID, Facts.Start>> firsts = new LinkedHashMap<>();
    for (Facts.Start start : world.facts.starts) {
      Life life = world.facts.lives.get(start.attempt.scheduleId());
      if (start.attempt.origin() == Origin.SCHEDULE && life != null && !life.overlapped) {
        firsts
            .computeIfAbsent(start.attempt.scheduleId(), _ -> new LinkedHashMap<>())
            .putIfAbsent(start.attempt.runId(), start);
      }
    }
    for (Map<UUID, Facts.Start> runs : firsts.values()) {
      check(new ArrayList<>(runs.values()), ends, violations);
    }
  }

  private static void check(
      List<Facts.Start> firsts, Map<UUID, Long> ends, List<Violation> violations) {
    for (int i = 0; i < firsts.size(); i++) {
      Facts.Start first = firsts.get(i);
      long end = ends.getOrDefault(first.attempt.runId(), Long.MAX_VALUE);
      if (i + 1 < firsts.size() && firsts.get(i + 1).at < end) {
        violations.add(
            new Violation(
                "I13 overlap",
                first.attempt.scheduleId(),
                first + " is still open at the " + firsts.get(i + 1)));
      }
    }
  }
}
