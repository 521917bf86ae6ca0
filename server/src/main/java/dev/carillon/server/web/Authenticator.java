package dev.carillon.server.web;

/** Finds out who is calling. */
public interface Authenticator {

  /**
   * @throws Problem 401, 403 or 429
   */
  Caller authenticate(Approach approach);

  /**
   * Whether somebody who was let in is still known. To ask is no use of a session, which it would
   * keep alive, and no attempt with a wrong token.
   */
  boolean stands(Approach approach);
}
