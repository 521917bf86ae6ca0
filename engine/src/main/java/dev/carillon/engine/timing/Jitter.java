package dev.carillon.engine.timing;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/**
 * Spreads the starts of slots that are due at the same moment.
 *
 * <p>The delay is a function of schedule and slot alone, so every node, and a node after a restart,
 * computes the same start, and nothing about it needs to be stored.
 */
public final class Jitter {

  private Jitter() {}

  /** The delay of one slot: uniform in whole milliseconds from 0 to {@code max}, both included. */
  public static Duration of(UUID scheduleId, Instant slot, Duration max) {
    if (max.isNegative() || max.compareTo(Duration.ofDays(366)) > 0) {
      throw new TimingException(
          "timing.jitter.out_of_range",
          "jitter must be 0 to 366 days, got %s seconds".formatted(Seconds.text(max)),
          Place.whole(Seconds.text(max), "jitter"),
          "0 to 366 days",
          "Give the longest delay of a start, such as 30 seconds.");
    }
    long hash = mix(scheduleId.getMostSignificantBits());
    hash = mix(hash ^ scheduleId.getLeastSignificantBits());
    hash = mix(hash ^ slot.getEpochSecond());
    hash = mix(hash ^ slot.getNano());
    // The high half of the product scales the hash to [0, max] without a division and, the bound
    // being below 2^35 milliseconds, with a bias below 2^-29.
    return Duration.ofMillis(Math.unsignedMultiplyHigh(hash, max.toMillis() + 1));
  }

  /** One step of SplitMix64: a bijection in which every input bit reaches every output bit. */
  private static long mix(long value) {
    long z = value + 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
