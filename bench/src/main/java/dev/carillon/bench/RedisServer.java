package dev.carillon.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A Redis of our own, as durable as BullMQ's documentation asks for: appended to a file. */
final class RedisServer implements AutoCloseable {

  private static final int ATTEMPTS = 200;

  private final Process process;
  private final int port;

  private RedisServer(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  static RedisServer start(Path scratch) {
    try {
      Path directory = Files.createTempDirectory(scratch, "redis");
      int port = freePort();
      Process process =
          new ProcessBuilder(
                  List.of(
                      "redis-server",
                      "--port",
                      Integer.toString(port),
                      "--bind",
                      "127.0.0.1",
                      "--dir",
                      directory.toString(),
                      "--appendonly",
                      "yes",
                      "--appendfsync",
                      "everysec",
                      "--maxmemory-policy",
                      "noeviction"))
              .redirectOutput(directory.resolve("redis.log").toFile())
              .redirectErrorStream(true)
              .start();
      RedisServer server = new RedisServer(process, port);
      server.awaitListening();
      return server;
    } catch (IOException e) {
      throw new PeerFailure(
          "redis-server cannot be started: "
              + e.getMessage()
              + "; install it (Debian: apt-get install redis-server)",
          e);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void awaitListening() {
    for (int i = 0; i < ATTEMPTS; i++) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 100);
        return;
      } catch (IOException e) {
        Pause.millis(25);
      }
    }
    close();
    throw new PeerFailure("redis-server does not listen");
  }

  /** Speaks Redis's own protocol, in which a line is a command. */
  void clear() {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write("FLUSHALL\r\n".getBytes(StandardCharsets.US_ASCII));
      if (socket.getInputStream().read() != '+') {
        throw new PeerFailure("redis-server cannot be emptied");
      }
    } catch (IOException e) {
      throw new PeerFailure("redis-server cannot be emptied: " + e.getMessage(), e);
    }
  }

  int port() {
    return port;
  }

  long cpuMicros() {
    return CpuTimes.of(process.pid());
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
    }
  }
}
