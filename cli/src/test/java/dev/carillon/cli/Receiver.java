package dev.carillon.cli;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** A target that answers with the status its path names: {@code /200}, {@code /500}. */
final class Receiver implements AutoCloseable {

  private final HttpServer server;

  Receiver() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          int status = Integer.parseInt(exchange.getRequestURI().getPath().substring(1));
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    server.start();
  }

  String url(int status) {
    return "http://127.0.0.1:%d/%d".formatted(server.getAddress().getPort(), status);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
