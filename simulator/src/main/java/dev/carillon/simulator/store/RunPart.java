package dev.carillon.simulator.store;

import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.ledger.Reply;
import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.run.RunState;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.Agenda;
import dev.carillon.engine.store.Notice;
import dev.carillon.engine.store.RunStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
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
    List<AgendaRow> found = new ArrayList<>();
    Bookmark next = null;
    Bookmark last = query.after();
    for (Map.Entry<Bookmark, UUID> row :
        books.agenda().after(query.after(), query.upTo()).entrySet()) {
      Timer timer = timer(row.getValue());
      if (timer == null || !wanted(query, timer) || !AgendaTable.names(row.getKey(), timer)) {
        continue;
      }
      if (found.size() >= query.limit()) {
        next = last;
        break;
      }
      found.add(new AgendaRow(row.getKey(), 1, List.of(withDefinition(sighting(timer)))));
      last = row.getKey();
    }
    return new Reading(clock(), found, next, next == null ? nextDue(query) : null);
  }

  @Override
  public Naming names(ReadQuery query) {
    List<Long> changes = IntStream.range(0, Timer.SHARDS).mapToObj(this::changes).toList();
    List<NamedRow> found = new ArrayList<>();
    Bookmark next = null;
    for (Map.Entry<Bookmark, UUID> row :
        books.agenda().after(query.after(), query.upTo()).entrySet()) {
      Timer timer = timer(row.getValue());
      if (timer != null && !wanted(query, timer)) {
        continue;
      }
      if (found.size() >= query.limit()) {
        next = found.getLast().at();
        break;
      }
      found.add(new NamedRow(row.getKey(), List.of(row.getValue())));
      audit.named();
    }
    return new Naming(clock(), changes, found, next, next == null ? nextDue(query) : null);
  }

  private static boolean wanted(ReadQuery query, Timer timer) {
    Integer org = query.org();
    return query.shards().contains(timer.shard())
        && (org == null || org == timer.orgId())
        && !query.exceptOrgs().contains(timer.orgId());
  }

  private @Nullable Instant nextDue(ReadQuery query) {
    Instant nextDue = null;
    for (Map.Entry<Bookmark, UUID> row :
        books.agenda().after(Bookmark.afterBucket(query.upTo()), Long.MAX_VALUE).entrySet()) {
      Timer timer = timer(row.getValue());
      if (timer != null && wanted(query, timer)) {
        nextDue = Agenda.beginningOf(row.getKey().bucket());
        break;
      }
    }
    Instant end = Agenda.beginningOf(query.upTo() + 1);
    for (int shard : query.shards()) {
      nextDue = earlier(nextDue, books.dueRuns().firstAfter(shard, end.minusNanos(1)));
    }
    return nextDue;
  }

  @Override
  public void discard(List<Bookmark> rows) {
    rows.forEach(books.agenda()::remove);
  }

  @Override
  public @Nullable Bookmark tidy(Collection<Integer> shards, Bookmark after, long upTo, int names) {
    Bookmark last = null;
    int looked = 0;
    var rows = books.agenda().after(after, upTo).entrySet().iterator();
    while (rows.hasNext() && looked < names) {
      Map.Entry<Bookmark, UUID> row = rows.next();
      Timer timer = timer(row.getValue());
      if (timer != null && !shards.contains(timer.shard())) {
        continue;
      }
      looked++;
      last = row.getKey();
      if (!AgendaTable.names(row.getKey(), timer)) {
        rows.remove();
      }
    }
    return rows.hasNext() ? last : null;
  }

  private @Nullable Timer timer(UUID scheduleId) {
    BookTable.Book book = books.book(scheduleId);
    return book == null ? null : book.timer;
  }

  private static @Nullable Instant earlier(@Nullable Instant left, @Nullable Instant right) {
    if (left == null || right == null) {
      return left == null ? right : left;
    }
    return right.isBefore(left) ? right : left;
  }

  @Override
  public List<Sighting> sightings(Collection<UUID> scheduleIds) {
    List<Sighting> found = new ArrayList<>();
    for (UUID id : scheduleIds) {
      BookTable.Book book = books.book(id);
      if (book != null) {
        found.add(sighting(book.timer));
      }
    }
    return found;
  }

  private long changes(int shard) {
    return books.changes(shard) + nodes.fence(shard);
  }

  /** Of every other schedule, as the database has those of some at hand and those of others not. */
  private Sighting withDefinition(Sighting seen) {
    UUID id = seen.timer().scheduleId();
    BookTable.Book book = books.book(id);
    return book == null || (id.getLeastSignificantBits() & 1) == 0
        ? seen
        : new Sighting(seen.timer(), seen.place(), seen.changes(), book.schedule);
  }

  /** Rows have no places here. */
  private Sighting sighting(Timer timer) {
    return new Sighting(timer, 0, changes(timer.shard()));
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
    Map<Integer, Long> changes = new HashMap<>();
    for (int i = 0; i < claims.size(); i++) {
      SlotClaim claim = claims.get(i);
      if (mayBegin(node, claim, live, now)) {
        granted.set(i);
        note(node, batch, claim, now);
        changes.put(claim.shard(), changes(claim.shard()));
      }
    }
    boolean wrong = planted(Plant.BEGIN_TELLS_THE_WRONG_TIME);
    return new Begun(wrong ? now.plusSeconds(2) : now, granted, changes);
  }

  private boolean mayBegin(int node, SlotClaim claim, boolean live, Instant now) {
    if (claim.changes() == changes(claim.shard())) {
      return mayBeginUnseen(node, claim, live, now);
    }
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
    boolean isDue = due != null && isDueSoon(due, now);
    if (!owned || !unchanged) {
      audit.beginRefused(node, claim, owned, unchanged);
    }
    return owned && unchanged && (isDue || planted(Plant.BEGIN_IGNORES_REVISION));
  }

  private static boolean isDueSoon(Instant due, Instant now) {
    return !due.isAfter(now.plus(NOTE_AHEAD));
  }

  /** Nobody has changed timers of the shard since this one was seen. */
  private boolean mayBeginUnseen(int node, SlotClaim claim, boolean live, Instant now) {
    boolean owned =
        (live && nodes.owns(node, claim.shard(), claim.fence()))
            || planted(Plant.BEGIN_IGNORES_FENCE);
    boolean isDue = isDueSoon(claim.dueAt(), now);
    if (!owned) {
      audit.beginRefused(node, claim, false, true);
    }
    return owned && isDue;
  }

  private void note(int node, long batch, SlotClaim claim, Instant now) {
    if (!planted(Plant.BEGIN_WRITES_NO_NOTE) && !planted(Plant.BEGIN_MOVES_TIMER)) {
      notes.add(node, batch, claim, now);
      audit.noted(claim);
    }
    BookTable.Book book = books.book(claim.scheduleId());
    if (planted(Plant.BEGIN_MOVES_TIMER) && book != null) {
      Timer next = book.timer.withSlot(book.schedule, book.schedule.slots().next(claim.slotAt()));
      books.write(book, next);
    }
  }

  @Override
  public void forget(int node, Collection<Long> batches) {
    if (nodes.dead(node)) {
      return;
    }
    for (long batch : batches) {
      notes.remove(new IntentKey(node, batch));
    }
  }

  @Override
  public Completed complete(int node, List<Completion> completions) {
    Instant now = clock();
    BitSet applied = new BitSet();
    for (int i = 0; i < completions.size(); i++) {
      if (complete(node, completions.get(i), now)) {
        applied.set(i);
      }
    }
    // Which row names a timer is an aid to tidying, of which this store has no need.
    return new Completed(applied, Collections.nCopies(completions.size(), 0L), List.of());
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
    boolean zombie = !held && planted(Plant.COMPLETE_IGNORES_FENCE);
    boolean asRead = (unchanged && first) || planted(Plant.COMPLETE_IGNORES_REVISION);
    if (!zombie && !(held && asRead)) {
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

  /** What the commands would be answered; changes nothing. */
  List<Reply> foretell(List<Command> commands) {
    return updates.foretell(commands);
  }

  /** The node that carries out a run, or 0. */
  static int nodeOf(OpenRun run) {
    return run.state() instanceof RunState.Running running ? running.node() : 0;
  }
}
