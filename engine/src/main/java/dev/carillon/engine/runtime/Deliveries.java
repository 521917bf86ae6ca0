package dev.carillon.engine.runtime;

import dev.carillon.engine.dispatch.Delivery;
import dev.carillon.engine.run.Answer;
import dev.carillon.engine.run.Outcome;
import dev.carillon.engine.schedule.TargetKind;
import dev.carillon.engine.target.Carrier;
import dev.carillon.engine.target.RunContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Attempts under way, on virtual threads. Those that start together are carried out one after the
 * other by a {@link Relay}, by as many threads as it takes for none to wait for one that waits.
 */
final class Deliveries {

  /** Hears how an attempt ended, on any thread. */
  interface Ended {
    void ended(Delivery delivery, Answer answer);
  }

  private static final Logger log = LoggerFactory.getLogger(Deliveries.class);

  /** So many are one relay's at most: some tens of microseconds, if none of them waits. */
  private static final int TOGETHER = 64;

  private final Map<TargetKind, Carrier> carriers;
  private final Ended ended;
  private List<UnderWay> ready = new ArrayList<>(TOGETHER);

  Deliveries(Map<TargetKind, Carrier> carriers, Ended ended) {
    this.carriers = Map.copyOf(carriers);
    this.ended = ended;
  }

  /**
   * Starts it, at the latest with the next {@link #startReady}. Both are for one caller at a time.
   * One that is interrupted before it has started finds itself so.
   */
  void start(Delivery delivery) {
    UnderWay attempt = new UnderWay(new RunContext(delivery));
    delivery.interruptBy(attempt);
    ready.add(attempt);
    if (ready.size() == TOGETHER) {
      startReady();
    }
  }

  void startReady() {
    if (!ready.isEmpty()) {
      List<UnderWay> together = ready;
      ready = new ArrayList<>(TOGETHER);
      new Relay<>(together, this::carry).start();
    }
  }

  private void carry(UnderWay attempt) {
    attempt.begins();
    Answer answer = carry(attempt.run());
    attempt.ends();
    ended.ended(attempt.run().delivery(), answer);
  }

  private Answer carry(RunContext run) {
    try {
      return carrier(run).carry(run);
    } catch (Throwable problem) { // also an Error of a handler must end its attempt
      return failure(run, problem);
    }
  }

  private Carrier carrier(RunContext run) {
    TargetKind kind = run.delivery().schedule().target().kind();
    Carrier carrier = carriers.get(kind);
    return carrier != null
        ? carrier
        : _ ->
            Outcome.Failure.of(
                "no_carrier",
                "this node cannot carry out a target of kind "
                    + kind.name().toLowerCase(java.util.Locale.ROOT));
  }

  private static Outcome failure(RunContext run, Throwable problem) {
    String reason = run.cancelReason();
    if (reason != null) {
      return new Outcome.Cancelled(reason);
    }
    log.debug("Attempt {} failed.", run.key(), problem);
    return Outcome.Failure.of(code(problem), message(problem));
  }

  private static String code(Throwable problem) {
    return problem.getClass().getSimpleName().isEmpty()
        ? problem.getClass().getName()
        : problem.getClass().getSimpleName();
  }

  private static String message(Throwable problem) {
    @Nullable String message = problem.getMessage();
    return message == null ? problem.getClass().getName() : message;
  }
}
