package dev.carillon.server.web;

/** Answers a repeated request as it was answered the first time. */
@FunctionalInterface
public interface Replays {

  /** Carries out the request, unless its Idempotency-Key says that this was done before. */
  Answer once(Request request, Route.Handler handler) throws Exception;
}
