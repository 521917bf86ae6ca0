package dev.carillon.simulator.store;

import dev.carillon.engine.store.Store;
import java.time.Duration;
import java.time.Instant;

/** A store to be held against the contract, and the clock it reads. */
interface StoreSubject {

  Store store();

  void advance(Duration duration);

  Instant now();
}
