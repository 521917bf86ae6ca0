package dev.carillon.engine;

import dev.carillon.engine.ledger.Reply;

/** A request that the state of things does not allow; the message says why. */
public final class Refused extends RuntimeException {

  private final Reply.Reason reason;

  public Refused(Reply.Reason reason, String detail) {
    super(detail);
    this.reason = reason;
  }

  public Reply.Reason reason() {
    return reason;
  }
}
