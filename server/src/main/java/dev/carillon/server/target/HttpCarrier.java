package dev.carillon.server.target;

import dev.carillon.engine.run.Answer;
import dev.carillon.engine.run.Outcome;
import dev.carillon.engine.schedule.Target;
import dev.carillon.engine.target.Carrier;
import dev.carillon.engine.target.RunContext;
import java.util.Set;

/** Calls the URL of a schedule. */
public final class HttpCarrier implements Carrier {

  public static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE");

  private static final byte[] NO_BODY = {};

  private final Deliverer deliverer;

  public HttpCarrier(Deliverer deliverer) {
    this.deliverer = deliverer;
  }

  @Override
  public Answer carry(RunContext run) throws InterruptedException {
    Target.Http target = (Target.Http) run.delivery().schedule().target();
    String method = target.method();
    if (!METHODS.contains(method)) {
      return Outcome.Failure.of(
          "invalid_method", "expected one of %s, got %s".formatted(METHODS, method));
    }
    // What was stored by an older or another program is checked again where it matters.
    HeaderRules.Refusal refusal = HeaderRules.refusal(target.headers());
    if (refusal != null) {
      String header = refusal.header();
      return Outcome.Failure.of(
          "invalid_headers", (header == null ? "headers" : header) + " " + refusal.why());
    }
    // Receivers of GET and HEAD know a body of neither.
    byte[] body =
        method.equals("GET") || method.equals("HEAD") ? NO_BODY : EventBody.of(run).bytes();
    try {
      return deliverer.deliver(
          run, Deliverer.call(run, method, target.url(), body).with(target.headers()));
    } catch (InvalidUrl e) {
      return Outcome.Failure.of("invalid_url", "url " + e.getMessage());
    }
  }
}
