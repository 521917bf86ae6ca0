package dev.carillon.engine.schedule;

/** Where a schedule stands in its life. */
public enum Status {
  /** Its slots fire. */
  ACTIVE,
  /** Nothing fires until it is resumed; counters are kept. */
  PAUSED,
  /** Its repeats are used up, or it has no further slot. */
  DONE,
  /** Its failures are exhausted; only an explicit revival brings it back. */
  DEAD,
  /** Ended by a person; history is kept. */
  STOPPED
}
