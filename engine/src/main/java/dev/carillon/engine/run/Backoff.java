package dev.carillon.engine.run;

import java.time.Duration;

/** How long a run waits before its next attempt. */
public final class Backoff {

  private Backoff() {}

  /** {@code min(base × 2^(retry−1), base × 10)} for retry 1, 2, 3 … */
  public static Duration before(int retry, Duration base) {
    if (retry < 1) {
      throw new IllegalArgumentException("retry must be 1 or more, got " + retry);
    }
    // 2^4 already exceeds the cap of ten, so larger exponents need no power, and cannot overflow.
    int factor = retry > 4 ? 10 : 1 << (retry - 1);
    return base.multipliedBy(factor);
  }
}
