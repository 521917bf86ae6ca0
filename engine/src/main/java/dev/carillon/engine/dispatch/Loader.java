package dev.carillon.engine.dispatch;

import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Gives timers that were read their definitions, from memory or from the store.
 *
 * <p>It asks on a lane of its own, while the reader reads the next timers: of a backlog, whose
 * definitions nobody has in memory, both take about as long.
 */
final class Loader {

  /** Few enough that taking them up takes the loop's time for no more than a millisecond. */
  private static final int IDS_PER_READ = 500;

  /** What may wait here while more is read: enough that the lane has always something to ask. */
  private static final int ENOUGH = 2 * IDS_PER_READ;

  /**
   * Reading a definition again costs some 10 µs, keeping it some 150 bytes: worth it for what runs
   * every few minutes, and not for a backlog of what runs once a day.
   */
  private static final long SOON_MICROS = Duration.ofMinutes(15).toSeconds() * 1_000_000;

  private final Tenure tenure;
  private final FairQueue<Entry> waiting = new FairQueue<>();
  private final Retry retry = new Retry();
  private boolean asking;

  Loader(Tenure tenure) {
    this.tenure = tenure;
  }

  /** False while so many wait for their definitions that a backlog need not be read further. */
  boolean hasRoom() {
    return waiting.size() < ENOUGH;
  }

  /** The entry waits for its moment as soon as it has its definition. */
  void load(Entry entry) {
    if (entry.schedule != null) {
      tenure.held.watch(entry);
      return;
    }
    Schedule schedule =
        tenure.definitions.find(entry.timer.scheduleId(), entry.timer.version(), tenure.nanos());
    if (schedule == null) {
      waiting.add(entry.org(), entry);
    } else {
      entry.schedule = schedule;
      entry.definitionKept = true;
      tenure.held.watch(entry);
    }
  }

  /** The entry leaves memory; its definition stays, if it will be needed again soon. */
  void letGo(Entry entry) {
    Schedule schedule = entry.schedule;
    Instant due = entry.timer.dueAt();
    if (schedule != null && due != null && !entry.definitionKept) {
      long nanos = tenure.nanos();
      if (DatabaseTime.micros(due) - tenure.time.micros(nanos) < SOON_MICROS) {
        tenure.definitions.put(schedule, nanos);
      }
    }
  }

  long turn(long nanos) {
    if (asking || waiting.isEmpty() || tenure.stopping()) {
      return Long.MAX_VALUE;
    }
    if (nanos < retry.at()) {
      return retry.at();
    }
    List<Entry> entries = take();
    if (!entries.isEmpty()) {
      ask(entries);
    }
    return Long.MAX_VALUE;
  }

  private List<Entry> take() {
    List<Entry> entries = new ArrayList<>();
    while (entries.size() < IDS_PER_READ && !waiting.isEmpty()) {
      Entry entry = waiting.poll(_ -> true);
      if (entry != null && entry.stage == Entry.Stage.LOADING) {
        entries.add(entry);
      }
    }
    return entries;
  }

  private void ask(List<Entry> entries) {
    asking = true;
    List<UUID> ids = entries.stream().map(entry -> entry.timer.scheduleId()).toList();
    tenure.ask(
        Lane.LOAD,
        "read definitions",
        store -> store.definitions(ids),
        schedules -> {
          asking = false;
          retry.succeeded();
          Map<UUID, Schedule> found = HashMap.newHashMap(schedules.size());
          schedules.forEach(schedule -> found.put(schedule.id(), schedule));
          entries.forEach(entry -> loaded(entry, found.get(entry.timer.scheduleId())));
        },
        (StoreException problem) -> {
          asking = false;
          retry.failed(tenure.nanos(), problem);
          entries.reversed().forEach(entry -> waiting.addFirst(entry.org(), entry));
        });
  }

  private void loaded(Entry entry, @Nullable Schedule schedule) {
    if (entry.stage != Entry.Stage.LOADING) {
      return;
    }
    if (schedule != null && schedule.version() == entry.timer.version()) {
      entry.schedule = schedule;
      tenure.held.watch(entry);
      return;
    }
    tenure.held.remove(entry);
    if (schedule != null) {
      tenure.reader.refresh(entry.timer.scheduleId());
    }
  }
}
