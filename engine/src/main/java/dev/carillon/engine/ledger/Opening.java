package dev.carillon.engine.ledger;

import dev.carillon.engine.run.Attempt;
import dev.carillon.engine.run.Decision;
import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.Origin;
import dev.carillon.engine.run.Outcome;
import dev.carillon.engine.run.RunEvent;
import dev.carillon.engine.run.RunIds;
import dev.carillon.engine.run.RunMachine;
import dev.carillon.engine.run.RunState;
import dev.carillon.engine.schedule.Overlap;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Slots that come due, and open runs whose time to start has come. */
final class Opening {

  private Opening() {}

  /** A due slot ends as a run or as a skipped record with its reason; never in silence. */
  static Verdict open(Books books, Command.Open open) {
    Verdict refusal = refuseUnlessOwned(books, open.node(), open.fence());
    if (refusal != null) {
      return refusal;
    }
    Instant due = books.ledger.timer().dueAt();
    if (!books.schedule.active()
        || !open.slotAt().equals(books.slotAt())
        || due == null
        || due.isAfter(books.now)) {
      return books.refuse(
          Reply.Reason.NOT_DUE,
          "slot " + open.slotAt() + " is not due; the next one is " + books.slotAt());
    }
    Backlog backlog =
        Backlog.of(books.schedule.slots(), books.schedule.policies(), open.slotAt(), books.now);
    recordMissed(books, backlog.missedBefore());
    Reply reply = new Reply.Done();
    for (Instant slot : backlog.toRun()) {
      if (books.repeatsOpened()) {
        break; // the rest of the backlog lies beyond the schedule's last repeat
      }
      Reply placed = place(books, slot, open, reply instanceof Reply.Begin);
      reply = reply instanceof Reply.Begin ? reply : placed;
    }
    if (!books.repeatsOpened()) {
      recordMissed(books, backlog.missedAfter());
    }
    books.planSlot(nextSlot(books, backlog));
    Settling.endIfFinished(books);
    return books.verdict(reply);
  }

  private static @Nullable Instant nextSlot(Books books, Backlog backlog) {
    Instant next = books.slotAfter(backlog.newest());
    boolean nothingOpen = books.openRuns.isEmpty();
    if (next == null && nothingOpen && books.schedule.slots().fromCompletion()) {
      // Nothing started, so no completion will plan the next slot.
      return books.schedule.slots().following(backlog.newest(), books.now);
    }
    return next;
  }

  private static void recordMissed(Books books, Backlog.@Nullable Missed missed) {
    if (missed != null) {
      books.recordSkipped(missed.from(), missed.count(), missed.until(), "missed");
    }
  }

  /**
   * Applies the overlap policy to one slot.
   *
   * @param begun whether the caller has an attempt to carry out already; it is told of one only, so
   *     any other one waits to be started
   */
  private static Reply place(Books books, Instant slot, Command.Open open, boolean begun) {
    UUID runId = RunIds.ofSlot(books.schedule.id(), slot);
    if (books.recorded(runId) || books.openRun(runId) != null) {
      // A backfill, or an earlier rule with the same slot, has carried it out.
      return new Reply.Done();
    }
    Overlap overlap = books.schedule.policies().overlap();
    if (books.openRuns.isEmpty() || overlap == Overlap.ALLOW) {
      OpenRun run = newRun(books, runId, slot, new RunState.Waiting(books.now));
      books.open(run);
      return begun ? new Reply.Done() : begin(books, run, open.node(), open.fence());
    }
    return switch (overlap) {
      case SKIP -> skip(books, slot);
      case QUEUE ->
          catchingUp(books, slot) || !anyQueued(books)
              ? queue(books, runId, slot)
              : skip(books, slot);
      case REPLACE -> replace(books, runId, slot);
      case ALLOW -> throw new AssertionError("handled above");
    };
  }

  /** Slots that a catch-up opens together wait for each other, whatever the policy. */
  private static boolean catchingUp(Books books, Instant slot) {
    return books.openRuns.stream()
        .anyMatch(run -> run.slotAt().isBefore(slot) && books.ledger.openRun(run.id()) == null);
  }

  private static boolean anyQueued(Books books) {
    return books.openRuns.stream().anyMatch(run -> run.state() instanceof RunState.Queued);
  }

  private static Reply queue(Books books, UUID runId, Instant slot) {
    books.open(newRun(books, runId, slot, new RunState.Queued()));
    return new Reply.Done();
  }

  private static Reply skip(Books books, Instant slot) {
    if (catchingUp(books, slot)) {
      return queue(books, RunIds.ofSlot(books.schedule.id(), slot), slot);
    }
    books.recordSkipped(slot, 1, slot, "overlap");
    return new Reply.Done();
  }

  private static Reply replace(Books books, UUID runId, Instant slot) {
    String reason = "replaced by the slot of " + slot;
    for (OpenRun run : List.copyOf(books.openRuns)) {
      Settling.cancel(books, run, reason);
    }
    if (books.openRuns.isEmpty()) {
      books.open(newRun(books, runId, slot, new RunState.Waiting(books.now)));
      return new Reply.Done();
    }
    // The running one is told to stop; its end, or its fencing, releases this one.
    return queue(books, runId, slot);
  }

