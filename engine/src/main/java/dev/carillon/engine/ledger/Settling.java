package dev.carillon.engine.ledger;

import dev.carillon.engine.run.Attempt;
import dev.carillon.engine.run.Decision;
import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.Origin;
import dev.carillon.engine.run.Outcome;
import dev.carillon.engine.run.PastAttempt;
import dev.carillon.engine.run.RunError;
import dev.carillon.engine.run.RunEvent;
import dev.carillon.engine.run.RunMachine;
import dev.carillon.engine.run.RunState;
import dev.carillon.engine.schedule.OnMaxFailures;
import dev.carillon.engine.schedule.Policies;
import dev.carillon.engine.schedule.Status;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Attempts that end, and what follows for the run and its schedule. */
final class Settling {

  private Settling() {}

  static Verdict promote(Books books, Command.Promote promote) {
    Attempt attempt = promote.attempt();
    Verdict refusal = refuseUnlessHeld(books, attempt);
    if (refusal != null) {
      return refusal;
    }
    if (books.openRun(attempt.runId()) == null) {
      OpenRun run = writeDown(books, attempt, promote.deadlineAt());
      if (books.schedule.status() == Status.STOPPED) {
        // Begun before the books knew of it, it was passed over when the schedule was stopped.
        cancel(books, run, Lifecycle.STOPPED);
      }
    }
    return books.verdict(new Reply.Done());
  }

  static Verdict settle(Books books, Command.Settle settle) {
    Attempt attempt = settle.attempt();
    Verdict refusal = refuseUnlessHeld(books, attempt);
    if (refusal != null) {
      return refusal;
    }
    Verdict reported =
        report(
            books,
            openedFor(books, attempt),
            new RunEvent.Reported(attempt.fence(), settle.outcome()));
    return reported.reply() instanceof Reply.Done ? books.verdict(settled(reported)) : reported;
  }

  private static Reply settled(Verdict reported) {
    return new Reply.Settled(
        reported.timer().dueAt(),
        reported.openRuns().stream().anyMatch(run -> run.state() instanceof RunState.Waiting));
  }

  static Verdict takeOver(Books books, Command.TakeOver takeOver) {
    Attempt attempt = takeOver.attempt();
    Verdict refusal = refuseUnlessHeld(books, attempt);
    if (refusal != null) {
      return refusal;
    }
    OpenRun run = books.openRun(attempt.runId());
    if (run == null) {
      run = writeDown(books, attempt, takeOver.deadlineAt());
    }
    String cancelReason = run.cancelReason();
    if (cancelReason != null) {
      // Its node was told to cancel and came too late: nobody waits for the receiver's report.
      return report(
          books, run, new RunEvent.Reported(attempt.fence(), new Outcome.Cancelled(cancelReason)));
    }
    return report(books, run, new RunEvent.TakenOver(attempt.fence()));
  }

  /** The attempt's node is dead: the attempt counts as failed, wherever it had got to. */
  static Verdict lose(Books books, Command.Lose lose) {
    if (books.recorded(lose.runId())) {
      return alreadySettled(books, lose.runId(), lose.slotAt());
    }
    OpenRun run = books.openRun(lose.runId());
    if (run == null) {
      run =
          writeDown(
              books,
              new Attempt(
                  lose.runId(),
                  lose.scheduleId(),
                  books.ledger.timer().shard(),
                  Origin.SCHEDULE,
                  lose.slotAt(),
                  books.schedule.slots().dueAt(lose.scheduleId(), lose.slotAt()),
                  books.opened(),
                  0,
                  lose.startedAt(),
                  lose.deadNode(),
                  books.ledger.shardFence(),
                  null),
              books.now);
    }
    return report(books, run, new RunEvent.LeaseLost(lose.deadNode()));
  }

  static Verdict expire(Books books, Command.Expire expire) {
    OpenRun run = books.openRun(expire.runId());
    if (run == null) {
      return books.refuse(Reply.Reason.NO_RUN, "run " + expire.runId() + " is not open");
    }
    return report(books, run, new RunEvent.DeadlinePassed());
  }

  /** Ends a run that is not under way; tells the node of one that is. */
  static void cancel(Books books, OpenRun run, String reason) {
    Decision decision =
        RunMachine.decide(
            run.state(),
            run.retry(),
            new RunEvent.CancelAsked(reason),
            rules(books, run),
            books.now);
    switch (decision) {
      case Decision.Moved moved -> apply(books, run, moved);
      case Decision.Signalled _ -> books.replace(run.cancelAsked(reason));
      case Decision.Refused _ -> {}
    }
  }

