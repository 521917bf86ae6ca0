package dev.carillon.client;

import java.net.URI;

/** No server answered. Whether what was asked happened is unknown unless it only looked. */
public final class Unreachable extends RuntimeException {

  Unreachable(URI server, String why, Throwable cause) {
    super("no server answers at %s: %s".formatted(server, why), cause);
  }
}