  private static OpenRun newRun(Books books, UUID runId, Instant slot, RunState state) {
    return new OpenRun(
        runId,
        books.schedule.orgId(),
        books.schedule.id(),
        books.ledger.timer().shard(),
        Origin.SCHEDULE,
        slot,
        books.schedule.slots().dueAt(books.schedule.id(), slot),
        books.opened(),
        0,
        state,
        null,
        null,
        null,
        List.of());
  }

  /**
   * Only the owner of the shard could have begun the slot, and it says that it has not. A slot that
   * is still planned is left to whoever begins it next; its timer gets another revision, so that a
   * note which is still on its way matches no row when it arrives.
   */
  static Verdict abandon(Books books, Command.Abandon abandon) {
    Verdict refusal = refuseUnlessOwned(books, abandon.node(), abandon.fence());
    if (refusal != null) {
      return refusal;
    }
    Instant slot = abandon.slotAt();
    UUID runId = RunIds.ofSlot(books.schedule.id(), slot);
    boolean planned = books.schedule.active() && slot.equals(books.slotAt());
    if (planned) {
      books.planSlot(slot);
    } else if (!books.recorded(runId) && books.openRun(runId) == null) {
      String reason = books.schedule.active() ? "edited" : Lifecycle.word(books.schedule.status());
      books.recordSkipped(slot, 1, slot, reason);
    }
    return books.verdict(new Reply.Done());
  }

  static Verdict start(Books books, Command.Start start) {
    Verdict refusal = refuseUnlessOwned(books, start.node(), start.fence());
    if (refusal != null) {
      return refusal;
    }
    OpenRun run = books.openRun(start.runId());
    if (run == null) {
      return books.refuse(Reply.Reason.NO_RUN, "run " + start.runId() + " is not open");
    }
    // The node asks again because the first answer got lost: it has not carried the attempt out.
    boolean again =
        run.state() instanceof RunState.Running running
            && running.node() == start.node()
            && running.fence() == start.fence();
    if (run.origin() == Origin.SCHEDULE && !books.schedule.active()) {
      String reason = "the schedule is " + Lifecycle.word(books.schedule.status());
      if (again) {
        return Settling.report(
            books, run, new RunEvent.Reported(start.fence(), new Outcome.Cancelled(reason)));
      }
      Settling.cancel(books, run, reason);
      return books.verdict(new Reply.Done());
    }
    if (again && run.state() instanceof RunState.Running running) {
      return books.verdict(
          new Reply.Begin(attempt(books, run, running), books.schedule, running.deadlineAt()));
    }
    return books.verdict(begin(books, run, start.node(), start.fence()));
  }

  private static Reply begin(Books books, OpenRun run, int node, long fence) {
    Instant deadline = books.now.plus(books.schedule.policies().timeout());
    Decision decision =
        RunMachine.decide(
            run.state(),
            run.retry(),
            new RunEvent.Started(node, fence, deadline),
            Settling.rules(books, run),
            books.now);
    return switch (decision) {
      case Decision.Moved moved when moved.next() instanceof RunState.Running running -> {
        books.replace(run.started(running));
        books.timer.retry(run.retry());
        yield new Reply.Begin(attempt(books, run, running), books.schedule, deadline);
      }
      case Decision.Moved _, Decision.Signalled _ ->
          throw new AssertionError("a start either runs or is refused");
      case Decision.Refused refused ->
          new Reply.Refused(
              Reply.Reason.NOT_DUE, "run " + run.id() + " does not start: " + refused.why());
    };
  }

  private static Attempt attempt(Books books, OpenRun run, RunState.Running running) {
    String payload = run.payload();
    return new Attempt(
        run.id(),
        run.scheduleId(),
        run.shard(),
        run.origin(),
        run.slotAt(),
        run.dueAt(),
        run.repeat(),
        run.retry(),
        running.startedAt(),
        running.node(),
        running.fence(),
        payload == null ? books.schedule.payload() : payload);
  }

  /**
   * Null when the node may begin work in the schedule's shard: it owns it, under the fence it was
   * given with it, and its lease has not run out. Otherwise the refusal.
   */
  static @Nullable Verdict refuseUnlessOwned(Books books, int node, long fence) {
    Ledger ledger = books.ledger;
    if (ledger.shardNode() != node || ledger.shardFence() != fence) {
      return books.refuse(
          Reply.Reason.FENCED_OFF,
          "the lease with fence %d was superseded; node %d owns shard %d with fence %d"
              .formatted(fence, ledger.shardNode(), ledger.timer().shard(), ledger.shardFence()));
    }
    return refuseUnlessLive(books, node);
  }

  static @Nullable Verdict refuseUnlessLive(Books books, int node) {
    return books.ledger.liveNodes().contains(node)
        ? null
        : books.refuse(Reply.Reason.LEASE_EXPIRED, "the lease of node " + node + " has run out");
  }
}
