package dev.carillon.client;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Sends one request and reads one answer. */
final class Transport implements AutoCloseable {

  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration ANSWER = Duration.ofSeconds(60);

  private final Connection connection;
  private final HttpClient http;

  Transport(Connection connection) {
    this.connection = connection;
    // HTTP/1.1, since an upgrade would cost a round trip and gains a single request nothing.
    // Redirects are not followed: a token goes nowhere but where its owner sent it.
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .followRedirects(HttpClient.Redirect.NEVER);
    if ("http".equals(connection.server().getScheme())) {
      builder.sslContext(trustsNobody());
    }
    http = builder.build();
  }

  /**
   * The client makes a context for TLS even where it never speaks it, and reading all the roots
   * that the JDK trusts takes longer than a request. This one would refuse every certificate.
   */
  private static SSLContext trustsNobody() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(new KeyManager[0], new TrustManager[0], null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has TLS", e);
    }
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
    HttpResponse<String> response = exchange("POST", path, message, Map.of("Accept", accept));
    String type = response.headers().firstValue("Content-Type").orElse("");
    if (response.statusCode() == 202) {
      return null;
    }
    // What was wrong with a message is said in its own protocol, too.
    if (type.startsWith("application/json")) {
      return response.body();
    }
    read(response);
    throw new Refused(Problem.foreign(response.statusCode(), response.body()));
  }

  private HttpResponse<String> exchange(
      String method, String path, @Nullable String body, Map<String, String> headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(connection.server() + path))
            .timeout(ANSWER)
            .method(
                method,
                body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body));
    if (body != null) {
      request.header("Content-Type", "application/json");
    }
    if (connection.token() != null) {
      request.header("Authorization", "Bearer " + connection.token());
    }
    if (connection.organization() != null) {
      request.header("Carillon-Organization", connection.organization());
    }
    headers.forEach(request::header);
    try {
      return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (HttpTimeoutException e) {
      throw new Unreachable(connection.server(), "it took too long", e);
    } catch (ConnectException e) {
      throw new Unreachable(connection.server(), "the connection was refused", e);
    } catch (IOException e) {
      throw new Unreachable(connection.server(), String.valueOf(e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Unreachable(connection.server(), "waiting for it was interrupted", e);
    }
  }

  private static JsonNode read(HttpResponse<String> response) {
    int status = response.statusCode();
    String type = response.headers().firstValue("Content-Type").orElse("");
    boolean good = status >= 200 && status < 300;
    if (good && response.body().isEmpty()) {
      return Json.object();
    }
    if (!type.contains("json")) {
      throw new Refused(Problem.foreign(status, response.body()));
    }
    JsonNode json;
    try {
      json = Json.parse(response.body());
    } catch (IllegalArgumentException e) {
      throw new Refused(Problem.foreign(status, response.body()));
    }
    if (!good) {
      throw new Refused(
          json.has("code") ? Problem.of(status, json) : Problem.foreign(status, response.body()));
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
  public void close() {
    // Not close(), which waits for idle connections to be given up.
    http.shutdownNow();
  }
}
