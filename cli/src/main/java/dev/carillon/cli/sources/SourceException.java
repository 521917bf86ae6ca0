package dev.carillon.cli.sources;

/** What was to be imported cannot be read; the message says what and why. */
public final class SourceException extends RuntimeException {

  public SourceException(String message) {
    super(message);
  }
}
