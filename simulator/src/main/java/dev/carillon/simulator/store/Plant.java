package dev.carillon.simulator.store;

/**
 * Bugs to plant on purpose. Each takes away one guard that the store keeps; the checker must notice
 * every one of them, or it is not to be trusted with the bugs that nobody planted.
 */
public enum Plant {
  /** A slot is begun by a node that lost its shard, or its life. */
  BEGIN_IGNORES_FENCE,
  /** What was read ahead is begun although a pause or an edit has changed it since. */
  BEGIN_IGNORES_REVISION,
  /** A pause or an edit does not tell that it has changed what nodes may have read ahead. */
  CHANGES_ARE_NOT_COUNTED,
  /** A node is told another time than the one the database's clock shows. */
  BEGIN_TELLS_THE_WRONG_TIME,
  /** No note is left of what is about to begin, so nobody knows of it when the node dies. */
  BEGIN_WRITES_NO_NOTE,
  /** The timer moves on before the run is settled, so a crash loses the slot. */
  BEGIN_MOVES_TIMER,
  /** A node that lost its shard still settles the run its heir has taken over. */
  COMPLETE_IGNORES_FENCE,
  /** A run is settled by the short path although the books moved on in between. */
  COMPLETE_IGNORES_REVISION,
  /** A completion whose answer was lost is counted again when it is repeated. */
  COMPLETE_COUNTS_TWICE,
  /** A command is carried out for a node that lost the shard or its life. */
  UPDATE_IGNORES_FENCE,
  /** An attempt of a dead node counts as lost even though its run has ended. */
  LOSE_IGNORES_STATE,
  /** Whoever beats first buries all whose lease looks expired, as after an outage all do. */
  BEAT_BURIES_EXPIRED,
  /** What a dead node left behind is never looked at. */
  ESTATE_IS_EMPTY,
  /** A process that takes the place of a dead one gets its number. */
  JOIN_REUSES_NUMBER,
  /** What a receiver says of one attempt counts for the next one too. */
  REPORT_IGNORES_ATTEMPT,
  /** One slot more than the policy allows is caught up. */
  CATCH_UP_OFF_BY_ONE,
  /** A run of slots that were missed is recorded one short. */
  MISSED_OFF_BY_ONE
}
