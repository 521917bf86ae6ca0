package dev.carillon.engine.dispatch;

import dev.carillon.engine.schedule.Timer;
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

  /** What no run tells of, such as rows whose schedule is gone, waits no longer than this. */
  private static final long LONGEST_REST = Duration.ofHours(1).toNanos();

  /** Passes over all of history for that take no more than a twentieth of the time. */
  private static final long REST_FOR_PASS = 20;

  private final Tenure tenure;
  private final Retry retry = new Retry();
  private @Nullable SweepCursor cursor;
  private boolean asking;
  private boolean inPass;
  private long stepAt;
  private long passBeganAt;
  private long wholePassBeganAt;
  private long wholePassTook;
  private long wanted;
  private long looked;
  private long removed;
  private final long shortestRest;
  private final Surplus surplus = new Surplus();

  Pruner(Tenure tenure) {
    this.tenure = tenure;
    shortestRest = tenure.config.pollInterval().multipliedBy(POLLS_BETWEEN_PASSES).toNanos();
    stepAt = tenure.nanos() + shortestRest;
    wholePassBeganAt = tenure.nanos();
  }

  /**
   * A run stands in history.
   *
   * @param seq its number in its schedule's history
   */
  void recorded(int seq) {
    if (seq > tenure.config.maxRunHistory()) {
      surplus.oneMore();
    }
  }

  /** A run stands in history, under a number that is not known here. */
  void recorded() {
    surplus.oneMore();
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
      boolean whole =
          nanos - wholePassBeganAt >= Math.max(LONGEST_REST, REST_FOR_PASS * wholePassTook);
      if (!whole && !surplus.isWorthAPass(tenure.shards.count(), Timer.SHARDS)) {
        stepAt = nanos + shortestRest;
        return stepAt;
      }
      wanted = whole ? Long.MAX_VALUE : surplus.ofAll(tenure.shards.count(), Timer.SHARDS);
      inPass = true;
      passBeganAt = nanos;
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
    // Where much was found there may be more that nobody has counted: rows that were too young.
    boolean found = surplus.isMuch(sweep.removed(), sweep.looked());
    if (cursor != null && (found || removed < wanted)) {
      stepAt = nanos + STEP_PAUSE;
      return;
    }
    inPass = false;
    stepAt = nanos + shortestRest;
    if (cursor != null) {
      // The rows behind are younger; whatever is too much among them has yet to be counted.
      cursor = null;
      surplus.found(looked, removed);
      return;
    }
    wholePassBeganAt = passBeganAt;
    wholePassTook = nanos - passBeganAt;
    surplus.passed(looked, removed);
  }
}
