package dev.carillon.client;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.util.Map;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/** Every method, with or without TLS, and nothing sent twice. */
final class FullWire implements Wire {

  private final HttpClient http;

  /**
   * @param encrypted whether it will ever speak TLS
   */
  FullWire(boolean encrypted) {
    // HTTP/1.1, since an upgrade would cost a round trip and gains a single request nothing.
    // Redirects are not followed: a token goes nowhere but where its owner sent it.
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .followRedirects(HttpClient.Redirect.NEVER);
    if (!encrypted) {
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

  @Override
  public Answer exchange(
      String method, URI address, Map<String, String> headers, @Nullable String body)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address)
            .timeout(ANSWER)
            .method(
                method,
                body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body));
    headers.forEach(request::header);
    HttpResponse<String> response =
        http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    String type = response.headers().firstValue("Content-Type").orElse("");
    return new Answer(response.statusCode(), type, response.body());
  }

  @Override
  public void close() {
    // Not close(), which waits for idle connections to be given up.
    http.shutdownNow();
  }
}
