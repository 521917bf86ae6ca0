package dev.carillon.server.target;

/** A URL that cannot be called, and why; never repeats what may be a password. */
public final class InvalidUrl extends IllegalArgumentException {

  InvalidUrl(String message) {
    super(message);
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
