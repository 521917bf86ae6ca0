package dev.carillon.engine.store;

/** The database could not be reached or did not answer; whether it did the work is unknown. */
public final class StoreException extends RuntimeException {

  public StoreException(String message, Throwable cause) {
    super(message, cause);
  }

  public StoreException(String message) {
    super(message);
  }
}
