package dev.carillon.engine.ledger;

import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.Origin;
import dev.carillon.engine.run.RunIds;
import dev.carillon.engine.run.RunState;
import dev.carillon.engine.schedule.Overlap;
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
      boolean atOnce =
          books.openRuns.isEmpty() || books.schedule.policies().overlap() == Overlap.ALLOW;
      RunState state = atOnce ? new RunState.Waiting(books.now) : new RunState.Queued();
      books.open(newRun(books, runId, Origin.BACKFILL, slot, state, null));
      added++;
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
    return books.verdict(new Reply.Done());
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
