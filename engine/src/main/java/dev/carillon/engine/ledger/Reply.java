package dev.carillon.engine.ledger;

import dev.carillon.engine.run.Attempt;
import dev.carillon.engine.run.Outcome;
import dev.carillon.engine.schedule.InvalidSchedule;
import dev.carillon.engine.schedule.Schedule;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a command came to, for the one that gave it. */
public sealed interface Reply {

  /**
   * The books say so now.
   *
   * @param ended how the attempt came out that this has ended, if it has ended one
   */
  record Done(@Nullable Outcome ended) implements Reply {

    public Done() {
      this(null);
    }
  }

  /**
   * The end of an attempt is in the books.
   *
   * @param nextDue when the schedule is due next
   * @param runsWait whether runs of the schedule wait to be started: a retry of this one, or one
   *     that its end released
   */
  record Settled(@Nullable Instant nextDue, boolean runsWait) implements Reply {}

  /** An attempt is open under the caller's lease: carry it out. */
  record Begin(Attempt attempt, Schedule schedule, Instant deadlineAt) implements Reply {}

  /** Runs were added that wait to be started. */
  record Added(int runs) implements Reply {}

  /**
   * Nothing changed.
   *
   * @param invalid which field of the definition is in the way, if one is
   */
  record Refused(Reason reason, String detail, @Nullable InvalidSchedule invalid) implements Reply {

    public Refused(Reason reason, String detail) {
      this(reason, detail, null);
    }

    static Refused noSlot(InvalidSchedule invalid) {
      return new Refused(Reason.NO_SLOT, String.valueOf(invalid.getMessage()), invalid);
    }
  }

  /** Why nothing changed. */
  enum Reason {
    /** There is no such schedule, or it was deleted. */
    NO_SCHEDULE,
    /** There is no such run, or it has ended. */
    NO_RUN,
    /** The schedule's status does not allow it. */
    WRONG_STATUS,
    /** With the new timing the schedule would have no slot ahead of it. */
    NO_SLOT,
    /** The definition was edited in between. */
    STALE_VERSION,
    /** The caller's lease was superseded. */
    FENCED_OFF,
    /** The caller's lease has run out; it may renew it, if nobody has buried it, and ask again. */
    LEASE_EXPIRED,
    /** The slot is not the one to carry out next, or not yet. */
    NOT_DUE,
    /** The run has ended before. */
    ALREADY_SETTLED
  }
}
