package dev.carillon.engine.schedule;

/** What happens to a slot that comes due while a run of the same schedule is open. */
public enum Overlap {
  /** The slot is recorded as skipped. */
  SKIP,
  /** One slot waits and starts as soon as the open run ends; later ones are skipped. */
  QUEUE,
  /** The slot starts beside the open run. */
  ALLOW,
  /** The open run is cancelled; the slot starts when it has ended. */
  REPLACE
}
