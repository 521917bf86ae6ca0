package dev.carillon.server.trace;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The trace that the attempt on this thread belongs to, in the words of W3C Trace Context. */
public final class Traceparent {

  static final ScopedValue<String> CURRENT = ScopedValue.newInstance();

  private Traceparent() {}

  /** The value of the header {@code traceparent} to send along, or null where nothing is traced. */
  public static @Nullable String current() {
    return CURRENT.isBound() ? CURRENT.get() : null;
  }

  /** The same as headers to send along. */
  public static Map<String, String> headers() {
    String value = current();
    return value == null ? Map.of() : Map.of("traceparent", value);
  }
}
