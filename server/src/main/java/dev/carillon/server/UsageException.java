package dev.carillon.server;

/** The command line or the environment makes no sense; the message says what was expected. */
public final class UsageException extends RuntimeException {

  public UsageException(String message) {
    super(message);
  }

  public UsageException(String message, Throwable cause) {
    super(message, cause);
  }
}
