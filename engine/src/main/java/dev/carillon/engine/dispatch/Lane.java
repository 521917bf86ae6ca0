package dev.carillon.engine.dispatch;

/** Store calls on one lane are made one after another; lanes do not wait for each other. */
public enum Lane {
  /** Leases, shards, estates. */
  NODE,
  /** Reading ahead: the timers. */
  READ,
  /** Reading ahead: their definitions. */
  LOAD,
  /** The note before slots begin: nothing may delay it. */
  BEGIN,
  /** Settling short runs. */
  COMPLETE_1,
  COMPLETE_2,
  /** Everything that goes through the books. */
  UPDATE,
  /** Pruning. */
  SWEEP
}
