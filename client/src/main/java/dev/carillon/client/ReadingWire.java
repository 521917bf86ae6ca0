package dev.carillon.client;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads over plain HTTP with the oldest client of the JDK, which starts in a fraction of the time
 * of the newer one: no threads, no selector, no TLS. Only for GET, since it may send a request
 * again when a connection breaks, and knows no PATCH.
 */
final class ReadingWire implements Wire {

  @Override
  public Answer exchange(
      String method, URI address, Map<String, String> headers, @Nullable String body)
      throws IOException {
    HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
    connection.setRequestMethod(method);
    connection.setInstanceFollowRedirects(false);
    connection.setUseCaches(false);
    connection.setConnectTimeout((int) CONNECT.toMillis());
    connection.setReadTimeout((int) ANSWER.toMillis());
    // Keeping it would start a thread that waits to give it up.
    connection.setRequestProperty("Connection", "close");
    headers.forEach(connection::setRequestProperty);
    int status = connection.getResponseCode();
    String type = connection.getContentType();
    try (InputStream in =
        status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
      String text = in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return new Answer(status, type == null ? "" : type, text);
    }
  }

  @Override
  public void close() {
    // No connection outlives its answer.
  }
}
