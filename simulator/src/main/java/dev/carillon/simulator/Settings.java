package dev.carillon.simulator;

import dev.carillon.engine.dispatch.DispatchConfig;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The size and the pace of a world.
 *
 * @param trouble how long faults and requests go on
 * @param places whether some processes hold a place
 * @param spread whether schedules may have jitter
 * @param narrow whether the dispatcher works with tiny limits
 */
record Settings(
    int processes,
    int schedules,
    int requests,
    Duration trouble,
    Duration lease,
    Duration poll,
    Duration lookAhead,
    Duration grace,
    Duration promoteAfter,
    boolean places,
    boolean spread,
    boolean narrow) {

  /** The longest an attempt may take, and so the longest that a run without a node stays open. */
  private static final Duration LONGEST_TIMEOUT = Duration.ofSeconds(20);

  static Settings draw(Dice dice) {
    Duration lease = dice.millis(1_000, 6_000);
    return new Settings(
        dice.between(1, 5),
        dice.between(1, 12),
        dice.chance(0.3) ? 0 : dice.between(1, 30),
        Duration.ofSeconds(dice.between(20, 90)),
        lease,
        dice.millis(1_000, 5_000),
        dice.millis(200, 2_000),
        dice.millis(200, 5_000),
        dice.millis(20, 500),
        dice.chance(0.5),
        dice.chance(0.5),
        dice.chance(0.2));
  }

  /**
   * Time for everything to come right: the dead are buried, lost notices are made up for, attempts
   * that hang run into their timeouts.
   */
  Duration quiet() {
    return lease.multipliedBy(4).plus(poll.multipliedBy(3)).plus(LONGEST_TIMEOUT.multipliedBy(2));
  }

  DispatchConfig config(String name, @Nullable String place) {
    DispatchConfig.Builder config =
        DispatchConfig.named(name)
            .lease(lease)
            .lookAhead(lookAhead)
            .pollInterval(poll)
            .maxConcurrent(narrow ? 3 : 1_000, narrow ? 2 : 500)
            .maxHeld(narrow ? 5 : 10_000, narrow ? 3 : 5_000)
            .beginBatch(narrow ? 2 : 2_000)
            .completeBatch(narrow ? 2 : 1_000, Duration.ofMillis(3))
            .promoteAfter(promoteAfter)
            .shutdownGrace(grace)
            .maxRunHistory(100_000);
    return place == null ? config.build() : config.place(place).build();
  }
}
