package dev.carillon.bench;

/** A peer did not do what it was asked to; it is named as left out, with this reason. */
final class PeerFailure extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final String reason;

  PeerFailure(String reason) {
    super(reason);
    this.reason = reason;
  }

  PeerFailure(String reason, Throwable cause) {
    super(reason, cause);
    this.reason = reason;
  }

  String reason() {
    return reason;
  }
}
