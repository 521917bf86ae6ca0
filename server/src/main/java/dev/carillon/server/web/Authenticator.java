package dev.carillon.server.web;

import org.jspecify.annotations.Nullable;

/** Finds out who is calling. */
@FunctionalInterface
public interface Authenticator {

  /**
   * @param authorization the header of that name, or null
   * @param organization the header {@code Carillon-Organization}, or null
   * @param address where the request came from
   * @throws Problem 401 or 429
   */
  Caller authenticate(
      @Nullable String authorization, @Nullable String organization, String address);
}
