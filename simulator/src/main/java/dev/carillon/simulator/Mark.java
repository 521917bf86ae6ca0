package dev.carillon.simulator;

/** Situations that a batch of worlds must have seen; one that was never reached proves nothing. */
public enum Mark {
  /** A write was refused because its lease was superseded. */
  FENCE_REFUSED,
  /** A node was declared dead while it carried out attempts. */
  LEASE_LOST_MID_DELIVERY,
  /** A run was settled and its node never heard that it was. */
  SETTLE_ANSWER_LOST,
  /** A begin was applied and its node never heard that it was. */
  BEGIN_ANSWER_LOST,
  /** More slots had passed than the policy runs. */
  CATCH_UP_CAPPED,
  /** Slots passed that were recorded as missed. */
  MISSED_RECORDED,
  OVERLAP_SKIPPED,
  /** A slot that stood in the queue was started. */
  QUEUE_RELEASED,
  /** A newer slot ended the run before it. */
  REPLACE_CANCELLED,
  /** A slot fell into the hour that does not exist. */
  SPRING_GAP,
  /** A slot fell into the hour that comes twice. */
  AUTUMN_FOLD,
  /** Two nodes wanted to bury one node, or take the same shards. */
  SHARDS_CONTENDED,
  RETRY_EXHAUSTED,
  /** A receiver reported the end of an attempt whose node was dead by then. */
  REPORTED_AFTER_NODE,
  /** A receiver reported the end of an attempt that was not its own any more. */
  REPORT_REFUSED,
  /** What a receiver had taken over ran into its timeout. */
  ACCEPTED_TIMED_OUT,
  NODE_BURIED,
  /** A process took the place of one that had held it. */
  PLACE_SUCCEEDED,
  /** A node was told the names of timers only, because it had timers at rest. */
  NAMES_READ,
  /** What was read ahead was paused, edited or deleted before it began. */
  BEGIN_REFUSED_BY_CHANGE,
  /** The database's clock went back. */
  CLOCK_WENT_BACK,
  /** All nodes lost the database for longer than a lease. */
  OUTAGE_LONGER_THAN_LEASE
}
