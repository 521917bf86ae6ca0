package dev.carillon.simulator;

import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.Origin;
import dev.carillon.engine.run.PastAttempt;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.run.RunStatus;
import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.ScheduleStore.Entry;
import java.util.List;
import java.util.UUID;

/**
 * What was acknowledged is there (I11), attempts are numbered without gaps and within the policy
 * (I14), and the counters say what history says (I18).
 */
final class BookCheck implements HistoryChecker.Check {

  @Override
  public void check(World world, List<Violation> violations) {
    for (Life life : world.facts.lives.values()) {
      Entry entry = world.store.schedule(life.org, life.id);
      if (life.deleted != (entry == null)) {
        violations.add(
            new Violation("I11 durability", life.id, life.deleted ? "it is back" : "it is gone"));
      }
      if (entry != null) {
        new OfOne(world, life, entry, violations).check();
      }
    }
  }

  /** The check of one schedule. */
  private record OfOne(World world, Life life, Entry entry, List<Violation> violations) {

    void check() {
      List<RunRecord> history = world.store.history(life.org, life.id, null, Integer.MAX_VALUE);
      List<OpenRun> open = world.store.openRuns(life.org, life.id);
      durability();
      counters(history, open);
      history.forEach(row -> attempts(row.id(), row.retry(), row.attempts()));
      open.forEach(run -> attempts(run.id(), run.retry(), run.attempts()));
    }

    private void durability() {
      Status status = entry.schedule().status();
      if (life.halted && status != Status.PAUSED && status != Status.STOPPED) {
        violated("I11 durability", "it was paused or stopped, and is " + status);
      }
      for (UUID runId : life.requestedRuns) {
        if (world.store.settledRun(life.org, runId) == null
            && world.store.openRun(life.org, runId) == null) {
          violated("I11 durability", "the requested run " + runId + " is gone");
        }
      }
    }

    private void counters(List<RunRecord> history, List<OpenRun> open) {
      Timer timer = entry.timer();
      equal("rows of history", timer.runSeq(), history.size());
      equal("open runs", timer.openRuns(), open.size());
      equal("successes", timer.runCount(), count(history, RunStatus.SUCCESS));
      equal(
          "skipped slots",
          timer.skippedCount(),
          history.stream().mapToLong(RunRecord::skippedSlots).sum());
      equal("concluded slots", timer.repeat(), concludedSlots(history));
      long failed =
          count(history, RunStatus.ERROR)
              + count(history, RunStatus.TIMEOUT)
              + history.stream().mapToLong(row -> row.attempts().size()).sum()
              + open.stream().mapToLong(run -> run.attempts().size()).sum();
      equal("failed attempts", timer.errorCount(), failed);
      for (int i = 0; i < history.size(); i++) {
        equal("number of a row", history.get(i).seq(), history.size() - i);
      }
    }

    private static long concludedSlots(List<RunRecord> history) {
      return history.stream()
          .filter(row -> row.origin() == Origin.SCHEDULE && row.status() != RunStatus.SKIPPED)
          .count();
    }

    private static long count(List<RunRecord> history, RunStatus status) {
      return history.stream().filter(row -> row.status() == status).count();
    }

    private void equal(String what, long counted, long actual) {
      if (counted != actual) {
        violated("I18 conservation", "%s: counted %d, found %d".formatted(what, counted, actual));
      }
    }

    private void attempts(UUID runId, int retry, List<PastAttempt> past) {
      for (int i = 0; i < past.size(); i++) {
        if (past.get(i).retry() != i) {
          violated("I14 attempts", "run " + runId + " has attempts " + past);
        }
      }
      if (retry != past.size() || retry > life.mostRetries) {
        violated(
            "I14 attempts",
            "run %s has retry %d after %d attempts; at most %d are allowed"
                .formatted(runId, retry, past.size(), life.mostRetries));
      }
    }

    private void violated(String invariant, String what) {
      violations.add(new Violation(invariant, life.id, what));
    }
  }
}
