package dev.carillon.engine.run;

import dev.carillon.engine.run.Decision.Moved;
import dev.carillon.engine.run.Decision.Refusal;
import dev.carillon.engine.run.Decision.Refused;
import dev.carillon.engine.run.Decision.Signalled;
import dev.carillon.engine.run.RunEvent.CancelAsked;
import dev.carillon.engine.run.RunEvent.DeadlinePassed;
import dev.carillon.engine.run.RunEvent.Heartbeat;
import dev.carillon.engine.run.RunEvent.LeaseLost;
import dev.carillon.engine.run.RunEvent.Released;
import dev.carillon.engine.run.RunEvent.Reported;
import dev.carillon.engine.run.RunEvent.Started;
import dev.carillon.engine.run.RunEvent.TakenOver;
import dev.carillon.engine.run.RunState.Accepted;
import dev.carillon.engine.run.RunState.Queued;
import dev.carillon.engine.run.RunState.Running;
import dev.carillon.engine.run.RunState.Settled;
import dev.carillon.engine.run.RunState.Waiting;
import java.time.Duration;
import java.time.Instant;

/** Decides what one event does to one run. No I/O, no clock, no chance: all are arguments. */
public final class RunMachine {

  private RunMachine() {}

  /**
   * What the machine needs to know of the run's schedule.
   *
   * @param maxRetries further attempts after the first
   * @param backoffBase see {@link Backoff}
   * @param timeout longest duration of an attempt
   */
  public record Rules(int maxRetries, Duration backoffBase, Duration timeout) {}

  /**
   * @param retry retries used so far
   */
  public static Decision decide(
      RunState state, int retry, RunEvent event, Rules rules, Instant now) {
    return switch (state) {
      case Queued _ ->
          switch (event) {
            case Released _ -> new Moved(new Waiting(now), retry, null);
            case CancelAsked asked -> settle(retry, new Outcome.Cancelled(asked.reason()));
            case Started _ -> new Refused(Refusal.NOT_DUE);
            case TakenOver _, Reported _, LeaseLost _, Heartbeat _, DeadlinePassed _ ->
                new Refused(Refusal.NOT_STARTED);
          };
      case Waiting waiting ->
          switch (event) {
            case Started _ when now.isBefore(waiting.dueAt()) -> new Refused(Refusal.NOT_DUE);
            case Started started ->
                new Moved(
                    new Running(started.node(), started.fence(), now, started.deadlineAt()),
                    retry,
                    null);
            case CancelAsked asked -> settle(retry, new Outcome.Cancelled(asked.reason()));
            case Released _ -> new Refused(Refusal.NOT_QUEUED);
            case TakenOver _, Reported _, LeaseLost _, Heartbeat _, DeadlinePassed _ ->
                new Refused(Refusal.NOT_STARTED);
          };
      case Running running ->
          switch (event) {
            case Reported reported when reported.fence() != running.fence() ->
                new Refused(Refusal.FENCED_OFF);
            case Reported reported -> conclude(retry, reported.outcome(), rules, now);
            case TakenOver taken when taken.fence() != running.fence() ->
                new Refused(Refusal.FENCED_OFF);
            case TakenOver _ ->
                new Moved(
                    new Accepted(running.fence(), running.startedAt(), running.deadlineAt()),
                    retry,
                    null);
            case LeaseLost lost when lost.node() != running.node() ->
                new Refused(Refusal.FENCED_OFF);
            case LeaseLost lost -> conclude(retry, new Outcome.Lost(lost.node()), rules, now);
            case DeadlinePassed _ when now.isBefore(running.deadlineAt()) ->
                new Refused(Refusal.NOT_LATE);
            case DeadlinePassed _ ->
                conclude(retry, new Outcome.Timeout(rules.timeout()), rules, now);
            case CancelAsked _ -> new Signalled(running);
            case Started _ -> new Refused(Refusal.ALREADY_STARTED);
            case Heartbeat _ -> new Refused(Refusal.NOT_STARTED);
            case Released _ -> new Refused(Refusal.NOT_QUEUED);
          };
      case Accepted accepted ->
          switch (event) {
            case Reported reported when reported.fence() != accepted.fence() ->
                new Refused(Refusal.FENCED_OFF);
            case Reported reported -> conclude(retry, reported.outcome(), rules, now);
            case Heartbeat beat when beat.fence() != accepted.fence() ->
                new Refused(Refusal.FENCED_OFF);
            case Heartbeat beat ->
                new Moved(
                    new Accepted(accepted.fence(), accepted.startedAt(), beat.deadlineAt()),
                    retry,
                    null);
            case DeadlinePassed _ when now.isBefore(accepted.deadlineAt()) ->
                new Refused(Refusal.NOT_LATE);
            case DeadlinePassed _ ->
                conclude(retry, new Outcome.Timeout(rules.timeout()), rules, now);
            case CancelAsked asked -> settle(retry, new Outcome.Cancelled(asked.reason()));
            // The node that started it may die: the receiver has it.
            case LeaseLost _ -> new Refused(Refusal.FENCED_OFF);
            case Started _, TakenOver _ -> new Refused(Refusal.ALREADY_STARTED);
            case Released _ -> new Refused(Refusal.NOT_QUEUED);
          };
      case Settled _ -> new Refused(Refusal.ALREADY_SETTLED);
    };
  }

  private static Decision conclude(int retry, Outcome outcome, Rules rules, Instant now) {
    return switch (outcome) {
      case Outcome.Success _, Outcome.Cancelled _, Outcome.Barred _ -> settle(retry, outcome);
      case Outcome.Failure _, Outcome.Timeout _, Outcome.Lost _, Outcome.HandedBack _
          when retry >= rules.maxRetries() ->
          settle(retry, outcome);
      case Outcome.Failure failure -> {
        Duration wait = Backoff.before(retry + 1, rules.backoffBase());
        Duration asked = failure.retryAfter();
        yield retryAfter(
            retry, asked != null && asked.compareTo(wait) > 0 ? asked : wait, outcome, now);
      }
      // Nothing is wrong with the target: whoever takes the shard over begins again.
      case Outcome.HandedBack _ -> retryAfter(retry, Duration.ZERO, outcome, now);
      case Outcome.Timeout _, Outcome.Lost _ ->
          retryAfter(retry, Backoff.before(retry + 1, rules.backoffBase()), outcome, now);
    };
  }

  private static Decision retryAfter(int retry, Duration wait, Outcome outcome, Instant now) {
    return new Moved(new Waiting(now.plus(wait)), retry + 1, outcome);
  }

  /** A success leaves no retry behind; anything else keeps the number it was reached with. */
  private static Decision settle(int retry, Outcome outcome) {
    return new Moved(
        new Settled(outcome.status()), outcome instanceof Outcome.Success ? 0 : retry, outcome);
  }
}