  static Verdict report(Books books, OpenRun run, RunEvent event) {
    Decision decision =
        RunMachine.decide(run.state(), run.retry(), event, rules(books, run), books.now);
    return switch (decision) {
      case Decision.Moved moved -> {
        apply(books, run, moved);
        endIfFinished(books);
        yield books.verdict(new Reply.Done(moved.attemptOutcome()));
      }
      case Decision.Signalled _ -> books.verdict(new Reply.Done());
      case Decision.Refused refused ->
          books.refuse(
              refused.why() == Decision.Refusal.FENCED_OFF
                  ? Reply.Reason.FENCED_OFF
                  : Reply.Reason.NO_RUN,
              "run " + run.id() + " is " + run.state() + ": " + refused.why());
    };
  }

  static RunMachine.Rules rules(Books books, OpenRun run) {
    Policies policies = books.schedule.policies();
    // What is paused, stopped or ended does not fire again, retries of a slot included.
    boolean retries = run.origin() != Origin.SCHEDULE || books.schedule.active();
    return new RunMachine.Rules(
        retries ? policies.maxRetries() : 0,
        books.schedule.slots().backoffBase(policies),
        policies.timeout());
  }

  private static void apply(Books books, OpenRun run, Decision.Moved moved) {
    Outcome outcome = moved.attemptOutcome();
    if (outcome != null) {
      countAttempt(books, outcome);
    }
    switch (moved.next()) {
      case RunState.Settled _ ->
          conclude(books, run, Objects.requireNonNull(outcome, "a settled run has an outcome"));
      case RunState.Waiting waiting when outcome != null -> {
        books.replace(past(run, outcome, books.now).moved(waiting, moved.retry()));
        books.timer.retry(moved.retry());
      }
      case RunState.Queued _, RunState.Waiting _, RunState.Running _, RunState.Accepted _ ->
          books.replace(run.moved(moved.next(), moved.retry()));
    }
  }

  private static void countAttempt(Books books, Outcome outcome) {
    switch (outcome) {
      case Outcome.Success _, Outcome.Cancelled _ -> {}
      case Outcome.Failure _,
          Outcome.Timeout _,
          Outcome.Lost _,
          Outcome.HandedBack _,
          Outcome.Barred _ ->
          books.timer.attemptFailed(Objects.requireNonNull(outcome.error()).toString());
    }
  }

  private static OpenRun past(OpenRun run, Outcome outcome, Instant now) {
    Instant startedAt = Books.attemptStart(run);
    RunError error = outcome.error();
    if (startedAt == null || error == null) {
      return run;
    }
    return run.after(
        new PastAttempt(run.retry(), startedAt, now, outcome.status(), error, Books.nodeOf(run)));
  }

  /** The run ends: history gets its row, the counters move, and what waited for it may start. */
  private static void conclude(Books books, OpenRun run, Outcome outcome) {
    books.close(run.id());
    books.recordSettled(run, outcome, Books.nodeOf(run));
    if (outcome instanceof Outcome.Success) {
      books.timer.succeeded();
    }
    if (run.origin() == Origin.SCHEDULE) {
      concludeSlot(books, run, outcome);
    }
    if (outcome instanceof Outcome.Barred barred && books.schedule.active()) {
      Lifecycle.end(books, Status.PAUSED, barred.error().message());
    }
    releaseOne(books);
  }

  private static void concludeSlot(Books books, OpenRun run, Outcome outcome) {
    books.repeatConcluded();
    switch (outcome) {
      case Outcome.Success _ -> {
        books.timer.retry(0);
        books.failuresInARow(0);
      }
      case Outcome.Failure _, Outcome.Timeout _, Outcome.Lost _, Outcome.HandedBack _ ->
          failedForGood(books, outcome);
      case Outcome.Cancelled _, Outcome.Barred _ -> {}
    }
    boolean planNext =
        books.schedule.active()
            && books.schedule.slots().fromCompletion()
            && books.slotAt() == null
            && !repeatsUsedUp(books);
    if (planNext) {
      books.planSlot(books.schedule.slots().following(run.slotAt(), books.now));
    }
  }

