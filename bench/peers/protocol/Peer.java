package dev.carillon.peers;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/**
 * One scheduler, reduced to the few things that every workload is made of. What it cannot do it
 * leaves out of {@link #parts}.
 */
interface Peer {

  /** What a peer may lack. */
  enum Part {
    DUE,
    TIMERS,
    RECURRING,
    NOW
  }

  /** Called by the job itself, as its first instruction; the due time in milliseconds, or 0. */
  @FunctionalInterface
  interface Ran {
    void ran(long id, long dueAtMillis);
  }

  String version();

  default Set<Part> parts() {
    return EnumSet.allOf(Part.class);
  }

  /** Makes its tables in an empty database. */
  void install() throws Exception;

  /** Adds jobs 1 to count that are due now. */
  default void addDue(int count) throws Exception {
    throw new UnsupportedOperationException();
  }

  /**
   * Adds timers 1 to count, due one after the other at this rate from a moment on; each again after
   * count / perSecond where the peer has recurring schedules.
   */
  default void addTimers(int count, double perSecond, long firstAtMillis) throws Exception {
    throw new UnsupportedOperationException();
  }

  /** Adds schedules 1 to count that are due now, and again so long after each run has ended. */
  default void addRecurring(int count, Duration delay) throws Exception {
    throw new UnsupportedOperationException();
  }

  /** Adds one job that is due now, to a worker that has nothing else to do. */
  default void addNow(int id) throws Exception {
    throw new UnsupportedOperationException();
  }

  /** Starts the worker. */
  void start(Ran handler) throws Exception;

  /** How many jobs are due and not done, by the database. */
  default long unfinished() throws Exception {
    throw new UnsupportedOperationException();
  }

  /**
   * Whether the database holds none of the due jobs any more. Asked every few milliseconds while
   * the clock runs, so where {@link #unfinished} takes long, this is a quicker way to know.
   */
  default boolean done() throws Exception {
    return unfinished() == 0;
  }

  /** Stops the worker as it wants to be stopped. */
  void stop() throws Exception;
}
