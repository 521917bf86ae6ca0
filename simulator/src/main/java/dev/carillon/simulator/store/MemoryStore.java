package dev.carillon.simulator.store;

import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.ledger.Reply;
import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.store.Notice;
import dev.carillon.engine.store.Store;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The store of the simulator: single-threaded, in memory, and the same twice for the same calls. It
 * keeps the port's contract as PostgreSQL does; one suite of tests holds both to it.
 */
public final class MemoryStore extends RunPart implements Store {

  /**
   * @param clock the database's clock
   * @param notices called after each change that nodes are told of
   */
  public MemoryStore(Supplier<Instant> clock, Consumer<Notice> notices) {
    this(clock, notices, Set.of(), Audit.NONE);
  }

  /**
   * @param plants guards to leave out, to see whether anybody notices
   */
  public MemoryStore(
      Supplier<Instant> clock, Consumer<Notice> notices, Set<Plant> plants, Audit audit) {
    super(clock, notices, plants, audit);
  }

  @Override
  public void create(List<Entry> entries) {
    Set<UUID> ids = new LinkedHashSet<>();
    for (Entry entry : entries) {
      UUID id = entry.schedule().id();
      if (books.book(id) != null || !ids.add(id)) {
        throw new IllegalArgumentException("there is a schedule with id " + id + " already");
      }
    }
    for (Entry entry : entries) {
      books.add(entry);
    }
    for (Entry entry : entries) {
      tell(new Notice.ScheduleChanged(entry.timer().shard(), entry.schedule().id()));
    }
  }

  @Override
  public List<Reply> change(List<Entry> created, List<Command> commands) {
    List<Reply> replies = foretell(commands);
    if (replies.stream().anyMatch(Reply.Refused.class::isInstance)) {
      return replies;
    }
    create(created);
    return update(commands);
  }

  /** What the notes of all nodes name. */
  public List<SlotClaim> noted() {
    return notes.keys().stream()
        .flatMap(key -> notes.of(key.node()).getOrDefault(key, Map.of()).values().stream())
        .map(NoteTable.Note::claim)
        .toList();
  }

  @Override
  public @Nullable Entry schedule(int orgId, UUID scheduleId) {
    BookTable.Book book = book(orgId, scheduleId);
    return book == null ? null : book.entry();
  }

  private BookTable.@Nullable Book book(int orgId, UUID scheduleId) {
    BookTable.Book book = books.book(scheduleId);
    return book == null || book.schedule.orgId() != orgId ? null : book;
  }

  @Override
  public List<Entry> schedules(
      int orgId, @Nullable Status status, @Nullable UUID after, int limit) {
    List<Entry> found = new ArrayList<>();
    for (BookTable.Book book :
        (after == null ? books.all() : books.all().tailMap(after, false)).values()) {
      if (found.size() == limit) {
        break;
      }
      if (book.schedule.orgId() == orgId && (status == null || book.schedule.status() == status)) {
        found.add(book.entry());
      }
    }
    return found;
  }

  @Override
  public Deletion delete(int orgId, UUID scheduleId, @Nullable Long version) {
    BookTable.Book book = book(orgId, scheduleId);
    if (book == null) {
      return Deletion.NO_SCHEDULE;
    }
    if (version != null && version != book.schedule.version()) {
      return Deletion.STALE_VERSION;
    }
    for (RunRecord row : history.chain(orgId, book.timer.lastRunId(), Integer.MAX_VALUE)) {
      history.remove(new SweepCursor(orgId, row.id()));
    }
    List<Notice> notices = new ArrayList<>();
    notices.add(new Notice.ScheduleChanged(book.timer.shard(), scheduleId));
    for (OpenRun run : book.openRuns) {
      if (nodeOf(run) != 0) {
        notices.add(new Notice.CancelAsked(nodeOf(run)));
      }
    }
    books.remove(book);
    if (!planted(Plant.CHANGES_ARE_NOT_COUNTED)) {
      books.countChange(book.timer.shard());
    }
    notices.forEach(this::tell);
    return Deletion.DELETED;
  }

  @Override
  public List<RunRecord> history(int orgId, UUID scheduleId, @Nullable UUID before, int limit) {
    BookTable.Book book = book(orgId, scheduleId);
    if (book == null) {
      return List.of();
    }
    UUID newest = book.timer.lastRunId();
    if (before != null) {
      RunRecord row = history.row(orgId, before);
      newest = row == null || !row.scheduleId().equals(scheduleId) ? null : row.previousId();
    }
    return history.chain(orgId, newest, limit);
  }

  @Override
  public List<OpenRun> openRuns(int orgId, UUID scheduleId) {
    BookTable.Book book = book(orgId, scheduleId);
    return book == null
        ? List.of()
        : book.openRuns.stream()
            .sorted(Comparator.comparing(OpenRun::slotAt).thenComparing(OpenRun::id, Ids.ORDER))
            .toList();
  }

  @Override
  public @Nullable RunRecord settledRun(int orgId, UUID runId) {
    return history.row(orgId, runId);
  }

  @Override
  public @Nullable OpenRun openRun(int orgId, UUID runId) {
    OpenRun run = books.openRun(runId);
    return run == null || run.orgId() != orgId ? null : run;
  }

  @Override
  public Sweep sweepHistory(@Nullable SweepCursor after, int keep, int limit) {
    int looked = 0;
    SweepCursor last = after;
    List<SweepCursor> old = new ArrayList<>();
    for (Map.Entry<SweepCursor, RunRecord> row : history.after(after).entrySet()) {
      if (looked == limit) {
        break;
      }
      looked++;
      last = row.getKey();
      if (isOld(row.getValue(), keep)) {
        old.add(row.getKey());
      }
    }
    old.forEach(history::remove);
    return new Sweep(looked, old.size(), looked < limit ? null : last);
  }

  private boolean isOld(RunRecord row, int keep) {
    BookTable.Book book = books.book(row.scheduleId());
    boolean young = row.completedAt().isAfter(clock().minus(SPARED));
    return book == null || (book.timer.runSeq() - row.seq() >= keep && !young);
  }
}