  private static void failedForGood(Books books, Outcome outcome) {
    books.failuresInARow(books.consecutiveFailures() + 1);
    if (!books.schedule.active()) {
      return;
    }
    Policies policies = books.schedule.policies();
    String last = String.valueOf(outcome.error());
    if (books.schedule.slots().once()) {
      Lifecycle.end(books, Status.DEAD, "its only run failed: " + last);
    } else if (policies.maxFailures() > 0
        && books.consecutiveFailures() >= policies.maxFailures()) {
      Lifecycle.end(
          books,
          policies.onMaxFailures() == OnMaxFailures.DEAD ? Status.DEAD : Status.PAUSED,
          "%d consecutive failures; the last one: %s".formatted(books.consecutiveFailures(), last));
    }
  }

  static boolean repeatsUsedUp(Books books) {
    int total = books.schedule.policies().totalRepeats();
    return total > 0 && books.repeat() >= total;
  }

  /** An active schedule with nothing ahead of it and nothing open is done. */
  static void endIfFinished(Books books) {
    if (!books.schedule.active()) {
      return;
    }
    boolean slotOpen = books.openRuns.stream().anyMatch(run -> run.origin() == Origin.SCHEDULE);
    if (repeatsUsedUp(books) || (books.slotAt() == null && !slotOpen)) {
      Lifecycle.end(books, Status.DONE, null);
    }
  }

  /** Starts the oldest queued run when no other one is open. */
  static void releaseOne(Books books) {
    boolean busy =
        books.openRuns.stream().anyMatch(run -> !(run.state() instanceof RunState.Queued));
    if (busy) {
      return;
    }
    books.openRuns.stream()
        .min(Comparator.comparing(OpenRun::slotAt))
        .ifPresent(run -> books.replace(run.moved(new RunState.Waiting(books.now), run.retry())));
  }

  /** Null when the attempt may still write; otherwise why its node may not. */
  private static @Nullable Verdict refuseUnlessHeld(Books books, Attempt attempt) {
    if (books.recorded(attempt.runId())) {
      return alreadySettled(books, attempt.runId(), attempt.slotAt());
    }
    OpenRun run = books.openRun(attempt.runId());
    if (run == null) {
      // Begun in memory only: the lease on the shard is the lease on the run.
      return Opening.refuseUnlessOwned(books, attempt.node(), attempt.fence());
    }
    boolean held =
        switch (run.state()) {
          case RunState.Running running ->
              running.node() == attempt.node()
                  && running.fence() == attempt.fence()
                  && run.retry() == attempt.retry();
          case RunState.Accepted accepted ->
              accepted.fence() == attempt.fence() && run.retry() == attempt.retry();
          case RunState.Queued _, RunState.Waiting _, RunState.Settled _ -> false;
        };
    if (held) {
      // What a receiver has taken over needs no node to live for it.
      return run.state() instanceof RunState.Accepted
          ? null
          : Opening.refuseUnlessLive(books, attempt.node());
    }
    return books.refuse(
        Reply.Reason.FENCED_OFF,
        "attempt %s is no longer under way; the run is %s".formatted(attempt.key(), run.state()));
  }

  private static Verdict alreadySettled(Books books, UUID runId, Instant slot) {
    if (books.schedule.active() && slot.equals(books.slotAt())) {
      // The clock was set back and the schedule planned anew: the timer stands on a slot that
      // history has, and would offer it for ever.
      books.planSlot(books.schedule.slots().following(slot, books.now));
      endIfFinished(books);
    }
    return books.verdict(
        new Reply.Refused(Reply.Reason.ALREADY_SETTLED, "run " + runId + " has ended before"));
  }

  private static OpenRun openedFor(Books books, Attempt attempt) {
    OpenRun run = books.openRun(attempt.runId());
    return run == null
        ? writeDown(books, attempt, attempt.startedAt().plus(books.schedule.policies().timeout()))
        : run;
  }

  /** Makes a run that was begun in memory an open run, and moves the timer past its slot. */
  private static OpenRun writeDown(Books books, Attempt attempt, Instant deadlineAt) {
    OpenRun run =
        new OpenRun(
            attempt.runId(),
            books.schedule.orgId(),
            books.schedule.id(),
            books.ledger.timer().shard(),
            attempt.origin(),
            attempt.slotAt(),
            attempt.dueAt(),
            attempt.repeat(),
            attempt.retry(),
            new RunState.Running(attempt.node(), attempt.fence(), attempt.startedAt(), deadlineAt),
            attempt.startedAt(),
            null,
            null,
            List.of());
    books.open(run);
    if (attempt.slotAt().equals(books.slotAt())) {
      // An edit or a pause in between has planned anew; then the slot is not ours to move.
      books.planSlot(books.slotAfter(attempt.slotAt()));
    }
    return run;
  }
}
