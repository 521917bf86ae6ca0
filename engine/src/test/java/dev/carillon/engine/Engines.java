package dev.carillon.engine;

import dev.carillon.engine.dispatch.DispatchConfig;
import java.time.Duration;

/** Settings for tests that cannot wait as long as production does. */
final class Engines {

  static final Duration LEASE = Duration.ofSeconds(2);

  private Engines() {}

  static DispatchConfig config(String name) {
    return config(name, LEASE, 1_000_000);
  }

  /** A history of a million rows: what a test counts is not pruned under its hands. */
  static DispatchConfig config(String name, Duration lease, int maxRunHistory) {
    DispatchConfig usual = DispatchConfig.defaults(name);
    return new DispatchConfig(
        name,
        null,
        lease,
        usual.lookAhead(),
        Duration.ofSeconds(1),
        usual.maxConcurrent(),
        usual.maxConcurrentPerOrg(),
        usual.maxHeld(),
        usual.maxHeldPerOrg(),
        usual.beginBatch(),
        usual.completeBatch(),
        usual.completeLinger(),
        usual.promoteAfter(),
        Duration.ofSeconds(5),
        maxRunHistory);
  }
}
