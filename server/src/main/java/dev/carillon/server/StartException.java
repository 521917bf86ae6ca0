package dev.carillon.server;

/**
 * The server could not start. The message is for the person in front of the terminal: what was
 * expected, what came instead, where, and what to do.
 */
final class StartException extends RuntimeException {

  StartException(String message, Throwable cause) {
    super(message, cause);
  }
}
