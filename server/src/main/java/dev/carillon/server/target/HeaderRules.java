package dev.carillon.server.target;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Which headers a schedule may add to its calls. */
public final class HeaderRules {

  private static final int MOST = 64;
  private static final int LARGEST = 16 * 1024;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}");
  private static final Pattern VALUE = Pattern.compile("[\\t\\x20-\\x7E\\x80-\\xFF]*");

  /** They say where a request ends, or who sent it. */
  private static final Set<String> RESERVED =
      Set.of(
          "host",
          "content-length",
          "transfer-encoding",
          "connection",
          "keep-alive",
          "upgrade",
          "te",
          "trailer",
          "expect",
          "accept-encoding",
          "idempotency-key",
          "traceparent",
          "tracestate");

  private HeaderRules() {}

  /** What is wrong with them, or null. */
  public static @Nullable String problem(Map<String, String> headers) {
    if (headers.size() > MOST) {
      return "must be at most %d, got %d".formatted(MOST, headers.size());
    }
    int size = 0;
    for (Map.Entry<String, String> header : headers.entrySet()) {
      String name = header.getKey();
      if (!NAME.matcher(name).matches()) {
        return "has a name that is no header: " + Text.excerpt(name, 80);
      }
      if (reserved(name.toLowerCase(Locale.ROOT))) {
        return "must not set %s: Carillon does that itself".formatted(name);
      }
      if (!VALUE.matcher(header.getValue()).matches()) {
        return "has a character in the value of %s that a header cannot carry".formatted(name);
      }
      size += name.length() + header.getValue().length() + 4;
    }
    return size > LARGEST
        ? "must have at most %d bytes together, got %d".formatted(LARGEST, size)
        : null;
  }

  private static boolean reserved(String name) {
    return RESERVED.contains(name) || name.startsWith("webhook-") || name.startsWith("proxy-");
  }
}
