package dev.carillon.engine.timing;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The pure rule that yields the due moments, the slots, of one schedule.
 *
 * <p>A timing knows no clock: every question carries the instant it is about, and the same question
 * always has the same answer. All timings are immutable and safe for use by many threads. Slots lie
 * within the years 1 to 9999.
 */
public sealed interface Timing permits Cron, Interval, Once {

  /**
   * The first slot strictly after {@code after}, or null when there is none. The search is bounded,
   * and feeding each answer back in yields a strictly increasing sequence.
   */
  @Nullable Instant next(Instant after);

  /** The newest slot at or before {@code at}, or null when there is none. Bounded as next is. */
  @Nullable Instant atOrBefore(Instant at);

  /**
   * The number of slots in {@code (after, upTo]}; counting stops at {@code cap}. Constant time for
   * interval and once, at most {@code cap} steps for cron.
   */
  long count(Instant after, Instant upTo, long cap);

  /** The rule in plain English, such as "every 10 minutes". */
  String describe();
}
