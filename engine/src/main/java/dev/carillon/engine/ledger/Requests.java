package dev.carillon.engine.ledger;

import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.Origin;
import dev.carillon.engine.run.Outcome;
import dev.carillon.engine.run.RunEvent;
import dev.carillon.engine.run.RunIds;
import dev.carillon.engine.run.RunState;
import dev.carillon.engine.schedule.Overlap;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Runs that somebody asks for, or asks to end. */
final class Requests {

  private Requests() {}

  /** Runs at once, whatever the status; asking twice with one run id runs once. */
  static Verdict trigger(Books books, Command.Trigger trigger) {
    if (books.recorded(trigger.runId()) || books.openRun(trigger.runId()) != null) {
      return books.verdict(new Reply.Added(0));
    }
    books.open(
        newRun(
            books,
            trigger.runId(),
            Origin.MANUAL,
            books.now,
            new RunState.Waiting(books.now),
            trigger.payload()));
    return books.verdict(new Reply.Added(1));
  }

  static Verdict backfill(Books books, Command.Backfill backfill) {
    int added = 0;
    for (Instant slot : backfill.slots()) {
      UUID runId = RunIds.ofSlot(books.schedule.id(), slot);
      boolean ahead = books.slotAt() != null && !slot.isBefore(books.slotAt());
      if (ahead || books.recorded(runId) || books.openRun(runId) != null) {
        continue;
      }
      added++;
      if (backfill.dryRun()) {
        continue;
      }
      boolean atOnce =
          books.openRuns.isEmpty() || books.schedule.policies().overlap() == Overlap.ALLOW;
      RunState state = atOnce ? new RunState.Waiting(books.now) : new RunState.Queued();
      books.open(newRun(books, runId, Origin.BACKFILL, slot, state, null));
    }
    return books.verdict(new Reply.Added(added));
  }

  static Verdict cancel(Books books, Command.Cancel cancel) {
    OpenRun run = books.openRun(cancel.runId());
    if (run == null) {
      return books.refuse(
          books.recorded(cancel.runId()) ? Reply.Reason.ALREADY_SETTLED : Reply.Reason.NO_RUN,
          "run " + cancel.runId() + " is not open");
    }
    Settling.cancel(books, run, cancel.reason());
    Settling.endIfFinished(books);
    // A node's own attempt ends when the node says so, and one that waits has not begun.
    boolean ended = run.state() instanceof RunState.Accepted;
    return books.verdict(new Reply.Done(ended ? new Outcome.Cancelled(cancel.reason()) : null));
  }

  static Verdict report(Books books, Command.Report report) {
    OpenRun run = books.openRun(report.runId());
    return run != null
            && run.state() instanceof RunState.Accepted accepted
            && speaksOf(run, report.retry())
        ? Settling.report(books, run, new RunEvent.Reported(accepted.fence(), report.outcome()))
        : notTakenOver(books, report.runId(), run);
  }

  static Verdict beat(Books books, Command.Beat beat) {
    OpenRun run = books.openRun(beat.runId());
    if (run == null
        || !(run.state() instanceof RunState.Accepted accepted)
        || !speaksOf(run, beat.retry())) {
      return notTakenOver(books, beat.runId(), run);
    }
    Duration asked = beat.longer();
    Instant deadline = books.now.plus(asked == null ? books.schedule.policies().timeout() : asked);
    return Settling.report(books, run, new RunEvent.Heartbeat(accepted.fence(), deadline));
  }

  private static boolean speaksOf(OpenRun run, @Nullable Integer retry) {
    return retry == null || retry == run.retry();
  }

  private static Verdict notTakenOver(Books books, UUID runId, @Nullable OpenRun run) {
    if (run != null) {
      return books.refuse(
          Reply.Reason.FENCED_OFF,
          "no receiver is at work on this attempt of run %s; the run is %s, at attempt %d"
              .formatted(runId, Lifecycle.word(run.state().status()), run.retry() + 1));
    }
    return books.refuse(
        books.recorded(runId) ? Reply.Reason.ALREADY_SETTLED : Reply.Reason.NO_RUN,
        "run " + runId + " is not open");
  }

  private static OpenRun newRun(
      Books books,
      UUID runId,
      Origin origin,
      Instant slot,
      RunState state,
      @Nullable String payload) {
    return new OpenRun(
        runId,
        books.schedule.orgId(),
        books.schedule.id(),
        books.ledger.timer().shard(),
        origin,
        slot,
        books.now,
        books.repeat(),
        0,
        state,
        null,
        payload,
        null,
        List.of());
  }
}
