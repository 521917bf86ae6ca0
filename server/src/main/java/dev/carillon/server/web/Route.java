package dev.carillon.server.web;

import org.jspecify.annotations.Nullable;

/**
 * One thing that can be asked over HTTP.
 *
 * @param method in capitals
 * @param path with parameters in braces, without a trailing slash: {@code /api/v1/schedules/{id}}
 * @param scope what the caller's token must allow, or null when anybody may ask without one
 * @param agents whether an agent's token will do; such a route looks at {@link Caller#agent} itself
 * @param largestBody the most bytes that a body may have
 * @param handler answers
 */
public record Route(
    String method,
    String path,
    @Nullable Scope scope,
    boolean agents,
    int largestBody,
    Handler handler) {

  /** What a body may have where nothing else is said: 1 MiB. */
  public static final int USUAL_BODY_BYTES = 1024 * 1024;

  /** Answers one request. */
  @FunctionalInterface
  public interface Handler {
    Answer handle(Request request) throws Exception;
  }

  public static Route get(String path, Scope scope, Handler handler) {
    return new Route("GET", path, scope, false, USUAL_BODY_BYTES, handler);
  }

  public static Route post(String path, Scope scope, Handler handler) {
    return new Route("POST", path, scope, false, USUAL_BODY_BYTES, handler);
  }

  public static Route put(String path, Scope scope, Handler handler) {
    return new Route("PUT", path, scope, false, USUAL_BODY_BYTES, handler);
  }

  public static Route patch(String path, Scope scope, Handler handler) {
    return new Route("PATCH", path, scope, false, USUAL_BODY_BYTES, handler);
  }

  public static Route delete(String path, Scope scope, Handler handler) {
    return new Route("DELETE", path, scope, false, USUAL_BODY_BYTES, handler);
  }

  /** For anybody, without a token. */
  public static Route open(String path, Handler handler) {
    return new Route("GET", path, null, true, USUAL_BODY_BYTES, handler);
  }

  /** For anybody; the handler looks at who asks itself. */
  public static Route open(String method, String path, Handler handler) {
    return new Route(method, path, null, true, USUAL_BODY_BYTES, handler);
  }

  /** Also for agents; the handler keeps each to its own. */
  public Route forAgents() {
    return new Route(method, path, scope, true, largestBody, handler);
  }

  /** Takes larger bodies, such as files. */
  public Route taking(int bytes) {
    return new Route(method, path, scope, agents, bytes, handler);
  }

  @Override
  public String toString() {
    return method + " " + path;
  }
}
