package dev.carillon.server.web;

import io.javalin.http.Context;
import org.jspecify.annotations.Nullable;

/**
 * How a request comes in: what it brings to say who sends it, and from where.
 *
 * @param authorization the header of that name
 * @param session the cookie of a page that is signed in
 * @param organization the header {@code Carillon-Organization}
 * @param page the header {@code Carillon-Page}, which no page of another site can send along
 * @param origin the header of that name: the site whose page sends it
 * @param host what the sender calls this server, with the port if there is one
 * @param secure whether the sender came over https, as far as is known
 * @param address where it came from
 */
public record Approach(
    String method,
    @Nullable String authorization,
    @Nullable String session,
    @Nullable String organization,
    @Nullable String page,
    @Nullable String origin,
    String host,
    boolean secure,
    String address) {

  public static final String COOKIE = "carillon_session";

  /**
   * @param behindProxy whether the headers in which a proxy says what it was asked are believed
   */
  static Approach of(Context context, boolean behindProxy) {
    String scheme = behindProxy ? first(context.header("X-Forwarded-Proto")) : null;
    String host = behindProxy ? first(context.header("X-Forwarded-Host")) : null;
    String own = context.header("Host");
    return new Approach(
        context.method().toString(),
        context.header("Authorization"),
        context.cookie(COOKIE),
        context.header("Carillon-Organization"),
        context.header("Carillon-Page"),
        context.header("Origin"),
        host != null ? host : own == null ? "" : own,
        scheme == null ? context.req().isSecure() : scheme.equalsIgnoreCase("https"),
        context.ip());
  }

  /** Of several proxies, the one that the sender talked to wrote the first. */
  private static @Nullable String first(@Nullable String list) {
    String first = list == null ? "" : list.split(",", 2)[0].strip();
    return first.isEmpty() ? null : first;
  }

  /** Whether it only looks. */
  public boolean looks() {
    return method.equals("GET") || method.equals("HEAD");
  }
}
