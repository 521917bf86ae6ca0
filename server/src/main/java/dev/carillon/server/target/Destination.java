package dev.carillon.server.target;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A URL, taken apart once and so strictly that no two programs can read it differently.
 *
 * @param host a name in lower case, or an address in its usual form
 * @param address when the host is an address; otherwise null
 * @param authority what the Host header says
 * @param path what the request line says: path and query
 */
public record Destination(
    boolean tls,
    String host,
    @Nullable InetAddress address,
    int port,
    String authority,
    String path) {

  static final int LONGEST_URL = 2_048;

  private static final Pattern AUTHORITY =
      Pattern.compile("(?<host>\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._-]+)(:(?<port>\\d{1,5}))?");
  private static final Pattern NAME =
      Pattern.compile(
          "[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*");
  private static final Pattern ENDS_IN_A_NUMBER = Pattern.compile("(.*\\.)?(\\d+|0x[0-9a-f]*)");
  private static final Pattern QUAD = Pattern.compile("(0|[1-9]\\d{0,2})(\\.(0|[1-9]\\d{0,2})){3}");

  /** Names that clouds give their metadata services, wherever they resolve to. */
  private static final Set<String> METADATA =
      Set.of("metadata.google.internal", "metadata", "instance-data");

  /**
   * Reads a URL.
   *
   * @throws InvalidUrl if it is not one that can be called
   */
  public static Destination of(String url) {
    if (url.length() > LONGEST_URL) {
      throw new InvalidUrl(
          "must have at most %d characters, got %d".formatted(LONGEST_URL, url.length()));
    }
    URI uri = parse(url);
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      throw new InvalidUrl("must begin with http:// or https://");
    }
    String authority = uri.getRawAuthority();
    if (authority == null) {
      throw new InvalidUrl("names no host; expected something like https://example.com/path");
    }
    if (authority.indexOf('@') >= 0) {
      throw new InvalidUrl(
          "must not carry a user name or password; put what the receiver needs into its path, or"
              + " check the signature there");
    }
    if (uri.getRawFragment() != null) {
      throw new InvalidUrl("must not have a fragment (#…): it is never sent");
    }
    boolean tls = scheme.equals("https");
    Matcher parts = AUTHORITY.matcher(authority);
    if (!parts.matches()) {
      throw new InvalidUrl("has a host that is neither a name nor an address: " + authority);
    }
    int port = port(parts.group("port"), tls);
    String host = parts.group("host").toLowerCase(Locale.ROOT);
    InetAddress address = host.startsWith("[") ? six(host) : four(host);
    if (address == null) {
      host = name(host);
    } else if (!host.startsWith("[")) {
      host = address.getHostAddress();
    }
    boolean usual = port == (tls ? 443 : 80);
    return new Destination(
        tls, host, address, port, usual ? host : host + ":" + port, requestTarget(uri));
  }

  private static URI parse(String url) {
    for (int i = 0; i < url.length(); i++) {
      char c = url.charAt(i);
      if (c <= ' ' || c >= 0x7F) {
        throw new InvalidUrl(
            ("has a character that a URL must not have at place %d (U+%04X); write it as %%XX, and"
                    + " a name with letters beyond a–z in its xn-- form")
                .formatted(i + 1, (int) c));
      }
    }
    try {
      return new URI(url);
    } catch (URISyntaxException e) {
      throw new InvalidUrl("is not a URL: %s at place %d".formatted(e.getReason(), e.getIndex()));
    }
  }

  private static int port(@Nullable String digits, boolean tls) {
    if (digits == null) {
      return tls ? 443 : 80;
    }
    int port = Integer.parseInt(digits);
    if (port < 1 || port > 65_535) {
      throw new InvalidUrl("must have a port from 1 to 65535, got " + digits);
    }
    return port;
  }

  private static InetAddress six(String host) {
    try {
      return InetAddress.ofLiteral(host.substring(1, host.length() - 1));
    } catch (IllegalArgumentException e) {
      throw new InvalidUrl("has an address that is none: " + host);
    }
  }

  /** Null when it is a name. Other ways to write a number, such as 0x7f.1, are for hiding it. */
  private static @Nullable InetAddress four(String host) {
    String bare = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    if (!ENDS_IN_A_NUMBER.matcher(bare).matches()) {
      return null;
    }
    if (QUAD.matcher(host).matches()) {
      try {
        return InetAddress.ofLiteral(host);
      } catch (IllegalArgumentException e) {
        throw new InvalidUrl("has an address that is none: " + host);
      }
    }
    throw new InvalidUrl(
        "has a host that ends in a number and is no address of the form 192.0.2.1: " + host);
  }

  private static String name(String host) {
    String name = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    if (name.length() > 253 || !NAME.matcher(name).matches()) {
      throw new InvalidUrl("has a host that is no valid name: " + host);
    }
    if (METADATA.contains(name)) {
      throw new InvalidUrl("names a cloud's metadata service, which is never called: " + host);
    }
    return name;
  }

  private static String requestTarget(URI uri) {
    String path = uri.getRawPath();
    String query = uri.getRawQuery();
    return (path == null || path.isEmpty() ? "/" : path) + (query == null ? "" : "?" + query);
  }

  /** For messages: without the query, which may hold a key. */
  String told() {
    int query = path.indexOf('?');
    return (tls ? "https://" : "http://")
        + authority
        + (query < 0 ? path : path.substring(0, query));
  }
}
