package dev.carillon.importers.redis;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Where a Redis is: {@code redis://[user:password@]host[:port][/database]}, or {@code rediss:} over
 * TLS.
 */
public record RedisAddress(
    boolean tls,
    String host,
    int port,
    int database,
    @Nullable String user,
    @Nullable String password) {

  private static final int USUAL_PORT = 6379;

  /**
   * Reads an address.
   *
   * @throws RedisException saying what is wrong; the message has no password in it
   */
  public static RedisAddress of(String url) {
    URI uri;
    try {
      uri = new URI(url.strip());
    } catch (URISyntaxException e) {
      throw new RedisException("the address of the Redis is no URL: " + e.getReason());
    }
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    String host = uri.getHost();
    if (!(scheme.equals("redis") || scheme.equals("rediss")) || host == null) {
      throw new RedisException(
          "expected an address such as redis://127.0.0.1:6379/0, or rediss:// over TLS");
    }
    String path = uri.getPath() == null ? "" : uri.getPath().replaceFirst("^/", "");
    if (!path.matches("\\d{0,4}")) {
      throw new RedisException(
          "expected the number of a database behind the host, got another path");
    }
    String credentials = uri.getRawUserInfo();
    String user = null;
    String password = null;
    if (credentials != null) {
      int colon = credentials.indexOf(':');
      String before = colon < 0 ? credentials : credentials.substring(0, colon);
      user = before.isEmpty() || colon < 0 ? null : decoded(before);
      password = decoded(colon < 0 ? before : credentials.substring(colon + 1));
    }
    String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    return new RedisAddress(
        scheme.equals("rediss"),
        bare.toLowerCase(Locale.ROOT),
        uri.getPort() < 0 ? USUAL_PORT : uri.getPort(),
        path.isEmpty() ? 0 : Integer.parseInt(path),
        user,
        password);
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new RedisException("the user or password has a % that begins no %XX");
    }
  }

  /** Logs in and selects the database, on a fresh connection. */
  public Redis enter(Redis redis) {
    if (password != null) {
      if (user == null) {
        redis.ask("AUTH", password);
      } else {
        redis.ask("AUTH", user, password);
      }
    }
    if (database != 0) {
      redis.ask("SELECT", String.valueOf(database));
    }
    return redis;
  }

  /** Without its credentials: names the store that jobs came from. */
  public String instance() {
    String place = host.equals("localhost") || host.equals("::1") ? "127.0.0.1" : host;
    return "redis://%s:%d/%d".formatted(place, port, database);
  }

  /** For people: without its credentials. */
  @Override
  public String toString() {
    return tls ? instance().replaceFirst("redis:", "rediss:") : instance();
  }
}
