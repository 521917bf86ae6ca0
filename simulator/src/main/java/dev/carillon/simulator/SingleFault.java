package dev.carillon.simulator;

/**
 * The only fault of a world: what becomes of one call to the store.
 *
 * @param call which call, counted from 1 over all processes
 */
record SingleFault(int call, Kind kind) {

  /** What happens at that call. */
  enum Kind {
    /** It is not carried out, and the caller is told so. */
    FAILS,
    /** It is carried out, and the caller is told that nobody knows. */
    ANSWER_LOST,
    /** The caller is told that nobody knows, and then it is carried out. */
    LATE,
    /** The process dies before it is carried out. */
    CRASH_BEFORE,
    /** The process dies when it is carried out. */
    CRASH_AFTER
  }
}
