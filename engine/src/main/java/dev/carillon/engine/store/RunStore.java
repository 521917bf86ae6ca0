package dev.carillon.engine.store;

import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.ledger.Reply;
import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Timer;
import java.time.Instant;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Slots and runs as nodes see them.
 *
 * <p>The short path of a run is {@link #read}, {@link #begin}, {@link #complete}: one reading
 * ahead, one note before it starts, one write when it has ended. Everything else goes through
 * {@link #update}.
 */
public interface RunStore {

  /** The database's clock, the only one that rules. */
  Instant now();

  /**
   * Reads timers in the order of their due times, shard by shard, without locking anything.
   *
   * @see ReadQuery
   */
  Reading read(ReadQuery query);

  /** Reads these timers as they are now; those that are gone are left out. */
  List<Timer> timers(Collection<UUID> scheduleIds);

  /** Reads these definitions as they are now; those that are gone are left out. */
  List<Schedule> definitions(Collection<UUID> scheduleIds);

  /**
   * Open runs of these shards that need attention by then: those that wait for a start due by then,
   * and those under way whose deadline has passed by then.
   */
  List<OpenRun> dueOpenRuns(Collection<Integer> shards, Instant upTo, int limit);

  /**
   * Open runs under way on this node, as the database has them: among them those that somebody
   * asked to cancel, and those whose begin was applied but whose answer got lost.
   */
  List<OpenRun> runningOn(int node);

  /**
   * Writes down, before anything starts, which slots the node is about to begin, and says which of
   * them it may begin. A slot may begin when all of this holds at one moment: the node's lease has
   * not run out; it owns the slot's shard under the given fence; the timer still has that slot and
   * that revision; and the slot is due by the database's clock. Should the node die, its heir finds
   * the note.
   *
   * <p>Asked again after a lost answer, it answers the same: notes of one batch add up.
   *
   * @param batch numbers the note; the node throws it away with {@link #forget}
   */
  Begun begin(int node, long batch, List<SlotClaim> claims);

  /** Throws away the node's own notes whose runs have been settled or written down as open. */
  void forget(int node, Collection<Long> batches);

  /**
   * Settles runs that were begun with {@link #begin}, succeeded, and were never written down as
   * open. Each is applied on its own, provided the node's lease has not run out, it owns the shard
   * under the given fence, and the timer's revision is the one before {@link Completion#after}.
   *
   * <p>Those not applied changed nothing; the caller settles them with {@link Command.Settle},
   * which finds out whether an earlier call with a lost answer had done it.
   *
   * @return which of them were applied, by index
   */
  BitSet complete(int node, List<Completion> completions);

  /**
   * Carries out commands: locks the schedules they concern, lets {@link
   * dev.carillon.engine.ledger.Bookkeeper} decide, and writes the difference, in one transaction.
   * Commands for the same schedule see each other's effects in the order given. Repeating a command
   * after a lost answer is harmless: the books show that it was done.
   *
   * @return the replies, in the order of the commands
   */
  List<Reply> update(List<Command> commands);

  /**
   * @param ranges where to go on, shard by shard
   * @param upTo read timers due by then
   * @param limitPerShard at most so many of each shard
   * @param org only this organization's, or null for all
   */
  record ReadQuery(List<Range> ranges, Instant upTo, int limitPerShard, @Nullable Integer org) {
    public ReadQuery {
      ranges = List.copyOf(ranges);
    }
  }

  /** A shard, and the last timer seen in it: reading goes on after that one. */
  record Range(int shard, Instant afterDue, UUID afterId) {

    /** From the very first timer of a shard. */
    public static Range from(int shard, Instant due) {
      return new Range(shard, due, new UUID(0, 0));
    }
  }

  /**
   * @param now the database's clock at the reading
   * @param timers in order of (due, id) within each shard
   * @param unfinished where to go on in the shards that had more than the limit
   * @param nextDue when the first timer or open run after {@code upTo} is due, or null when there
   *     is none, or when some shard was not read to its end
   */
  record Reading(
      Instant now, List<Timer> timers, List<Range> unfinished, @Nullable Instant nextDue) {
    public Reading {
      timers = List.copyOf(timers);
      unfinished = List.copyOf(unfinished);
    }
  }

  /** A slot a node wants to begin, as it read it. */
  record SlotClaim(
      UUID scheduleId, UUID runId, int shard, long fence, Instant slotAt, int revision) {}

  /** Which claims were granted, by index, and the database's clock then. */
  record Begun(Instant now, BitSet granted) {}

  /**
   * @param after the timer as it shall be; its revision is one more than the one begun with
   * @param fence of the shard's lease
   * @param record the run's row of history
   * @param done true when this was the schedule's last slot
   */
  record Completion(Timer after, long fence, RunRecord record, boolean done) {}
}
