package dev.carillon.bench;

import java.time.Duration;
import java.time.Instant;

/** Waiting, in a program in which an interrupt means that all is over. */
final class Pause {

  private Pause() {}

  static void seconds(int seconds) {
    millis(1_000L * seconds);
  }

  static void until(Instant moment) {
    millis(Math.max(0, Duration.between(Instant.now(), moment).toMillis()));
  }

  static void millis(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
