package dev.carillon.server.events;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Carries an event to a receiver, signed. */
public interface Sender {

  /**
   * What came back.
   *
   * @param status of HTTP, or null when no answer came
   * @param error what went wrong, for people; null when nothing did
   * @param retryAfter how long the receiver wants to be left alone, or null
   */
  record Result(@Nullable Integer status, @Nullable String error, @Nullable Duration retryAfter) {}

  /** Blocks until the receiver has answered or failed to. */
  Result send(int orgId, String id, String url, byte[] body) throws InterruptedException;

  /**
   * What is wrong with an address, as the rest of a sentence that begins with it; null if nothing.
   */
  @Nullable String problem(String url);
}
