package dev.carillon.server.target;

import dev.carillon.engine.run.Answer;
import dev.carillon.engine.run.Outcome;
import dev.carillon.engine.target.RunContext;
import dev.carillon.server.store.Executor;
import dev.carillon.server.store.Executors;
import java.util.function.UnaryOperator;

/** Calls the executors of an organization by their names. */
public final class ExecutorCalls {

  private final Executors executors;
  private final Deliverer deliverer;

  public ExecutorCalls(Executors executors, Deliverer deliverer) {
    this.executors = executors;
    this.deliverer = deliverer;
  }

  /**
   * Posts the body to the executor.
   *
   * @param more what the call needs besides
   */
  Answer call(RunContext run, String name, EventBody body, UnaryOperator<Call> more)
      throws InterruptedException {
    Executor executor = executors.find(run.delivery().schedule().orgId(), name);
    if (executor == null) {
      return Outcome.Failure.of(
          "no_executor",
          "there is no executor named \"%s\"; add it with PUT /api/v1/executors/%s {\"url\": …}"
              .formatted(name, name));
    }
    try {
      return deliverer.deliver(
          run, more.apply(Deliverer.call(run, "POST", executor.url(), body.bytes())));
    } catch (InvalidUrl e) {
      return Outcome.Failure.of(
          "invalid_url", "the url of executor %s %s".formatted(name, e.getMessage()));
    }
  }
}
