package dev.carillon.simulator.store;

import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.RunState;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.ScheduleStore.Entry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Schedules, their timers and their open runs, with the indexes that find what is due. */
final class BookTable {

  private final TreeMap<UUID, Book> books = new TreeMap<>(Ids.ORDER);
  private final Map<UUID, OpenRun> openRuns = new LinkedHashMap<>();
  private final TreeMap<Integer, TreeSet<UUID>> runningByNode = new TreeMap<>();
  private final AgendaTable agenda = new AgendaTable();
  private final long[] changes = new long[Timer.SHARDS];
  private final DueIndex dueRuns = new DueIndex(Timer.SHARDS);

  /** All there is of one schedule but its history. */
  static final class Book {
    Schedule schedule;
    Timer timer;
    List<OpenRun> openRuns = List.of();
    @Nullable Instant unstartedThrough;

    private Book(Schedule schedule, Timer timer) {
      this.schedule = schedule;
      this.timer = timer;
    }

    Entry entry() {
      return new Entry(schedule, timer);
    }
  }

  @Nullable Book book(UUID scheduleId) {
    return books.get(scheduleId);
  }

  NavigableMap<UUID, Book> all() {
    return Collections.unmodifiableNavigableMap(books);
  }

  void add(Entry entry) {
    Timer timer = entry.timer();
    books.put(timer.scheduleId(), new Book(entry.schedule(), timer));
    agenda.moved(null, timer);
  }

  /** How often timers of a shard were changed by others than runs of its owner. */
  long changes(int shard) {
    return changes[shard];
  }

  void countChange(int shard) {
    changes[shard]++;
  }

  void remove(Book book) {
    write(book, List.of());
    books.remove(book.timer.scheduleId());
  }

  void write(Book book, Timer after) {
    agenda.moved(book.timer, after);
    book.timer = after;
  }

  /** Replaces the open runs of a schedule. */
  void write(Book book, List<OpenRun> after) {
    if (book.openRuns.equals(after)) {
      return;
    }
    for (OpenRun run : book.openRuns) {
      unindex(run);
    }
    book.openRuns = after;
    for (OpenRun run : after) {
      index(run);
    }
  }

  private void index(OpenRun run) {
    openRuns.put(run.id(), run);
    dueRuns.move(run.shard(), run.id(), null, attentionAt(run));
    if (run.state() instanceof RunState.Running running) {
      runningByNode.computeIfAbsent(running.node(), _ -> new TreeSet<>(Ids.ORDER)).add(run.id());
    }
  }

  private void unindex(OpenRun run) {
    openRuns.remove(run.id());
    dueRuns.move(run.shard(), run.id(), attentionAt(run), null);
    if (run.state() instanceof RunState.Running running) {
      TreeSet<UUID> ids = runningByNode.get(running.node());
      if (ids != null) {
        ids.remove(run.id());
      }
    }
  }

  /** When an open run needs a node's attention: to start it, or because its time is over. */
  private static @Nullable Instant attentionAt(OpenRun run) {
    return switch (run.state()) {
      case RunState.Waiting waiting -> waiting.dueAt();
      case RunState.Running running -> running.deadlineAt();
      case RunState.Accepted accepted -> accepted.deadlineAt();
      case RunState.Queued _, RunState.Settled _ -> null;
    };
  }

  @Nullable OpenRun openRun(UUID runId) {
    return openRuns.get(runId);
  }

  /** The runs under way on one node, in the order of their ids. */
  List<OpenRun> runningOn(int node) {
    List<OpenRun> running = new ArrayList<>();
    for (UUID id : runningByNode.getOrDefault(node, new TreeSet<>())) {
      OpenRun run = openRuns.get(id);
      if (run != null) {
        running.add(run);
      }
    }
    return running;
  }

  boolean anyRunningOn(int node) {
    TreeSet<UUID> ids = runningByNode.get(node);
    return ids != null && !ids.isEmpty();
  }

  Collection<Integer> nodesWithRuns() {
    return Collections.unmodifiableSet(runningByNode.keySet());
  }

  AgendaTable agenda() {
    return agenda;
  }

  DueIndex dueRuns() {
    return dueRuns;
  }
}
