package dev.carillon.client;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Carries one request to a server and its answer back. Redirects are not followed by any. */
interface Wire extends AutoCloseable {

  Duration CONNECT = Duration.ofSeconds(10);
  Duration ANSWER = Duration.ofSeconds(60);

  Answer exchange(String method, URI address, Map<String, String> headers, @Nullable String body)
      throws IOException, InterruptedException;

  @Override
  void close();
}
