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
 * Attempts under way, each on a virtual thread of its own.
 *
 * <p>Many that start together are started by one of these threads, from within their scheduler.
 * Started from outside, each wakes a carrier that has run the one before and gone to sleep: in a
 * backlog, 1.2 of the 11 µs that the process takes for a run.
 */
final class Deliveries {

  /** Hears how an attempt ended, on any thread. */
  interface Ended {
    void ended(Delivery delivery, Answer answer);
  }

  private static final Logger log = LoggerFactory.getLogger(Deliveries.class);

  /** So many wait for each other at most, which is some tens of microseconds. */
  private static final int TOGETHER = 64;

  /** So few are started one by one: the thread between would cost more. */
  private static final int FEW = 4;

  private final Map<TargetKind, Carrier> carriers;
  private final Ended ended;
  private List<Thread> ready = new ArrayList<>(TOGETHER);

  Deliveries(Map<TargetKind, Carrier> carriers, Ended ended) {
    this.carriers = Map.copyOf(carriers);
    this.ended = ended;
  }

  /**
   * Starts it, at the latest with the next {@link #startReady}. Both are for one caller at a time.
   * One that is interrupted before it has started finds itself so.
   */
  void start(Delivery delivery) {
    RunContext run = new RunContext(delivery);
    Thread thread = Thread.ofVirtual().unstarted(() -> carry(run));
    delivery.interruptBy(reason -> {
      run.cancel(reason);
      thread.interrupt();
    });
    ready.add(thread);
    if (ready.size() == TOGETHER) {
      startReady();
    }
  }

  void startReady() {
    if (ready.size() <= FEW) {
      ready.forEach(Thread::start);
      ready.clear();
      return;
    }
    List<Thread> together = ready;
    ready = new ArrayList<>(TOGETHER);
    Thread.ofVirtual().start(() -> together.forEach(Thread::start));
  }

  private void carry(RunContext run) {
    Answer answer;
    try {
      answer = carrier(run).carry(run);
    } catch (Throwable problem) { // also an Error of a handler must end its attempt
      answer = failure(run, problem);
    }
    run.delivery().interruptBy(null);
    ended.ended(run.delivery(), answer);
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
