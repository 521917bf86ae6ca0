package dev.carillon.engine.store;

import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.ledger.Reply;
import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

  /**
   * How long before it is due a slot may be noted at most: long enough that the note is written
   * before the slot's moment also when the database is busy.
   */
  Duration NOTE_AHEAD = Duration.ofMillis(120);

  /**
   * Whoever pauses, edits, stops or deletes a schedule waits for a slot that is due within this
   * time, because a node may have noted it and will not ask again. So it never fires after they
   * were told that it would not. Twice as long as a note is ahead, so that the slot is not noted
   * between the look at it and the commit.
   */
  Duration IMMINENT = NOTE_AHEAD.multipliedBy(2);

  /** The database's clock, the only one that rules. */
  Instant now();

  /**
   * Reads timers in the order of the buckets they are due in, without locking anything.
   *
   * @see ReadQuery
   */
  Reading read(ReadQuery query);

  /**
   * Reads which timers the agenda names, in the order of the buckets, without a look at any of
   * them: for whoever has most of them in memory.
   *
   * @see ReadQuery
   */
  Naming names(ReadQuery query);

  /** Reads these timers as they are now; those that are gone are left out. */
  List<Sighting> sightings(Collection<UUID> scheduleIds);

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
   * that revision; and the slot is due within {@link #NOTE_AHEAD} by the database's clock. The node
   * starts it when it is due. Should the node die, its heir finds the note. A timer that was seen
   * when its shard's {@link Sighting#changes} stood where they stand now is not looked at: nobody
   * has changed it.
   *
   * <p>Asked again after a lost answer, it answers the same: notes of one batch add up.
   *
   * @param batch numbers the note; the node throws it away with {@link #forget}
   */
  Begun begin(int node, long batch, List<SlotClaim> claims);

  /**
   * Throws away the node's own notes whose runs have been settled or written down as open; those of
   * a dead node are its heir's to read.
   */
  void forget(int node, Collection<Long> batches);

  /**
   * Settles runs that were begun with {@link #begin}, succeeded, and were never written down as
   * open. Each is applied on its own, provided the node's lease has not run out, it owns the shard
   * under the given fence, and the timer's revision is the one before {@link Completion#after}.
   *
   * <p>Those not applied changed nothing; the caller settles them with {@link Command.Settle},
   * which finds out whether an earlier call with a lost answer had done it.
   *
   * @return which of them were applied, and where the agenda names those that moved
   */
  Completed complete(int node, List<Completion> completions);

  /**
   * Carries out commands: locks the schedules they concern, lets {@link
   * dev.carillon.engine.ledger.Bookkeeper} decide, and writes the difference, in one transaction.
   * Commands for the same schedule see each other's effects in the order given. Repeating a command
   * after a lost answer is harmless: the books show that it was done.
   *
   * @return the replies, in the order of the commands
   */
  List<Reply> update(List<Command> commands);

  /** Throws away rows of the agenda, every timer of which the caller has moved on from there. */
  void discard(List<Bookmark> rows);

  /**
   * Throws away names in the agenda whose timers have moved on from a bucket that has passed.
   *
   * @param after where an earlier call ended
   * @param upTo the last bucket to look at
   * @param names look at about so many names
   * @return where to go on, or null when there is no more to look at
   */
  @Nullable Bookmark tidy(Collection<Integer> shards, Bookmark after, long upTo, int names);

  /**
   * @param shards whose timers to read
   * @param after where an earlier reading ended
   * @param upTo the last bucket to read, see {@link Agenda}
   * @param limit about so many timers: a reading ends with the row of the agenda that reaches it
   * @param org only this organization's, or null for all
   * @param exceptOrgs none of these organizations'
   */
  record ReadQuery(
      Set<Integer> shards,
      Bookmark after,
      long upTo,
      int limit,
      @Nullable Integer org,
      Set<Integer> exceptOrgs) {
    public ReadQuery {
      shards = Set.copyOf(shards);
      exceptOrgs = Set.copyOf(exceptOrgs);
    }
  }

  /** A row of the agenda: reading goes on after it. */
  record Bookmark(long bucket, long row) {

    public static final Bookmark FIRST = new Bookmark(Long.MIN_VALUE, 0);

    /** Reading goes on with the bucket after this one. */
    public static Bookmark afterBucket(long bucket) {
      return new Bookmark(bucket, Long.MAX_VALUE);
    }
  }

  /**
   * @param now the database's clock at the reading
   * @param rows of the agenda, in their order
   * @param next where to go on, or null when all was read
   * @param nextDue a moment before which no timer or open run after {@code upTo} is due, or null
   *     when there is none, or when not all was read
   */
  record Reading(
      Instant now, List<AgendaRow> rows, @Nullable Bookmark next, @Nullable Instant nextDue) {
    public Reading {
      rows = List.copyOf(rows);
    }

    public List<Timer> timers() {
      return rows.stream().flatMap(row -> row.sightings().stream()).map(Sighting::timer).toList();
    }
  }

  /**
   * A row of the agenda.
   *
   * @param size how many timers it names
   * @param sightings of those among them that are asked for and still due in its bucket
   */
  record AgendaRow(Bookmark at, int size, List<Sighting> sightings) {
    public AgendaRow {
      sightings = List.copyOf(sightings);
    }
  }

  /**
   * What {@link #names} tells.
   *
   * @param changes what {@link Sighting#changes} was of each shard, by its number
   * @param next as in {@link Reading}
   * @param nextDue as in {@link Reading}
   */
  record Naming(
      Instant now,
      List<Long> changes,
      List<NamedRow> rows,
      @Nullable Bookmark next,
      @Nullable Instant nextDue) {
    public Naming {
      changes = List.copyOf(changes);
      rows = List.copyOf(rows);
    }
  }

  /**
   * A row of the agenda.
   *
   * @param scheduleIds all that it names, those that have moved on since and those of other shards
   *     included
   */
  record NamedRow(Bookmark at, List<UUID> scheduleIds) {
    public NamedRow {
      scheduleIds = List.copyOf(scheduleIds);
    }
  }

  /**
   * A timer as it was at some moment.
   *
   * @param place where it lay, in a form that only the store knows; it may move with every write
   * @param changes grows whenever a timer of its shard is changed other than by a run of the owner,
   *     and whenever the owner changes
   * @param schedule the definition at the same moment, if it was at hand
   */
  record Sighting(Timer timer, long place, long changes, @Nullable Schedule schedule) {

    public Sighting(Timer timer, long place, long changes) {
      this(timer, place, changes, null);
    }
  }

  /**
   * A slot a node wants to begin, as it read it.
   *
   * @param changes as in {@link Sighting}; {@link #UNKNOWN} has the timer looked at in any case
   */
  record SlotClaim(
      UUID scheduleId,
      UUID runId,
      int shard,
      long fence,
      Instant slotAt,
      Instant dueAt,
      int revision,
      long changes) {

    public static final long UNKNOWN = -1;
  }

  /**
   * @param now the database's clock then
   * @param granted which claims were granted, by index
   * @param changes what {@link Sighting#changes} was then in the shards whose timers were looked at
   */
  record Begun(Instant now, BitSet granted, Map<Integer, Long> changes) {
    public Begun {
      changes = Map.copyOf(changes);
    }
  }

  /**
   * @param before the timer as it was when the run began
   * @param place where its row lay then, see {@link Sighting}
   * @param after the timer as it shall be; its revision is one more than the one begun with
   * @param fence of the shard's lease
   * @param record the run's row of history
   * @param done true when this was the schedule's last slot
   */
  record Completion(
      Timer before, long place, Timer after, long fence, RunRecord record, boolean done) {

    /** The bucket in which the timer is to be named, or null when its name can stay. */
    public @Nullable Long newBucket() {
      return Agenda.newBucket(before.dueAt(), after.dueAt());
    }
  }

  /**
   * @param applied which completions were applied, by index
   * @param places where the rows of those applied lie now, by index
   * @param named the rows of the agenda that name those that moved into another bucket
   */
  record Completed(BitSet applied, List<Long> places, List<NewRow> named) {
    public Completed {
      places = List.copyOf(places);
      named = List.copyOf(named);
    }
  }

  /** A row that was added to the agenda, for the timers of one organization. */
  record NewRow(int org, Bookmark at, int size) {}
}
