package dev.carillon.server.access;

import dev.carillon.server.web.Approach;
import dev.carillon.server.web.Code;
import dev.carillon.server.web.Problem;
import java.net.URI;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Tells requests of our own page from those that another site makes a browser send. A browser adds
 * the cookie by itself; it adds a header of one's own only for a page of the same origin, and it
 * always says truly which origin a change comes from.
 */
final class SameSite {

  private SameSite() {}

  /** Refuses a change that a cookie vouches for, unless our own page asks for it. */
  static void check(Approach approach) {
    if (approach.looks()) {
      return;
    }
    if (!"1".equals(approach.page())) {
      throw Problem.of(
              Code.CSRF, "a change by a session needs the header Carillon-Page, which is missing")
          .expected("Carillon-Page: 1")
          .fix("Send Carillon-Page: 1, or a token in Authorization instead of the cookie.");
    }
    checkOrigin(approach);
  }

  /** Refuses what a page of another origin asks for. */
  static void checkOrigin(Approach approach) {
    String origin = approach.origin();
    if (origin != null && !ours(origin, approach)) {
      throw Problem.of(Code.CSRF, "the request comes from a page of another origin")
          .expected("an Origin whose host is %s".formatted(approach.host()))
          .got(origin)
          .fix("Open the page at the address that it asks; behind a proxy, set behind_proxy.");
    }
  }

  /** Scheme apart: what a proxy was asked by is not known unless it may say so. */
  private static boolean ours(String origin, Approach approach) {
    URI uri = parsed(origin);
    String scheme = uri == null ? null : uri.getScheme();
    if (uri == null || scheme == null || uri.getRawAuthority() == null) {
      return false;
    }
    boolean https = scheme.equalsIgnoreCase("https");
    boolean fits = approach.secure() ? https : https || scheme.equalsIgnoreCase("http");
    return fits && bare(uri.getRawAuthority(), https).equals(bare(approach.host(), https));
  }

  /** Without the port that goes without saying. */
  private static String bare(String authority, boolean https) {
    String lower = authority.toLowerCase(Locale.ROOT);
    String usual = https ? ":443" : ":80";
    return lower.endsWith(usual) ? lower.substring(0, lower.length() - usual.length()) : lower;
  }

  private static @Nullable URI parsed(String origin) {
    try {
      return URI.create(origin);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
