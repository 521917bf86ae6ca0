package dev.carillon.engine.schedule;

/** What an interval is counted from. */
public enum IntervalFrom {
  /** From slot to slot: no drift, however long a run takes. */
  SLOT,
  /** From the moment the run concluded. */
  COMPLETION
}
