package dev.carillon.page;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What schedules call: {@code /ok} succeeds, {@code /fail} refuses with words, {@code /accept}
 * answers 202 and leaves the run open; any other path succeeds until a test says otherwise.
 */
final class Receiver implements AutoCloseable {

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicInteger calls = new AtomicInteger();
  private final Map<String, Integer> answers = new ConcurrentHashMap<>();
  private final Set<String> weak = ConcurrentHashMap.newKeySet();

  private Receiver(HttpServer server) {
    this.server = server;
  }

  static Receiver start() {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      Receiver receiver = new Receiver(server);
      server.setExecutor(receiver.threads);
      server.createContext("/", receiver::answer);
      server.start();
      return receiver;
    } catch (IOException e) {
      throw new UncheckedIOException("a port is free", e);
    }
  }

  String url(String path) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  /** From now on this path answers with this status. */
  void answer(String path, int status) {
    answers.put(path, status);
  }

  /** From now on every eleventh call of the paths of this kind fails. */
  void weaken(String path) {
    weak.add(path);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      String path = exchange.getRequestURI().getPath();
      int status = answers.getOrDefault(path, usual(path));
      String text =
          status < 300
              ? "{\"ok\":true}"
              : "upstream connect error: connection refused by inventory-db:5432";
      byte[] body = text.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(status, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private int usual(String path) {
    return switch (path) {
      case "/fail" -> 503;
      case "/accept" -> 202;
      default -> weak.contains(path) && calls.incrementAndGet() % 11 == 0 ? 502 : 200;
    };
  }

  @Override
  public void close() {
    server.stop(0);
    threads.close();
  }
}
