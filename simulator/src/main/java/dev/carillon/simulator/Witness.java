package dev.carillon.simulator;

import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.ledger.Ledger;
import dev.carillon.engine.ledger.Reply;
import dev.carillon.engine.ledger.Verdict;
import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.Origin;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.run.RunState;
import dev.carillon.engine.run.RunStatus;
import dev.carillon.engine.schedule.CatchUp;
import dev.carillon.engine.store.RunStore.SlotClaim;
import dev.carillon.simulator.store.Audit;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Writes down what the store does. */
final class Witness implements Audit {

  private final World world;
  private final Map<Integer, Long> lastBeat = new HashMap<>();

  Witness(World world) {
    this.world = world;
  }

  @Override
  public void beaten(int node) {
    lastBeat.put(node, world.events.now());
  }

  @Override
  public void buried(int node, int heir) {
    world.reached(Mark.NODE_BURIED);
    boolean busy =
        world.running().stream()
            .anyMatch(process -> process.node() == node && process.underWay() > 0);
    if (busy) {
      world.reached(Mark.LEASE_LOST_MID_DELIVERY);
    }
    end(node, world.network().asksLate() ? Facts.Burial.How.LATE : Facts.Burial.How.BURIED);
    world.trace.line("node " + node + " is buried by node " + heir);
  }

  @Override
  public void buryRefused(int node, int heir) {
    world.reached(Mark.SHARDS_CONTENDED);
    world.trace.line("node " + heir + " may not bury node " + node);
  }

  @Override
  public void succeeded(int node, int successor) {
    world.reached(Mark.PLACE_SUCCEEDED);
    end(node, Facts.Burial.How.SUCCEEDED);
    world.trace.line("node " + successor + " takes the place of node " + node);
  }

  @Override
  public void left(int node) {
    end(node, Facts.Burial.How.LEFT);
    world.trace.line("node " + node + " leaves");
  }

  private void end(int node, Facts.Burial.How how) {
    long now = world.events.now();
    long since = lastBeat.containsKey(node) ? now - lastBeat.get(node) : Long.MAX_VALUE;
    world.facts.burials.add(new Facts.Burial(node, how, now, since));
  }

  @Override
  public void named() {
    world.reached(Mark.NAMES_READ);
  }

  @Override
  public void beginRefused(int node, SlotClaim claim, boolean owned, boolean unchanged) {
    if (!owned) {
      world.reached(Mark.FENCE_REFUSED);
    } else {
      world.reached(Mark.BEGIN_REFUSED_BY_CHANGE);
    }
    world.trace.line(claim.scheduleId(), "node " + node + " may not begin " + claim.slotAt());
  }

  @Override
  public void noted(SlotClaim claim) {
    world.facts.noted.add(claim.runId());
  }

  @Override
  public void recorded(RunRecord row, int writer) {
    world.facts.rows.add(new Facts.Row(row, writer, world.events.now(), world.clock.now()));
    world.facts.letGo.putIfAbsent(new Facts.Hold(row.id(), row.retry()), world.events.now());
    if (row.origin() == Origin.SCHEDULE) {
      Instant until = row.skippedUntil();
      world.facts.answered(row.scheduleId(), until == null ? row.slotAt() : until);
    }
    world.trace.line(row.scheduleId(), "recorded by node " + writer + ": " + row);
    String reason = row.reason();
    if ("overlap".equals(reason)) {
      world.reached(Mark.OVERLAP_SKIPPED);
    } else if ("missed".equals(reason)) {
      world.reached(Mark.MISSED_RECORDED);
    } else if (reason != null && reason.startsWith("replaced")) {
      world.reached(Mark.REPLACE_CANCELLED);
    }
    if (row.status() == RunStatus.ERROR && row.retry() > 0) {
      world.reached(Mark.RETRY_EXHAUSTED);
    }
  }

