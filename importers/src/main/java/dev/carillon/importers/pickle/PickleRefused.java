package dev.carillon.importers.pickle;

/** A pickle that is not read to its end: broken, too much, or more than data. */
public final class PickleRefused extends RuntimeException {

  PickleRefused(String message) {
    super(message);
  }

  /** A refusal is an answer, not an accident: nobody reads its stack. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
