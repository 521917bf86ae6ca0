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

  /** With the usual interval of five seconds, a minute. */
  private static final int POLLS_BETWEEN_PASSES = 12;

  private static final long LONGEST_REST = Duration.ofHours(1).toNanos();
  private static final long RUNS_WORTH_A_PASS = 1_000;

  /** A pass that removes one in so many rows or more was worth its while, and so is the next. */
  private static final long ROWS_FOR_ONE_REMOVED = 10;

  private final Tenure tenure;
  private final Retry retry = new Retry();
  private @Nullable SweepCursor cursor;
  private boolean asking;
  private boolean inPass;
  private long stepAt;
  private long passBeganAt;
  private long settledBefore;
  private long looked;
  private long removed;
  private final long shortestRest;

  Pruner(Tenure tenure) {
    this.tenure = tenure;
    shortestRest = tenure.config.pollInterval().multipliedBy(POLLS_BETWEEN_PASSES).toNanos();
    stepAt = tenure.nanos() + shortestRest;
    passBeganAt = tenure.nanos();
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
        stepAt = nanos + shortestRest;
        return stepAt;
      }
      inPass = true;
      passBeganAt = nanos;
      settledBefore = tenure.stats.settled();
      looked = 0;
      removed = 0;
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
    looked += sweep.looked();
    removed += sweep.removed();
    long nanos = tenure.nanos();
    if (cursor != null) {
      stepAt = nanos + STEP_PAUSE;
      return;
    }
    inPass = false;
    stepAt =
        nanos + (gainful() ? shortestRest : Math.max(shortestRest, 20 * (nanos - passBeganAt)));
  }

  /**
   * A pass over a large history that finds little is followed by a long rest: such pruning takes a
   * twentieth of the time. One that finds much is not: at 5,000 runs a second more came in during
   * that rest than the pass had looked at, and history grew without end.
   */
  private boolean gainful() {
    return removed > 0 && removed * ROWS_FOR_ONE_REMOVED >= looked;
  }
}
