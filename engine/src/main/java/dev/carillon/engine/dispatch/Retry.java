package dev.carillon.engine.dispatch;

import dev.carillon.engine.store.StoreException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** When to ask the store again after it did not answer: soon at first, then every second. */
final class Retry {

  private static final Logger log = LoggerFactory.getLogger(Retry.class);
  private static final long FIRST = Duration.ofMillis(20).toNanos();
  private static final long LONGEST = Duration.ofSeconds(1).toNanos();

  private long wait;
  private long at = Long.MIN_VALUE;

  long at() {
    return at;
  }

  void succeeded() {
    wait = 0;
  }

  void failed(long nanos, StoreException problem) {
    wait = wait == 0 ? FIRST : Math.min(LONGEST, wait * 2);
    at = nanos + wait;
    log.debug(
        "The store did not answer ({}). What was asked stays pending and is asked again in {} ms.",
        problem.getMessage(),
        wait / 1_000_000);
  }
}