  @Override
  public void decided(Command command, Ledger before, Verdict after, Instant now) {
    if (command instanceof Command.Work) {
      world.trace.line(command.scheduleId(), "decided " + command + ": " + after.reply());
    }
    received(command, before, after);
    if (after.reply() instanceof Reply.Refused refused) {
      if (refused.reason() == Reply.Reason.FENCED_OFF && command instanceof Command.Work) {
        world.reached(Mark.FENCE_REFUSED);
      }
      return;
    }
    letGo(before, after);
    planned(before, after);
    for (OpenRun run : after.openRuns()) {
      OpenRun was = before.openRun(run.id());
      if (was == null) {
        world.facts.opened.add(new Facts.Opened(run.scheduleId(), run.slotAt(), run.origin()));
      }
      if (run.retry() > 0 && run.state() instanceof RunState.Waiting waiting) {
        world.facts.retryDue.put(new Facts.Hold(run.id(), run.retry()), waiting.dueAt());
      }
      if (was != null
          && was.state() instanceof RunState.Queued
          && run.state() instanceof RunState.Waiting) {
        world.reached(Mark.QUEUE_RELEASED);
      }
    }
    if (command instanceof Command.Open open) {
      Life life = world.facts.lives.get(open.scheduleId());
      world.facts.openings.add(
          new Facts.Opening(open, before, after, now, life == null ? null : life.era()));
      if (before.schedule().policies().catchUp() == CatchUp.ALL
          && after.history().stream().anyMatch(row -> "missed".equals(row.reason()))
          && after.openRuns().size() > before.openRuns().size()) {
        world.reached(Mark.CATCH_UP_CAPPED);
      }
    }
  }

  /** What was taken over by a receiver, and how that ended. */
  private void received(Command command, Ledger before, Verdict after) {
    boolean done = after.reply() instanceof Reply.Done;
    if (command instanceof Command.TakeOver takeOver && done) {
      OpenRun run = findOpen(after, takeOver.attempt().runId());
      if (run != null && run.state() instanceof RunState.Accepted) {
        Facts.Hold hold = new Facts.Hold(run.id(), run.retry());
        world.facts.accepted.add(new Facts.Accepted(run.scheduleId(), hold));
      }
    } else if (command instanceof Command.Report report) {
      if (!done) {
        world.reached(Mark.REPORT_REFUSED);
      } else if (nodeIsDead(report.runId(), report.retry())) {
        world.reached(Mark.REPORTED_AFTER_NODE);
      }
    } else if (command instanceof Command.Expire expire && done) {
      OpenRun was = before.openRun(expire.runId());
      if (was != null && was.state() instanceof RunState.Accepted) {
        world.reached(Mark.ACCEPTED_TIMED_OUT);
      }
    }
  }

  private static @Nullable OpenRun findOpen(Verdict verdict, UUID runId) {
    return verdict.openRuns().stream()
        .filter(run -> run.id().equals(runId))
        .findFirst()
        .orElse(null);
  }

  private boolean nodeIsDead(UUID runId, @Nullable Integer retry) {
    return world.facts.starts.stream()
        .filter(start ->
            start.attempt.runId().equals(runId) && Objects.equals(start.attempt.retry(), retry))
        .anyMatch(start ->
            world.facts.burials.stream().anyMatch(end -> end.node() == start.attempt.node()));
  }

  /** Attempts that were under way and are no longer. */
  private void letGo(Ledger before, Verdict after) {
    for (OpenRun run : after.openRuns()) {
      OpenRun was = before.openRun(run.id());
      int retry = was == null ? 0 : was.retry();
      if (run.retry() > retry) {
        world.facts.letGo.putIfAbsent(new Facts.Hold(run.id(), retry), world.events.now());
      }
    }
  }

  /**
   * Planning never goes back to a slot that has its answer, whatever any clock does (I17). An
   * interval that counts from the end of a run has no slots of its own to go back to.
   */
  private void planned(Ledger before, Verdict after) {
    Instant slot = after.timer().slotAt();
    Instant answered = world.facts.answered.get(after.schedule().id());
    if (slot != null
        && !after.schedule().slots().fromCompletion()
        && !slot.equals(before.timer().slotAt())
        && answered != null
        && !slot.isAfter(answered)) {
      world.violated(
          new Violation(
              "I17 planning goes on",
              after.schedule().id(),
              "slot %s is planned after %s had its answer".formatted(slot, answered)));
    }
  }

  @Override
  public void corrupted(RunRecord second) {
    world.violated(
        new Violation(
            "I1 one run per slot", second.scheduleId(), "history has it already: " + second));
  }
}
