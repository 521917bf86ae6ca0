package dev.carillon.server.events;

import java.time.Duration;

/**
 * How long to wait for the next try: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and then 24 h,
 * the rhythm that Standard Webhooks suggests, in units of the first wait. A tenth more or less,
 * different for every event, keeps those that failed together from coming back together.
 */
record Backoff(Duration first) {

  private static final long[] FACTORS = {1, 60, 360, 1_440, 3_600, 7_200, 10_080, 14_400, 17_280};

  /**
   * @param attempt the try that failed, from 1
   */
  Duration after(int attempt, long salt) {
    long factor = FACTORS[Math.min(Math.max(attempt, 1), FACTORS.length) - 1];
    int tenths = Math.floorMod(salt * 31 + attempt, 21) - 10;
    long millis = first.toMillis() * factor;
    return Duration.ofMillis(millis + millis * tenths / 100);
  }
}
