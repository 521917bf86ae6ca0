package dev.carillon.engine.store;

import dev.carillon.engine.ledger.Bookkeeper;
import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.ledger.Ledger;
import dev.carillon.engine.ledger.Reply;
import dev.carillon.engine.ledger.Verdict;
import dev.carillon.engine.run.RunRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The books of one schedule while commands are applied to them one after the other. */
final class Folded {

  private static final Logger log = LoggerFactory.getLogger(Folded.class);

  private final Ledger before;
  private final List<RunRecord> history = new ArrayList<>();
  private Ledger ledger;
  private boolean behindTheOwner;

  Folded(Ledger ledger) {
    before = ledger;
    this.ledger = ledger;
  }

  Reply decide(Command command, Instant now) {
    Verdict verdict;
    try {
      verdict = Bookkeeper.decide(ledger, command, now);
    } catch (RuntimeException e) {
      // One schedule whose books cannot be decided about must not stop the rest of the batch.
      log.error(
          "{} of schedule {} failed and changed nothing; the other commands go on.",
          command.getClass().getSimpleName(),
          command.scheduleId(),
          e);
      return new Reply.Refused(
          Reply.Reason.NO_SCHEDULE, "the books of the schedule cannot be decided about: " + e);
    }
    boolean changed = verdict.timer().revision() != ledger.timer().revision();
    behindTheOwner |= changed && isStranger(command);
    if (command instanceof Command.Start && verdict.reply() instanceof Reply.Begin) {
      // The owner itself has this answer, and reads again what was done before in the transaction.
      behindTheOwner = false;
    }
    history.addAll(verdict.history());
    ledger = next(verdict);
    return verdict.reply();
  }

  /** A request, a node that is no longer the shard's, or an heir settles what it finds. */
  private boolean isStranger(Command command) {
    return switch (command) {
      case Command.Expire _ -> false;
      case Command.Request _, Command.Lose _ -> true;
      case Command.Work work -> work.node() != ledger.shardNode();
    };
  }

  private Ledger next(Verdict verdict) {
    Set<UUID> recorded = ledger.recordedRuns();
    if (!verdict.history().isEmpty()) {
      recorded = new HashSet<>(recorded);
      for (RunRecord run : verdict.history()) {
        recorded.add(run.id());
      }
    }
    return new Ledger(
        verdict.schedule(),
        verdict.timer(),
        verdict.openRuns(),
        ledger.shardNode(),
        ledger.shardFence(),
        ledger.liveNodes(),
        recorded,
        verdict.unstartedThrough());
  }

  Ledger before() {
    return before;
  }

  Ledger after() {
    return ledger;
  }

  List<RunRecord> history() {
    return history;
  }

  /** True when somebody else than the owner of the shard changed the books, who must be told. */
  boolean behindTheOwner() {
    return behindTheOwner;
  }
}
