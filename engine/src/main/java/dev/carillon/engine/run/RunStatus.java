package dev.carillon.engine.run;

/** How a run stands. */
public enum RunStatus {
  /** It will start: a retry, a queued slot or a request that no node has begun yet. */
  WAITING,
  /** An attempt is under way. */
  RUNNING,
  SUCCESS,
  /** Its attempts are used up. */
  ERROR,
  /** Its last attempt ran longer than the timeout. */
  TIMEOUT,
  /** Its slot was not carried out, and the reason says why. */
  SKIPPED,
  CANCELLED;

  /** Nothing more happens to a settled run. */
  public boolean settled() {
    return this != WAITING && this != RUNNING;
  }
}
