package dev.carillon.importers;

/** What was handed over is not what it should be; the message says what and where. */
public final class Unreadable extends RuntimeException {

  public Unreadable(String message) {
    super(message);
  }
}
