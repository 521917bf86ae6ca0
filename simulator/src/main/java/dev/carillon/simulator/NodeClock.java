package dev.carillon.simulator;

/** A process's own ticker: it never goes back, runs a little fast or slow, and begins anywhere. */
final class NodeClock {

  private static final long MILLION = 1_000_000L;

  private final long birth;
  private final long base;
  private final int driftPpm;

  NodeClock(long birth, long base, int driftPpm) {
    this.birth = birth;
    this.base = base;
    this.driftPpm = driftPpm;
  }

  long nanos(long worldNanos) {
    long elapsed = worldNanos - birth;
    return base + elapsed + Math.floorDiv(elapsed, MILLION) * driftPpm;
  }

  /** When the world gets to where this ticker shows the given value, or a hair later. */
  long worldNanos(long nanos) {
    long elapsed = nanos - base;
    long world = birth + elapsed - Math.floorDiv(elapsed, MILLION) * driftPpm;
    while (nanos(world) < nanos) {
      world += Math.max(1, nanos - nanos(world));
    }
    return world;
  }
}
