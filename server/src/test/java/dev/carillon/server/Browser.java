package dev.carillon.server;

import dev.carillon.server.web.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * What a browser does for a page: it keeps the cookie and sends it along, and says which page asks.
 * What it is answered is held against {@code openapi.yaml}.
 */
public final class Browser {

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final String url;
  private final Map<String, String> headers = new TreeMap<>();
  private String cookie;

  private Browser(String url) {
    this.url = url;
  }

  /** A browser with our page open. */
  public static Browser at(String url) {
    Browser browser = new Browser(url);
    browser.headers.put("Carillon-Page", "1");
    browser.headers.put("Origin", url);
    return browser;
  }

  /** The same cookie, asked from elsewhere. */
  public Browser with(String name, String value) {
    Browser other = new Browser(url);
    other.headers.putAll(headers);
    other.cookie = cookie;
    if (value == null) {
      other.headers.remove(name);
    } else {
      other.headers.put(name, value);
    }
    return other;
  }

  /** The same cookie at another server. */
  public Browser movedTo(String other) {
    Browser moved = at(other);
    moved.cookie = cookie;
    return moved;
  }

  public ApiServer.Reply signIn(String token) {
    return send("POST", "/api/v1/session", Json.text(Map.of("token", token)));
  }

  public ApiServer.Reply get(String path) {
    return send("GET", path, null);
  }

  public ApiServer.Reply post(String path, String body) {
    return send("POST", path, body);
  }

  public JsonNode json(String path) {
    ApiServer.Reply reply = get(path);
    if (reply.status() != 200) {
      throw new AssertionError(path + ": " + reply);
    }
    return reply.json();
  }

  public ApiServer.Reply send(String method, String path, String body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url + path))
            .method(
                method,
                body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body));
    headers.forEach(request::header);
    if (cookie != null) {
      request.header("Cookie", cookie);
    }
    try {
      ApiServer.Reply reply =
          new ApiServer.Reply(HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString()));
      String set = reply.header("Set-Cookie");
      if (set != null) {
        cookie = set.contains("Max-Age=0") ? null : set.split(";", 2)[0];
      }
      List<String> breaches =
          Contract.breaches(
              method, path, reply.status(), reply.header("Content-Type"), reply.body());
      if (!breaches.isEmpty()) {
        throw new AssertionError("%s %s: %s\n%s".formatted(method, path, breaches, reply));
      }
      return reply;
    } catch (IOException e) {
      throw new UncheckedIOException(method + " " + path, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** The cookie as it would be sent, or null. */
  public String cookie() {
    return cookie;
  }
}
