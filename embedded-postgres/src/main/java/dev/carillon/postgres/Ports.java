package dev.carillon.postgres;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Chooses the port of one start. */
final class Ports {

  /**
   * Below the range from which Linux and macOS give ports to outgoing connections, so that the port
   * is still ours to take when PostgreSQL has to be restarted on it.
   */
  private static final int LOWEST = 20_000;

  private static final int HIGHEST = 32_767;

  private Ports() {}

  /** A port that is free now; whoever takes it first afterwards has it. */
  static int free() {
    for (int tries = 0; tries < 1_000; tries++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST + 1);
      if (isFree(port)) {
        return port;
      }
    }
    throw new EmbeddedPostgresException(
        "Expected a free port between %d and %d on 127.0.0.1, but 1000 tries found none. End some of the servers on this machine."
            .formatted(LOWEST, HIGHEST));
  }

  private static boolean isFree(int port) {
    try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
