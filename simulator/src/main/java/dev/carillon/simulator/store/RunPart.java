package dev.carillon.simulator.store;

import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.ledger.Reply;
import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.run.RunState;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.Notice;
import dev.carillon.engine.store.RunStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The part of the store that knows slots and runs. */
abstract class RunPart extends NodePart implements RunStore {

  private final Updates updates = new Updates(this);

  RunPart(Supplier<Instant> clock, Consumer<Notice> notices, Set<Plant> plants, Audit audit) {
    super(clock, notices, plants, audit);
  }

  @Override
  public Instant now() {
    return clock();
  }

  @Override
  public Reading read(ReadQuery query) {
    List<Timer> timers = new ArrayList<>();
    List<Range> unfinished = new ArrayList<>();
    Instant nextDue = null;
    for (Range range : query.ranges()) {
      int left = query.limitPerShard();
      Timer last = null;
      for (DueIndex.Due due :
          books.dueTimers().after(range.shard(), range.afterDue(), range.afterId())) {
        if (due.at().isAfter(query.upTo())) {
          break;
        }
        Timer timer = timer(due.id());
        if (query.org() != null && query.org() != timer.orgId()) {
          continue;
        }
        if (left == 0 && last != null) {
          unfinished.add(new Range(range.shard(), dueOf(last), last.scheduleId()));
          break;
        }
        timers.add(timer);
        last = timer;
        left--;
      }
      nextDue = earlier(nextDue, books.dueTimers().firstAfter(range.shard(), query.upTo()));
      nextDue = earlier(nextDue, books.dueRuns().firstAfter(range.shard(), query.upTo()));
    }
    return new Reading(clock(), timers, unfinished, unfinished.isEmpty() ? nextDue : null);
  }

  private Timer timer(UUID scheduleId) {
    BookTable.Book book = books.book(scheduleId);
    if (book == null) {
      throw new IllegalStateException("the due index names a schedule that is gone");
    }
    return book.timer;
  }

  private static Instant dueOf(Timer timer) {
    Instant due = timer.dueAt();
    if (due == null) {
      throw new IllegalStateException("the due index names a timer without a slot");
    }
    return due;
  }

  private static @Nullable Instant earlier(@Nullable Instant left, @Nullable Instant right) {
    if (left == null || right == null) {
      return left == null ? right : left;
    }
    return right.isBefore(left) ? right : left;
  }

  @Override
  public List<Timer> timers(Collection<UUID> scheduleIds) {
    List<Timer> found = new ArrayList<>();
    for (UUID id : scheduleIds) {
      BookTable.Book book = books.book(id);
      if (book != null) {
        found.add(book.timer);
      }
    }
    return found;
  }

  @Override
  public List<Schedule> definitions(Collection<UUID> scheduleIds) {
    List<Schedule> found = new ArrayList<>();
    for (UUID id : scheduleIds) {
      BookTable.Book book = books.book(id);
      if (book != null) {
        found.add(book.schedule);
      }
    }
    return found;
  }

  @Override
  public List<OpenRun> dueOpenRuns(Collection<Integer> shards, Instant upTo, int limit) {
    List<OpenRun> found = new ArrayList<>();
    for (int shard : shards) {
      for (DueIndex.Due due : books.dueRuns().all(shard)) {
        OpenRun run = books.openRun(due.id());
        if (due.at().isAfter(upTo) || found.size() == limit) {
          break;
        }
        if (run != null) {
          found.add(run);
        }
      }
    }
    return found;
  }

  @Override
  public List<OpenRun> runningOn(int node) {
    return books.runningOn(node);
  }

  @Override
  public Begun begin(int node, long batch, List<SlotClaim> claims) {
    Instant now = clock();
    boolean live = nodes.live(node, now);
    BitSet granted = new BitSet();
    for (int i = 0; i < claims.size(); i++) {
      SlotClaim claim = claims.get(i);
      if (mayBegin(node, claim, live, now)) {
        granted.set(i);
        note(node, batch, claim, now);
      }
    }
    return new Begun(now, granted);
  }

  private boolean mayBegin(int node, SlotClaim claim, boolean live, Instant now) {
    BookTable.Book book = books.book(claim.scheduleId());
    if (book == null) {
      return false;
    }
    Timer timer = book.timer;
    Instant due = timer.dueAt();
    boolean owned =
        (live && nodes.owns(node, timer.shard(), claim.fence()))
            || planted(Plant.BEGIN_IGNORES_FENCE);
    boolean unchanged =
        (claim.slotAt().equals(timer.slotAt()) && claim.revision() == timer.revision())
            || planted(Plant.BEGIN_IGNORES_REVISION);
    boolean isDue = (due != null && !due.isAfter(now)) || planted(Plant.BEGIN_IGNORES_CLOCK);
    if (!owned || !unchanged) {
      audit.beginRefused(node, claim, owned, unchanged);
    }
    return owned && unchanged && (isDue || planted(Plant.BEGIN_IGNORES_REVISION));
  }

  private void note(int node, long batch, SlotClaim claim, Instant now) {
    if (!planted(Plant.BEGIN_WRITES_NO_NOTE) && !planted(Plant.BEGIN_MOVES_TIMER)) {
      notes.add(node, batch, claim, now);
    }
    BookTable.Book book = books.book(claim.scheduleId());
    if (planted(Plant.BEGIN_MOVES_TIMER) && book != null) {
      Timer next = book.timer.withSlot(book.schedule, book.schedule.slots().next(claim.slotAt()));
      books.write(book, next);
    }
  }

  @Override
  public void forget(int node, Collection<Long> batches) {
    for (long batch : batches) {
      notes.remove(new IntentKey(node, batch));
    }
  }

  @Override
  public BitSet complete(int node, List<Completion> completions) {
    Instant now = clock();
    BitSet applied = new BitSet();
    for (int i = 0; i < completions.size(); i++) {
      if (complete(node, completions.get(i), now)) {
        applied.set(i);
      }
    }
    return applied;
  }

  private boolean complete(int node, Completion completion, Instant now) {
    Timer after = completion.after();
    BookTable.Book book = books.book(after.scheduleId());
    if (book == null) {
      return false;
    }
    boolean held = nodes.live(node, now) && nodes.owns(node, after.shard(), completion.fence());
    boolean unchanged = book.timer.revision() == after.revision() - 1;
    RunRecord row = completion.record();
    boolean first = !history.has(row.orgId(), row.id());
    if (planted(Plant.COMPLETE_COUNTS_TWICE) && held && !unchanged && !first) {
      books.write(book, book.timer.edit().repeatConcluded().succeeded().done());
      return true;
    }
    if (!(held || planted(Plant.COMPLETE_IGNORES_FENCE))
        || !(unchanged || planted(Plant.COMPLETE_IGNORES_REVISION))
        || !(first || planted(Plant.COMPLETE_IGNORES_REVISION))) {
      return false;
    }
    books.write(book, after);
    history.write(row);
    audit.recorded(row, node);
    if (completion.done()) {
      book.schedule = book.schedule.withStatus(Status.DONE, null, now);
    }
    return true;
  }

  @Override
  public List<Reply> update(List<Command> commands) {
    return updates.carryOut(commands);
  }

  /** The node that carries out a run, or 0. */
  static int nodeOf(OpenRun run) {
    return run.state() instanceof RunState.Running running ? running.node() : 0;
  }
}
