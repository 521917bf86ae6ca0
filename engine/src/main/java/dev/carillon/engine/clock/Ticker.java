package dev.carillon.engine.clock;

/** Nanoseconds that only ever grow; good for durations, meaningless as a date. */
@FunctionalInterface
public interface Ticker {

  long nanos();

  static Ticker system() {
    return System::nanoTime;
  }
}
