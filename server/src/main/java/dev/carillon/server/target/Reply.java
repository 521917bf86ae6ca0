package dev.carillon.server.target;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a receiver answered.
 *
 * @param headers by name in lower case; of several the first
 * @param body the first 64 KiB as text, for messages
 * @param whole whether the answer was read to its end
 */
public record Reply(
    int status, String phrase, Map<String, String> headers, String body, boolean whole) {

  public @Nullable String header(String name) {
    return headers.get(name.toLowerCase(Locale.ROOT));
  }

  public boolean succeeded() {
    return status >= 200 && status < 300;
  }
}
