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
    if (server.getRawUserInfo() != null) {
      throw new IllegalArgumentException(
          "expected a server without a user and a password, such as http://127.0.0.1:7373; a token"
              + " says who asks");
    }
    headerValue("token", token);
    headerValue("organization", organization);
    if (server.getPath().endsWith("/")) {
      String text = server.toString();
      server = URI.create(text.substring(0, text.length() - 1));
    }
  }

  /** Refuses what can be in no header, without repeating it: messages end up in logs. */
  private static void headerValue(String what, @Nullable String value) {
    if (value != null && !value.chars().allMatch(c -> c >= ' ' && c != 0x7F && c <= 0xFF)) {
      throw new IllegalArgumentException(
          "the %s has a character that cannot be sent, such as the end of a line".formatted(what));
    }
  }

  /** Never the token: this may be logged. */
  @Override
  public String toString() {
    return server + (organization == null ? "" : " as " + organization);
  }
}
