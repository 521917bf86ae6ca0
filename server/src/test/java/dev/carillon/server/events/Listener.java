package dev.carillon.server.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.server.Browser;
import dev.carillon.server.web.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/** Reads a stream as a browser does, on a thread of its own. */
final class Listener implements AutoCloseable {

  private static final int PATIENCE_SECONDS = 60;

  /** One message; type reset has no event. */
  record Message(String id, String type, JsonNode data) {
    String schedule() {
      return data.get("data").get("schedule_name").asString();
    }
  }

  private final HttpClient http = HttpClient.newHttpClient();
  private final BlockingQueue<Message> messages = new LinkedBlockingQueue<>();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private final InputStream body;
  private volatile String lastId;

  Listener(String url, String token, String query, String lastId) throws Exception {
    this(URI.create(url + "/api/v1/events" + query), "Authorization", "Bearer " + token, lastId);
  }

  private Listener(URI address, String name, String value, String lastId) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address).header(name, value).header("Accept", "text/event-stream");
    if (lastId != null) {
      request.header("Last-Event-ID", lastId);
    }
    HttpResponse<InputStream> response =
        http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("content-type").orElse(""))
        .startsWith("text/event-stream");
    body = response.body();
    Thread.ofVirtual().start(this::read);
    if (lastId == null) {
      assertThat(begun.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }
  }

  /** One that is let in by its cookie, as the page is. */
  static Listener signedIn(String url, Browser browser) throws Exception {
    return new Listener(URI.create(url + "/api/v1/events"), "Cookie", browser.cookie(), null);
  }

  private void read() {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
      String id = null;
      String type = null;
      String data = null;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("id: ")) {
          id = line.substring(4);
        } else if (line.startsWith("event: ")) {
          type = line.substring(7);
        } else if (line.startsWith("data: ")) {
          data = line.substring(6);
        } else if (line.isEmpty()) {
          if (id != null) {
            lastId = id;
            begun.countDown();
          }
          if (data != null) {
            messages.add(new Message(id, type, Json.stored(data)));
          }
          type = null;
          data = null;
        }
      }
    } catch (IOException | UncheckedIOException e) {
      begun.countDown(); // closed by the test, or cut off by the server
    } finally {
      ended.countDown();
    }
  }

  /** True when the server has ended the stream by then. */
  boolean ends(Duration within) throws InterruptedException {
    return ended.await(within.toMillis(), TimeUnit.MILLISECONDS);
  }

  boolean open() {
    return ended.getCount() > 0;
  }

  String lastId() {
    return lastId;
  }

  Message next() throws InterruptedException {
    Message message = messages.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertThat(message).as("an event within %d s", PATIENCE_SECONDS).isNotNull();
    return message;
  }

  List<Message> next(int count) throws InterruptedException {
    List<Message> all = new ArrayList<>();
    while (all.size() < count) {
      all.add(next());
    }
    return all;
  }

  /** The next one of this type; others are passed over. */
  Message next(String type) throws InterruptedException {
    Message message = next();
    while (!message.type().equals(type)) {
      message = next();
    }
    return message;
  }

  /** What has come and was not taken yet. */
  List<Message> rest() {
    List<Message> all = new ArrayList<>();
    messages.drainTo(all);
    return all;
  }

  @Override
  public void close() throws IOException {
    http.shutdownNow();
    body.close();
  }
}
