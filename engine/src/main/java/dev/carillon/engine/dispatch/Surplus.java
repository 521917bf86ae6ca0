package dev.carillon.engine.dispatch;

/**
 * How many rows of history are too many, as far as one node can tell, and whether that is worth a
 * pass over all of them.
 *
 * <p>A schedule that has its full history adds a row and makes another one too old. A pass begins
 * with the oldest rows and ends when it has found as many as are too many and finds few more, which
 * may take a look at every row; so it waits until a fifth of those that it has to look at can go.
 * Then each row that goes costs five looks at most, one or two where schedules are about equally
 * busy, and history is at most a fifth longer than its length. A million schedules that have run a
 * few times each are not looked at.
 */
final class Surplus {

  private static final long FEWEST = 1_000;
  private static final long LOOKS_FOR_ONE = 5;

  private long rows;
  private long left;

  /** A run was added to a history that is full, or may be. */
  void oneMore() {
    rows++;
  }

  /**
   * @param shards how many of all shards this node owns: it knows of their runs only
   */
  boolean isWorthAPass(int shards, int ofAll) {
    return ofAll(shards, ofAll) >= Math.max(FEWEST, left / LOOKS_FOR_ONE);
  }

  /** How many rows are too many by now, of all nodes. */
  long ofAll(int shards, int ofAll) {
    return rows * ofAll / Math.max(1, shards);
  }

  /**
   * A pass has found all that were too many when it began, and ends before it has seen the rest.
   * The next one is worth as many looks as this one took.
   */
  void found(long looked, long removed) {
    left = Math.max(left, looked - removed);
    rows = Math.max(0, rows - removed);
  }

  /**
   * A pass has looked at all of history. One that found little ends what was counted: the rows were
   * too young, and their schedules' next runs count again; or they had gone with their schedules.
   */
  void passed(long looked, long removed) {
    left = looked - removed;
    rows = isMuch(removed, looked) ? Math.max(0, rows - removed) : 0;
  }

  /** Whether so many of those that were looked at are worth the look. */
  boolean isMuch(long removed, long looked) {
    return removed * LOOKS_FOR_ONE >= looked;
  }
}
