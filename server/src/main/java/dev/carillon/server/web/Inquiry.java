package dev.carillon.server.web;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What one part of this server asks of its API on somebody's behalf, as {@link Router#ask} answers
 * it. Whoever offers the same things in other words asks this way, so that there is one place that
 * checks and decides.
 *
 * @param path as a client would write it
 * @param resourceId under which id to make what is made; null for a new one
 */
public record Inquiry(
    String method,
    String path,
    Map<String, String> query,
    @Nullable JsonNode body,
    @Nullable String ifMatch,
    @Nullable UUID resourceId) {

  public Inquiry {
    query = Map.copyOf(query);
  }

  public static Inquiry get(String path) {
    return new Inquiry("GET", path, Map.of(), null, null, null);
  }

  public static Inquiry post(String path, JsonNode body) {
    return new Inquiry("POST", path, Map.of(), body, null, null);
  }

  public static Inquiry delete(String path) {
    return new Inquiry("DELETE", path, Map.of(), null, null, null);
  }

  public static Inquiry patch(String path, JsonNode body) {
    return new Inquiry("PATCH", path, Map.of(), body, null, null);
  }

  /** With a query parameter; with none when there is no value. */
  public Inquiry with(String name, @Nullable String value) {
    if (value == null) {
      return this;
    }
    Map<String, String> more = new LinkedHashMap<>(query);
    more.put(name, value);
    return new Inquiry(method, path, more, body, ifMatch, resourceId);
  }

  /** With what the outer request said about versions and ids. */
  public Inquiry within(Request request) {
    return new Inquiry(method, path, query, body, request.header("If-Match"), request.resourceId());
  }

  /** Text as one segment of a path. */
  public static String segment(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
