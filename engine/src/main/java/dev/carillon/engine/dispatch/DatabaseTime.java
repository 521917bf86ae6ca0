package dev.carillon.engine.dispatch;

import java.time.Instant;

/**
 * What the database's clock shows, told from this process's ticker.
 *
 * <p>Each answer that carries the database's time bounds the difference of the two clocks: the
 * database looked at its clock after the question was sent and before the answer came. Bounds of
 * several answers are intersected, and widened again as they age; when they contradict each other,
 * the database's clock has jumped, and the newest answer is believed.
 */
final class DatabaseTime {

  /** Quartz clocks differ by less than this many microseconds a second. */
  private static final long DRIFT_PPM = 400;

  private long lowMicros;
  private long highMicros;
  private long asOfNanos;
  private boolean known;

  void learn(Instant databaseNow, long sentNanos, long receivedNanos) {
    long micros = micros(databaseNow);
    long low = micros - Math.ceilDiv(receivedNanos, 1_000);
    long high = micros - Math.floorDiv(sentNanos, 1_000);
    if (known) {
      long widening = widening(receivedNanos);
      long bothLow = Math.max(low, lowMicros - widening);
      long bothHigh = Math.min(high, highMicros + widening);
      if (bothLow <= bothHigh) {
        low = bothLow;
        high = bothHigh;
      }
    }
    lowMicros = low;
    highMicros = high;
    asOfNanos = receivedNanos;
    known = true;
  }

  /** The database's clock as far as this process knows, in microseconds since 1970. */
  long micros(long nanos) {
    return Math.floorDiv(nanos, 1_000) + lowMicros + (highMicros - lowMicros) / 2;
  }

  Instant at(long nanos) {
    return instant(micros(nanos));
  }

  /** When the ticker will show this moment of the database's clock. */
  long nanosAt(long micros) {
    long offset = lowMicros + (highMicros - lowMicros) / 2;
    return Math.multiplyExact(micros - offset, 1_000);
  }

  /**
   * What the database's clock shows at least, in microseconds since 1970. Only a clock that was set
   * back since the last answer shows less.
   */
  long surelyMicros(long nanos) {
    return Math.floorDiv(nanos, 1_000) + lowMicros - widening(nanos);
  }

  /** When the ticker will show a moment that the database's clock has surely come to. */
  long nanosSurelyAt(long micros, long nanos) {
    long wait = micros - surelyMicros(nanos);
    return nanos + Math.multiplyExact(wait + drift(Math.max(0, wait)) + 1, 1_000);
  }

  private long widening(long nanos) {
    return drift(Math.max(0, nanos - asOfNanos) / 1_000) + 1;
  }

  /** How far two clocks get apart at most within so many microseconds. */
  private static long drift(long micros) {
    return micros / 1_000 * DRIFT_PPM / 1_000;
  }

  static long micros(Instant instant) {
    return Math.addExact(
        Math.multiplyExact(instant.getEpochSecond(), 1_000_000L), instant.getNano() / 1_000);
  }

  static Instant instant(long micros) {
    return Instant.ofEpochSecond(
        Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1_000L);
  }
}
