package dev.carillon.server.events;

import com.sun.net.httpserver.HttpServer;
import dev.carillon.server.web.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Somebody's own server, which gets events. */
final class Receiver implements AutoCloseable {

  /** One call. */
  record Got(Map<String, String> headers, String body) {
    String id() {
      return headers.get("webhook-id");
    }

    String type() {
      return Json.stored(body).get("type").asString();
    }

    String schedule() {
      return Json.stored(body).get("data").get("schedule_name").asString();
    }
  }

  final List<Got> calls = new CopyOnWriteArrayList<>();
  private final HttpServer server;

  /**
   * @param answers the status for each call
   */
  Receiver(Function<Got, Integer> answers) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/",
        exchange -> {
          Got got =
              new Got(
                  exchange.getRequestHeaders().entrySet().stream()
                      .collect(
                          Collectors.toMap(
                              entry -> entry.getKey().toLowerCase(java.util.Locale.ROOT),
                              entry -> entry.getValue().getFirst())),
                  new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          calls.add(got);
          exchange.sendResponseHeaders(answers.apply(got), -1);
          exchange.close();
        });
    server.start();
  }

  String url() {
    return "http://127.0.0.1:%d/hook".formatted(server.getAddress().getPort());
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
