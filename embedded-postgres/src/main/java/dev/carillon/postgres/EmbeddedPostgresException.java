package dev.carillon.postgres;

import org.jspecify.annotations.Nullable;

/**
 * The embedded PostgreSQL could not be started or stopped. The message is written for the person in
 * front of the terminal: what was expected, what came instead, where, and what to do.
 */
public final class EmbeddedPostgresException extends RuntimeException {

  EmbeddedPostgresException(String message) {
    this(message, null);
  }

  EmbeddedPostgresException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
