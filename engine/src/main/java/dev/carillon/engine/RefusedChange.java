package dev.carillon.engine;

/** Why none of several changes was made: the first one that cannot be. */
public final class RefusedChange extends RuntimeException {

  private final int index;
  private final RuntimeException why;

  RefusedChange(int index, RuntimeException why) {
    super("change %d cannot be made: %s".formatted(index, why.getMessage()), why);
    this.index = index;
    this.why = why;
  }

  /** Which of the changes, from 0. */
  public int index() {
    return index;
  }

  /** What it would have been refused with alone. */
  public RuntimeException why() {
    return why;
  }
}
