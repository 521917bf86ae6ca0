package dev.carillon.engine.run;

import org.jspecify.annotations.Nullable;

/** What an event does to a run. */
public sealed interface Decision {

  /**
   * The run moves on.
   *
   * @param attemptOutcome how the attempt ended, when this event ended one
   */
  record Moved(RunState next, int retry, @Nullable Outcome attemptOutcome) implements Decision {}

  /** The run stays as it is, and its node is told to cancel. */
  record Signalled(RunState.Running running) implements Decision {}

  /** The event changes nothing. */
  record Refused(Refusal why) implements Decision {}

  /** Why an event changes nothing. */
  enum Refusal {
    /** The run does not start yet. */
    NOT_DUE,
    /** Another attempt is under way. */
    ALREADY_STARTED,
    /** No attempt is under way that could end. */
    NOT_STARTED,
    /** The writer's lease was superseded; another node owns the run. */
    FENCED_OFF,
    /** The run has ended; terminal is terminal. */
    ALREADY_SETTLED,
    /** Its deadline lies ahead. */
    NOT_LATE,
    /** It is not queued. */
    NOT_QUEUED
  }
}
