package dev.carillon.client;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Sends one request and reads one answer. */
final class Transport implements AutoCloseable {

  private final Connection connection;
  private final boolean encrypted;
  private final Wire reading;
  private @Nullable Wire full;

  Transport(Connection connection) {
    this.connection = connection;
    encrypted = "https".equals(connection.server().getScheme());
    reading = new ReadingWire();
  }

  /** The quick one where it will do. The other is made when first needed: it is costly. */
  private Wire wire(String method) {
    return method.equals("GET") && !encrypted ? reading : full();
  }

  private synchronized Wire full() {
    Wire made = full;
    if (made == null) {
      made = new FullWire(encrypted);
      full = made;
    }
    return made;
  }

  /**
   * @param headers more of them, such as If-Match
   */
  JsonNode send(String method, String path, @Nullable JsonNode body, Map<String, String> headers) {
    Map<String, String> all = new TreeMap<>(headers);
    all.put("Accept", "application/json");
    return read(exchange(method, path, body == null ? null : Json.compact(body), all));
  }

  /** Sends one message of another protocol; null where its answer is that there is none. */
  @Nullable String post(String path, String message, String accept) {
    Answer answer = exchange("POST", path, message, Map.of("Accept", accept));
    if (answer.status() == 202) {
      return null;
    }
    // What was wrong with a message is said in its own protocol, too.
    if (answer.type().startsWith("application/json")) {
      return answer.body();
    }
    read(answer);
    throw new Refused(Problem.foreign(answer.status(), answer.body()));
  }

  private Answer exchange(
      String method, String path, @Nullable String body, Map<String, String> headers) {
    Map<String, String> all = new TreeMap<>(headers);
    if (body != null) {
      all.put("Content-Type", "application/json");
    }
    if (connection.token() != null) {
      all.put("Authorization", "Bearer " + connection.token());
    }
    if (connection.organization() != null) {
      all.put("Carillon-Organization", connection.organization());
    }
    try {
      return wire(method).exchange(method, URI.create(connection.server() + path), all, body);
    } catch (HttpTimeoutException | SocketTimeoutException e) {
      throw new Unreachable(connection.server(), "it took too long", e);
    } catch (ConnectException e) {
      throw new Unreachable(connection.server(), "the connection was refused", e);
    } catch (UnknownHostException e) {
      throw new Unreachable(connection.server(), "there is no host of that name", e);
    } catch (IOException e) {
      throw new Unreachable(connection.server(), String.valueOf(e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Unreachable(connection.server(), "waiting for it was interrupted", e);
    }
  }

  private static JsonNode read(Answer answer) {
    int status = answer.status();
    boolean good = status >= 200 && status < 300;
    if (good && answer.body().isEmpty()) {
      return Json.object();
    }
    if (!answer.type().contains("json")) {
      throw new Refused(Problem.foreign(status, answer.body()));
    }
    JsonNode json;
    try {
      json = Json.parse(answer.body());
    } catch (IllegalArgumentException e) {
      throw new Refused(Problem.foreign(status, answer.body()));
    }
    if (!good) {
      throw new Refused(
          json.has("code") ? Problem.of(status, json) : Problem.foreign(status, answer.body()));
    }
    return json;
  }

  /** A path with parameters, in a fixed order. */
  static String path(String path, Map<String, String> parameters) {
    StringBuilder text = new StringBuilder(path);
    char before = '?';
    for (Map.Entry<String, String> parameter : new TreeMap<>(parameters).entrySet()) {
      text.append(before)
          .append(parameter.getKey())
          .append('=')
          .append(encode(parameter.getValue()));
      before = '&';
    }
    return text.toString();
  }

  static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  @Override
  public synchronized void close() {
    reading.close();
    if (full != null) {
      full.close();
    }
  }
}
