package dev.carillon.engine.dispatch;

import dev.carillon.engine.store.ScheduleStore.Sweep;
import dev.carillon.engine.store.ScheduleStore.SweepCursor;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Keeps history to its length, in small steps between everything else. The owner of the first shard
 * does it for all.
 */
final class Pruner {

  private static final int ROWS_PER_STEP = 5_000;
  private static final long STEP_PAUSE = Duration.ofMillis(20).toNanos();
  private static final long SHORTEST_REST = Duration.ofMinutes(1).toNanos();
  private static final long LONGEST_REST = Duration.ofHours(1).toNanos();
  private static final long RUNS_WORTH_A_PASS = 1_000;

  private final Tenure tenure;
  private final Retry retry = new Retry();
  private @Nullable SweepCursor cursor;
  private boolean asking;
  private boolean inPass;
  private long stepAt;
  private long passBeganAt;
  private long settledBefore;

  Pruner(Tenure tenure) {
    this.tenure = tenure;
    stepAt = tenure.nanos() + SHORTEST_REST;
  }

  boolean idle() {
    return !asking;
  }

  long turn(long nanos) {
    if (asking || tenure.stopping() || !tenure.shards.isOpen(0)) {
      return Long.MAX_VALUE;
    }
    if (nanos < Math.max(stepAt, retry.at())) {
      return Math.max(stepAt, retry.at());
    }
    if (!inPass) {
      boolean worth =
          tenure.stats.settled() - settledBefore >= RUNS_WORTH_A_PASS
              || nanos - passBeganAt >= LONGEST_REST;
      if (!worth) {
        stepAt = nanos + SHORTEST_REST;
        return stepAt;
      }
      inPass = true;
      passBeganAt = nanos;
      settledBefore = tenure.stats.settled();
    }
    step();
    return Long.MAX_VALUE;
  }

  private void step() {
    asking = true;
    SweepCursor from = cursor;
    int keep = tenure.config.maxRunHistory();
    tenure.ask(
        Lane.SWEEP,
        "prune history",
        store -> store.sweepHistory(from, keep, ROWS_PER_STEP),
        this::stepped,
        problem -> {
          asking = false;
          retry.failed(tenure.nanos(), problem);
        });
  }

  private void stepped(Sweep sweep) {
    asking = false;
    retry.succeeded();
    cursor = sweep.next();
    long nanos = tenure.nanos();
    if (cursor != null) {
      stepAt = nanos + STEP_PAUSE;
      return;
    }
    inPass = false;
    // A pass over a large history is followed by a long rest: pruning takes a twentieth of the
    // time.
    stepAt = nanos + Math.max(SHORTEST_REST, 20 * (nanos - passBeganAt));
  }
}
