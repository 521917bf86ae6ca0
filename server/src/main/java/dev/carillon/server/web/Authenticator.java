package dev.carillon.server.web;

/** Finds out who is calling. */
@FunctionalInterface
public interface Authenticator {

  /**
   * @throws Problem 401, 403 or 429
   */
  Caller authenticate(Approach approach);
}
