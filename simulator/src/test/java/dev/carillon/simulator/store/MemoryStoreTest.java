package dev.carillon.simulator.store;

import dev.carillon.engine.store.Store;
import java.time.Duration;
import java.time.Instant;

class MemoryStoreTest extends StoreContract {

  private Instant now = Instant.parse("2026-11-15T12:00:00Z");
  private final Store store = new MemoryStore(() -> now, _ -> {});

  @Override
  protected Store store() {
    return store;
  }

  @Override
  protected void advance(Duration duration) {
    now = now.plus(duration);
  }

  @Override
  protected Instant now() {
    return now;
  }
}
