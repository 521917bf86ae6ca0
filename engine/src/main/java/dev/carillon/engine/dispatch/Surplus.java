package dev.carillon.engine.dispatch;

/**
 * How many rows of history are too many, as far as one node can tell, and whether that is worth a
 * pass over all of them.
 *
 * <p>A schedule that has its full history adds a row and makes another one too old. A pass looks at
 * every row, so it waits until a fifth of them can go: each row that goes costs five looks, and
 * history is a fifth longer than its length. A million schedules that have run a few times each are
 * not looked at.
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
    return rows * ofAll / Math.max(1, shards) >= Math.max(FEWEST, left / LOOKS_FOR_ONE);
  }

  /**
   * A pass is over. One that found little ends what was counted: the rows were too young, and their
   * schedules' next runs count again; or they had gone with their schedules.
   */
  void passed(long looked, long removed) {
    left = looked - removed;
    rows = removed * LOOKS_FOR_ONE < looked ? 0 : Math.max(0, rows - removed);
  }
}
