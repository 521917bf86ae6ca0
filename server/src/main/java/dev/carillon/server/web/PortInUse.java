package dev.carillon.server.web;

/** Another program listens there already. */
public final class PortInUse extends RuntimeException {

  PortInUse(String message, Throwable cause) {
    super(message, cause);
  }
}
