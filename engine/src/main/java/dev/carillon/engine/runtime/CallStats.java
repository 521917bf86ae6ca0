package dev.carillon.engine.runtime;

import java.util.concurrent.atomic.LongAdder;

/** How often the store was asked one thing, and how long it took in all; read on any thread. */
public final class CallStats {

  private final LongAdder calls = new LongAdder();
  private final LongAdder nanos = new LongAdder();

  void took(long duration) {
    calls.increment();
    nanos.add(duration);
  }

  public long calls() {
    return calls.sum();
  }

  public double seconds() {
    return nanos.sum() / 1e9;
  }
}
