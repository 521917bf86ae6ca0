package dev.carillon.simulator;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;

/** All the chance there is in one world; the same seed throws the same numbers. */
final class Dice {

  private final SplittableRandom random;

  Dice(long seed) {
    // Neighbouring seeds must not make neighbouring worlds.
    this(new SplittableRandom(seed * 0x9E3779B97F4A7C15L + 0xD1B54A32D192ED03L));
  }

  private Dice(SplittableRandom random) {
    this.random = random;
  }

  /** Dice of their own, so that what one part of the world draws does not shift another's luck. */
  Dice split() {
    return new Dice(random.split());
  }

  boolean chance(double probability) {
    return random.nextDouble() < probability;
  }

  /** Uniform, both ends included. */
  int between(int low, int high) {
    return random.nextInt(low, high + 1);
  }

  long between(long low, long high) {
    return random.nextLong(low, high + 1);
  }

  /** Small values are as likely to be drawn as large ones: uniform in the exponent. */
  long scaled(long low, long high) {
    double from = Math.log((double) Math.max(1, low));
    double to = Math.log((double) Math.max(1, high));
    return Math.clamp(Math.round(Math.exp(from + (to - from) * random.nextDouble())), low, high);
  }

  long nanos(Duration low, Duration high) {
    return between(low.toNanos(), high.toNanos());
  }

  Duration millis(long low, long high) {
    return Duration.ofMillis(between(low, high));
  }

  long bits() {
    return random.nextLong();
  }

  <T> T pick(List<T> items) {
    return items.get(random.nextInt(items.size()));
  }

  @SafeVarargs
  @SuppressWarnings("varargs") // Only read, and only here.
  final <T> T oneOf(T... items) {
    return pick(List.of(items));
  }

  /** An id shaped as the server makes them: the time first, then chance. */
  UUID id(long epochMillis) {
    long high = (epochMillis << 16) | 0x7000L | (bits() & 0x0FFFL);
    return new UUID(high, (bits() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L);
  }
}
