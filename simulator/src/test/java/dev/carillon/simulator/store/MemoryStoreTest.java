package dev.carillon.simulator.store;

import dev.carillon.engine.store.Store;
import java.time.Duration;
import java.time.Instant;

/** The store in memory keeps the contract that PostgreSQL's keeps. */
final class MemoryStoreTest extends StoreContract {

  private Instant now = Instant.parse("2026-03-01T12:00:00Z");
  private final Store store = new MemoryStore(() -> now, _ -> {});

  @Override
  public Store store() {
    return store;
  }

  @Override
  public void advance(Duration duration) {
    now = now.plus(duration);
  }

  @Override
  public Instant now() {
    return now;
  }
}
