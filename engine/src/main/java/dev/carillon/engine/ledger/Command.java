package dev.carillon.engine.ledger;

import dev.carillon.engine.run.Attempt;
import dev.carillon.engine.run.Outcome;
import dev.carillon.engine.run.RunIds;
import dev.carillon.engine.schedule.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Something that may change the books of one schedule. */
public sealed interface Command {

  UUID scheduleId();

  /** The runs for which the decision must know whether history has them already. */
  default List<UUID> runIds() {
    return List.of();
  }

  /**
   * True when it takes slots away that may be due: what of the schedule's next slot history has,
   * and what a node has noted as begun, counts as recorded then, and nobody begins meanwhile.
   */
  default boolean takesSlots() {
    return switch (this) {
      case Pause _, Stop _, Edit _ -> true;
      case Resume _, Revive _, Trigger _, Backfill _, Cancel _, Report _, Beat _ -> false;
      case Work _ -> false;
    };
  }

  /** The node on whose behalf it is done, or 0. */
  default int node() {
    return 0;
  }

  /** What people and their programs ask for. */
  sealed interface Request extends Command {}

  /** What nodes do; each carries the fence of the lease it is done under. */
  sealed interface Work extends Command {}

  record Pause(UUID scheduleId, String reason) implements Request {}

  record Resume(UUID scheduleId) implements Request {}

  record Stop(UUID scheduleId, String reason) implements Request {}

  record Revive(UUID scheduleId) implements Request {}

  /**
   * Replaces the definition.
   *
   * @param expectedVersion the version the editor saw, or null to overwrite any
   */
  record Edit(UUID scheduleId, Schedule definition, @Nullable Long expectedVersion)
      implements Request {}

  /** Runs it now, whatever its status and timing. */
  record Trigger(UUID scheduleId, UUID runId, @Nullable String payload) implements Request {
    @Override
    public List<UUID> runIds() {
      return List.of(runId);
    }
  }

  /**
   * Runs these past slots, oldest first, unless they have a run already.
   *
   * @param dryRun only says how many that would be
   */
  record Backfill(UUID scheduleId, List<Instant> slots, boolean dryRun) implements Request {
    public Backfill {
      slots = List.copyOf(slots);
    }

    public Backfill(UUID scheduleId, List<Instant> slots) {
      this(scheduleId, slots, false);
    }

    @Override
    public List<UUID> runIds() {
      return slots.stream().map(slot -> RunIds.ofSlot(scheduleId, slot)).toList();
    }
  }

  record Cancel(UUID scheduleId, UUID runId, String reason) implements Request {
    @Override
    public List<UUID> runIds() {
      return List.of(runId);
    }
  }

  /**
   * The receiver that took an attempt over says how it ended.
   *
   * @param retry the attempt it speaks of, or null for the one under way
   */
  record Report(UUID scheduleId, UUID runId, @Nullable Integer retry, Outcome outcome)
      implements Request {
    @Override
    public List<UUID> runIds() {
      return List.of(runId);
    }
  }

  /**
   * The receiver that took an attempt over is still at work; its time counts anew.
   *
   * @param retry the attempt it speaks of, or null for the one under way
   * @param longer how much time it asks for, or null for the schedule's timeout
   */
  record Beat(UUID scheduleId, UUID runId, @Nullable Integer retry, @Nullable Duration longer)
      implements Request {
    @Override
    public List<UUID> runIds() {
      return List.of(runId);
    }
  }

  /** A slot is due, and needs more than the short path: it is late, or another run is open. */
  record Open(UUID scheduleId, Instant slotAt, int node, long fence) implements Work {
    @Override
    public List<UUID> runIds() {
      return List.of(RunIds.ofSlot(scheduleId, slotAt));
    }
  }

  /**
   * The node noted that it would begin a slot, never heard whether the note was written, and has
   * not begun it: should the slot have been taken from its schedule meanwhile, nobody else answers
   * it.
   */
  record Abandon(UUID scheduleId, Instant slotAt, int node, long fence) implements Work {
    @Override
    public List<UUID> runIds() {
      return List.of(RunIds.ofSlot(scheduleId, slotAt));
    }
  }

  /** An open run that waited is due. */
  record Start(UUID scheduleId, UUID runId, int node, long fence) implements Work {
    @Override
    public List<UUID> runIds() {
      return List.of(runId);
    }
  }

  /** A run begun in memory takes long enough to be written down as open. */
  record Promote(Attempt attempt, Instant deadlineAt) implements Work {
    @Override
    public int node() {
      return attempt.node();
    }

    @Override
    public UUID scheduleId() {
      return attempt.scheduleId();
    }

    @Override
    public List<UUID> runIds() {
      return List.of(attempt.runId());
    }
  }

  /** An attempt ended. */
  record Settle(Attempt attempt, Outcome outcome) implements Work {
    @Override
    public int node() {
      return attempt.node();
    }

    @Override
    public UUID scheduleId() {
      return attempt.scheduleId();
    }

    @Override
    public List<UUID> runIds() {
      return List.of(attempt.runId());
    }
  }

  /** The receiver of an attempt will report its end itself. */
  record TakeOver(Attempt attempt, Instant deadlineAt) implements Work {
    @Override
    public int node() {
      return attempt.node();
    }

    @Override
    public UUID scheduleId() {
      return attempt.scheduleId();
    }

    @Override
    public List<UUID> runIds() {
      return List.of(attempt.runId());
    }
  }

  /**
   * The node that had begun this run is dead.
   *
   * @param startedAt when it wrote down that it would begin
   */
  record Lose(UUID scheduleId, UUID runId, Instant slotAt, int deadNode, Instant startedAt)
      implements Work {
    @Override
    public List<UUID> runIds() {
      return List.of(runId);
    }
  }

  /** The deadline of an open run passed with no node to notice. */
  record Expire(UUID scheduleId, UUID runId) implements Work {
    @Override
    public List<UUID> runIds() {
      return List.of(runId);
    }
  }
}
