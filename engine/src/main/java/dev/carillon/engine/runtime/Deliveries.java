package dev.carillon.engine.runtime;

import dev.carillon.engine.dispatch.Delivery;
import dev.carillon.engine.run.Answer;
import dev.carillon.engine.run.Outcome;
import dev.carillon.engine.schedule.TargetKind;
import dev.carillon.engine.target.Carrier;
import dev.carillon.engine.target.RunContext;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Attempts under way, each on a virtual thread of its own. */
final class Deliveries {

  /** Hears how an attempt ended, on any thread. */
  interface Ended {
    void ended(UUID runId, int retry, Answer answer);
  }

  private static final Logger log = LoggerFactory.getLogger(Deliveries.class);

  private record UnderWay(RunContext run, Thread thread) {}

  private final Map<TargetKind, Carrier> carriers;
  private final Map<UUID, UnderWay> underWay = new ConcurrentHashMap<>();
  private final Ended ended;

  Deliveries(Map<TargetKind, Carrier> carriers, Ended ended) {
    this.carriers = Map.copyOf(carriers);
    this.ended = ended;
  }

  void start(Delivery delivery) {
    RunContext run = new RunContext(delivery);
    Thread thread = Thread.ofVirtual().unstarted(() -> carry(run));
    underWay.put(run.runId(), new UnderWay(run, thread));
    thread.start();
  }

  void cancel(UUID runId, String reason) {
    UnderWay attempt = underWay.get(runId);
    if (attempt != null) {
      attempt.run().cancel(reason);
      attempt.thread().interrupt();
    }
  }

  private void carry(RunContext run) {
    Answer answer;
    try {
      answer = carrier(run).carry(run);
    } catch (Throwable problem) { // also an Error of a handler must end its attempt
      answer = failure(run, problem);
    }
    underWay.computeIfPresent(run.runId(), (_, attempt) -> attempt.run() == run ? null : attempt);
    ended.ended(run.runId(), run.retry(), answer);
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
