package dev.carillon.server.target;

import dev.carillon.engine.clock.WallClock;
import dev.carillon.engine.run.Answer;
import dev.carillon.engine.run.Outcome;
import dev.carillon.engine.run.RunError;
import dev.carillon.engine.target.RunContext;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Hands one attempt to a receiver over HTTP and reads its verdict: 2xx is success, 202 means that
 * it reports later, everything else is failure. The same for all targets that are called.
 */
public final class Deliverer {

  /** The engine ends an attempt at its deadline; this is for the case that it could not. */
  private static final Duration SLACK = Duration.ofSeconds(2);

  private static final int EXCERPT = 500;

  private static final Map<String, String> DEFAULTS =
      Map.of("Content-Type", "application/json", "User-Agent", "Carillon", "Accept", "*/*");

  private final WallClock clock;
  private final HttpSender sender;
  private final WebhookKeys keys;
  private final Function<RunContext, Map<String, String>> traceHeaders;

  /**
   * @param traceHeaders what ties the receiver's trace to ours, or nothing
   */
  public Deliverer(
      WallClock clock,
      HttpSender sender,
      WebhookKeys keys,
      Function<RunContext, Map<String, String>> traceHeaders) {
    this.clock = clock;
    this.sender = sender;
    this.keys = keys;
    this.traceHeaders = traceHeaders;
  }

  /** Names the attempt for the receiver: the same however often this very attempt arrives. */
  static String attemptId(RunContext run) {
    return run.runId() + "/" + (run.retry() + 1);
  }

  /** A call for this attempt, with the headers of its schedule, if any. */
  static Call call(RunContext run, String method, String url, byte[] body) {
    Duration timeout = run.delivery().schedule().policies().timeout().plus(SLACK);
    return Call.of(method, Destination.of(url), body, timeout);
  }

  Answer deliver(RunContext run, Call call) throws InterruptedException {
    try {
      int orgId = run.delivery().schedule().orgId();
      return answer(call, sender.send(orgId, call.withDefault(DEFAULTS).with(headers(run, call))));
    } catch (DeliveryException e) {
      return Outcome.Failure.of(e.code(), e.getMessage());
    }
  }

  private Map<String, String> headers(RunContext run, Call call) {
    Map<String, String> headers = new HashMap<>();
    headers.put("Idempotency-Key", attemptId(run));
    // The id of Standard Webhooks stays the same when a message is sent again.
    headers.putAll(
        keys.sign(
            run.delivery().schedule().orgId(),
            run.runId().toString(),
            clock.now().getEpochSecond(),
            call.body()));
    headers.putAll(traceHeaders.apply(run));
    return headers;
  }

  private Answer answer(Call call, Reply reply) {
    if (reply.succeeded() && !reply.whole() && call.drainBytes() == Long.MAX_VALUE) {
      return Outcome.Failure.of("answer_incomplete", told(call, reply) + " and did not end");
    }
    if (reply.status() == 202) {
      return Answer.TakenOver.INSTANCE;
    }
    if (reply.succeeded()) {
      return Outcome.Success.INSTANCE;
    }
    return failure(call, reply, clock.now());
  }

  static Outcome.Failure failure(Call call, Reply reply, Instant now) {
    StringBuilder message = new StringBuilder(told(call, reply));
    if (reply.status() / 100 == 3) {
      message.append(". Redirects are not followed; if it moved for good, change the url");
      String location = reply.header("location");
      if (location != null) {
        message.append(" to ").append(Text.excerpt(location, EXCERPT));
      }
    }
    String excerpt = Text.excerpt(reply.body(), EXCERPT);
    if (!excerpt.isEmpty()) {
      message.append(": ").append(excerpt);
    }
    return new Outcome.Failure(
        new RunError("http_" + reply.status(), message.toString()), RetryAfter.of(reply, now));
  }

  private static String told(Call call, Reply reply) {
    return "%s %s answered %d %s"
        .formatted(
            call.method(),
            call.destination().told(),
            reply.status(),
            Text.excerpt(reply.phrase(), 80))
        .strip();
  }
}
