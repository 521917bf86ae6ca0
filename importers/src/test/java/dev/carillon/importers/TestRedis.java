package dev.carillon.importers;

import dev.carillon.importers.redis.Redis;
import dev.carillon.importers.redis.RedisConnection;
import dev.carillon.importers.redis.Snapshot;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import redis.embedded.RedisServer;

/**
 * A real Redis on a port of its own, and the real queues that fill it. Where a machine has no
 * Node.js or no python3-rq, what they wrote elsewhere stands in for them; in CI they must be there.
 */
public final class TestRedis implements AutoCloseable {

  private static final Path NPM = folder("npm");
  private static final Path PYTHON = folder("python");
  private static final int TRIES = 5;

  private final RedisServer server;
  private final int port;

  public TestRedis() {
    try {
      server = started();
      port = server.ports().getFirst();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** On a port that was free a moment ago: where it is not any more, on another one. */
  private static RedisServer started() throws IOException {
    for (int tries = 1; ; tries++) {
      RedisServer server =
          RedisServer.newRedisServer()
              .port(freePort())
              .bind("127.0.0.1")
              .setting("save \"\"")
              .build();
      try {
        server.start();
        return server;
      } catch (IOException e) {
        server.stop();
        if (tries == TRIES) {
          throw e;
        }
      }
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    }
  }

  /** The tests of other modules use this, too. */
  private static Path folder(String name) {
    return Path.of("../importers/src/test", name);
  }

  public int port() {
    return port;
  }

  public String url() {
    return "redis://127.0.0.1:" + port;
  }

  /** Asks with a connection of its own for each command. */
  public Redis redis() {
    return words -> {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        return new RedisConnection(socket.getInputStream(), socket.getOutputStream()).ask(words);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    };
  }

  /** Has every version of Bull and BullMQ add its jobs; false where there is no Node.js. */
  public boolean fillByBull() {
    if (!runs("node", "--version") || !runs("npm", "--version")) {
      return absent("Node.js with npm");
    }
    try {
      Path target = NPM.resolve("../../../target/npm").normalize();
      Files.createDirectories(target);
      for (String file : List.of("package.json", "package-lock.json", "fill.mjs")) {
        Files.copy(NPM.resolve(file), target.resolve(file), StandardCopyOption.REPLACE_EXISTING);
      }
      synchronized (TestRedis.class) {
        if (!Files.exists(target.resolve("node_modules/bullmq6"))) {
          // Not npm ci, which wants even the optional packages of other machines to be in the lock.
          run(
              target,
              "npm",
              "install",
              "--no-save",
              "--ignore-scripts",
              "--prefer-offline",
              "--fetch-retries=5",
              "--no-audit",
              "--no-fund",
              "--omit=optional");
        }
      }
      run(target, "node", "fill.mjs", String.valueOf(port));
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Has the real rq add its jobs; false where there is none. */
  public boolean fillByRq() {
    if (!runs("/usr/bin/python3", "-c", "import rq, redis")) {
      return absent("Debian's python3-rq");
    }
    run(PYTHON, "/usr/bin/python3", "fill_rq.py", String.valueOf(port));
    return true;
  }

  /** What was read once of a Redis that they had filled. */
  public static Snapshot recorded(String name) {
    try (InputStream in = TestRedis.class.getResourceAsStream(name + "-snapshot.json")) {
      return Snapshot.parse(
          Lenient.json5(new String(in.readAllBytes(), StandardCharsets.UTF_8), name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean absent(String what) {
    if ("true".equals(System.getenv("CI"))) {
      throw new IllegalStateException("CI needs " + what);
    }
    System.err.println("There is no " + what + " here: tests use what it wrote elsewhere.");
    return false;
  }

  private static boolean runs(String... command) {
    try {
      return new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void run(Path directory, String... command) {
    try {
      Path output = Files.createTempFile("carillon-fill", ".log");
      int code =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start()
              .waitFor();
      String said = Files.readString(output);
      Files.delete(output);
      if (code != 0) {
        throw new IllegalStateException(String.join(" ", command) + " said: " + said);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
