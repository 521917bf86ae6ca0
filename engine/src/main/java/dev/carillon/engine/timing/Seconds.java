package dev.carillon.engine.timing;

import java.math.BigDecimal;
import java.time.Duration;

/** Durations as people and JSON write them: a decimal number of seconds, never {@code PT0.5S}. */
public final class Seconds {

  private Seconds() {}

  /** Such as {@code 90}, {@code 0.5} or {@code -1}. */
  public static String text(Duration value) {
    return BigDecimal.valueOf(value.getSeconds())
        .add(BigDecimal.valueOf(value.getNano(), 9))
        .stripTrailingZeros()
        .toPlainString();
  }
}
