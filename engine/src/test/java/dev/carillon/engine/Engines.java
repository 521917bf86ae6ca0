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
    return DispatchConfig.named(name)
        .lease(lease)
        .pollInterval(Duration.ofSeconds(1))
        .shutdownGrace(Duration.ofSeconds(5))
        .maxRunHistory(maxRunHistory)
        .build();
  }
}
