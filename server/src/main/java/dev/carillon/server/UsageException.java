package dev.carillon.server;

/** The command line or the environment makes no sense; the message says what was expected. */
final class UsageException extends RuntimeException {

  UsageException(String message) {
    super(message);
  }

  UsageException(String message, Throwable cause) {
    super(message, cause);
  }
}
