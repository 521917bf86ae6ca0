package dev.carillon.simulator;

import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.Outcome;
import dev.carillon.engine.run.PastAttempt;
import dev.carillon.engine.run.RunError;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.run.RunStatus;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a receiver reported and heard to be taken is there (I11), and taken once (I5). An attempt
 * that a receiver has taken over is not lost with its node (I4).
 */
final class ReceiverCheck implements HistoryChecker.Check {

  @Override
  public void check(World world, List<Violation> violations) {
    Set<Facts.Hold> reported = new HashSet<>();
    for (Facts.Report report : world.facts.reports) {
      Facts.Hold hold = new Facts.Hold(report.attempt().runId(), report.attempt().retry());
      if (!reported.add(hold)) {
        add(violations, "I5 the end is the end", report, "was taken twice");
      }
      if (!recorded(world, report)) {
        add(violations, "I11 durability", report, "is gone");
      }
    }
    for (Facts.Accepted accepted : world.facts.accepted) {
      Life life = world.facts.lives.get(accepted.scheduleId());
      if (life != null && lost(world, life, accepted.hold())) {
        violations.add(
            new Violation(
                "I4 what a receiver has is not lost",
                life.id,
                "it counts as lost with its node: " + accepted));
      }
    }
  }

  private static void add(
      List<Violation> violations, String invariant, Facts.Report report, String what) {
    violations.add(new Violation(invariant, report.attempt().scheduleId(), report + " " + what));
  }

  private static boolean recorded(World world, Facts.Report report) {
    Life life = world.facts.lives.get(report.attempt().scheduleId());
    if (life == null || life.deleted) {
      return true;
    }
    UUID runId = report.attempt().runId();
    int retry = report.attempt().retry();
    RunRecord row = world.store.settledRun(life.org, runId);
    if (report.outcome() instanceof Outcome.Success) {
      return row != null && row.status() == RunStatus.SUCCESS && row.retry() == retry;
    }
    if (row != null) {
      return (row.status() == RunStatus.ERROR && row.retry() == retry)
          || row.attempts().stream().anyMatch(past -> failed(past, retry));
    }
    OpenRun run = world.store.openRun(life.org, runId);
    return run != null && run.attempts().stream().anyMatch(past -> failed(past, retry));
  }

  private static boolean failed(PastAttempt past, int retry) {
    return past.retry() == retry && past.status() == RunStatus.ERROR;
  }

  private static boolean lost(World world, Life life, Facts.Hold hold) {
    RunRecord row = world.store.settledRun(life.org, hold.runId());
    if (row != null) {
      return (row.retry() == hold.retry() && isLoss(row.error())) || lost(row.attempts(), hold);
    }
    OpenRun run = world.store.openRun(life.org, hold.runId());
    return run != null && lost(run.attempts(), hold);
  }

  private static boolean lost(List<PastAttempt> attempts, Facts.Hold hold) {
    return attempts.stream().anyMatch(past -> past.retry() == hold.retry() && isLoss(past.error()));
  }

  private static boolean isLoss(@Nullable RunError error) {
    return error != null && error.code().equals("worker_lost");
  }
}
