package dev.carillon.server.target;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** One HTTP request, ready to be sent. */
public final class Call {

  /** More than this of an answer is not worth keeping the connection for. */
  private static final long USUAL_DRAIN = 1 << 20;

  private final String method;
  private final Destination destination;
  private final Map<String, String> headers;
  private final byte[] body;
  private final Duration timeout;
  private final long drainBytes;

  private Call(
      String method,
      Destination destination,
      Map<String, String> headers,
      byte[] body,
      Duration timeout,
      long drainBytes) {
    this.method = method;
    this.destination = destination;
    this.headers = headers;
    this.body = body;
    this.timeout = timeout;
    this.drainBytes = drainBytes;
  }

  /**
   * @param timeout until the last byte of the answer has come, everything included
   */
  public static Call of(String method, Destination destination, byte[] body, Duration timeout) {
    return new Call(method, destination, Map.of(), body, timeout, USUAL_DRAIN);
  }

  /**
   * The same call with further headers.
   *
   * @param further must be such that {@link HeaderRules} find no problem, or our own
   */
  public Call with(Map<String, String> further) {
    // Whatever their case: a receiver that finds one twice may take either.
    Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    all.putAll(headers);
    all.putAll(further);
    return new Call(method, destination, all, body, timeout, drainBytes);
  }

  /** The same call with those of these headers that it does not have. */
  Call withDefault(Map<String, String> defaults) {
    return new Call(method, destination, defaults, body, timeout, drainBytes).with(headers);
  }

  /** The same call; however long its answer is, it is read to its end. */
  public Call drainedToTheEnd() {
    return new Call(method, destination, headers, body, timeout, Long.MAX_VALUE);
  }

  String method() {
    return method;
  }

  Destination destination() {
    return destination;
  }

  Map<String, String> headers() {
    return headers;
  }

  byte[] body() {
    return body;
  }

  Duration timeout() {
    return timeout;
  }

  /** How much of an answer is read before the connection is closed instead. */
  long drainBytes() {
    return drainBytes;
  }
}
