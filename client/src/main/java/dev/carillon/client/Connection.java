package dev.carillon.client;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Which server, and as whom.
 *
 * @param server such as {@code http://127.0.0.1:7373}
 * @param token null asks without one, which few addresses answer
 * @param organization which one an operator means; null is the default one
 */
public record Connection(URI server, @Nullable String token, @Nullable String organization) {

  public Connection {
    String scheme = server.getScheme();
    if (server.getHost() == null || !("http".equals(scheme) || "https".equals(scheme))) {
      throw new IllegalArgumentException(
          "expected a server such as http://127.0.0.1:7373, got \"%s\"".formatted(server));
    }
    if (server.getPath().endsWith("/")) {
      String text = server.toString();
      server = URI.create(text.substring(0, text.length() - 1));
    }
  }

  /** Never the token: this may be logged. */
  @Override
  public String toString() {
    return server + (organization == null ? "" : " as " + organization);
  }
}
