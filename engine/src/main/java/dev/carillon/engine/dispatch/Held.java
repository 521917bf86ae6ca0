package dev.carillon.engine.dispatch;

import dev.carillon.engine.store.RunStore.Sighting;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The timers in memory: a window on the table, never more than its limits. */
final class Held {

  /** An entry where it was put; it may have been put somewhere else since. */
  private record Position(Entry entry, int place) {

    static Position of(Entry entry) {
      return new Position(entry, entry.place);
    }

    boolean isCurrent() {
      return entry.place == place;
    }
  }

  private final DispatchConfig config;
  private final Lead lead;
  private final Loader loader;
  private final Map<UUID, Entry> entries = new HashMap<>();
  private final OrgCounts perOrg = new OrgCounts();
  private final OrgCounts overduePerOrg = new OrgCounts();
  private final Alarms<Position> alarms = new Alarms<>();
  private final FairQueue<Position> ready = new FairQueue<>();

  /** When the first of those that became ready is due, in the database's microseconds. */
  private long earliestReady = Long.MAX_VALUE;

  /** The schedules whose entries were removed since the reader last asked. */
  private final Set<UUID> removed = new HashSet<>();

  Held(DispatchConfig config, Lead lead, Loader loader) {
    this.config = config;
    this.lead = lead;
    this.loader = loader;
  }

  @Nullable Entry find(UUID scheduleId) {
    return entries.get(scheduleId);
  }

  boolean full() {
    return entries.size() >= config.maxHeld();
  }

  boolean full(int org) {
    return count(org) >= config.maxHeldPerOrg();
  }

  int count(int org) {
    return perOrg.of(org);
  }

  /** How many of the organization's timers were overdue when they were read, and still wait. */
  int overdue(int org) {
    return overduePerOrg.of(org);
  }

  int size() {
    return entries.size();
  }

  Entry add(Sighting seen, boolean overdue) {
    Entry entry = new Entry(seen);
    entries.put(entry.timer.scheduleId(), entry);
    perOrg.increment(entry.org());
    entry.overdue = overdue;
    if (overdue) {
      overduePerOrg.increment(entry.org());
    }
    return entry;
  }

  void remove(Entry entry) {
    if (entries.remove(entry.timer.scheduleId(), entry)) {
      removed.add(entry.timer.scheduleId());
      perOrg.decrement(entry.org());
      noLongerOverdue(entry);
      loader.letGo(entry);
    }
    entry.stage = Entry.Stage.GONE;
    entry.place++;
  }

  /** The entry has a slot that follows the one it had when it was read. */
  void movedOn(Entry entry) {
    noLongerOverdue(entry);
    watch(entry);
  }

  private void noLongerOverdue(Entry entry) {
    if (entry.overdue) {
      entry.overdue = false;
      overduePerOrg.decrement(entry.org());
    }
  }

  /** What is read from now on is not older than anything removed until now. */
  void forgetRemovals() {
    removed.clear();
  }

  /** True when an answer to what was asked then may be older than what was known of the timer. */
  boolean removedMeanwhile(UUID scheduleId) {
    return removed.contains(scheduleId);
  }

  /** Waits until the note of the entry's slot is to be written. */
  void watch(Entry entry) {
    watch(entry, lead.micros());
  }

  /** Waits until the entry's slot is due, because it does not begin with a note. */
  void watchUntilDue(Entry entry) {
    watch(entry, 0);
  }

  private void watch(Entry entry, long aheadMicros) {
    if (entry.timer.dueAt() == null) {
      remove(entry);
      return;
    }
    entry.stage = Entry.Stage.HELD;
    entry.place++;
    alarms.add(dueMicros(entry) - aheadMicros, Position.of(entry));
  }

  private static long dueMicros(Entry entry) {
    return DatabaseTime.micros(Objects.requireNonNull(entry.timer.dueAt()));
  }

  /** Puts the entry back in front, because its turn came to nothing. */
  void readyAgain(Entry entry) {
    entry.stage = Entry.Stage.READY;
    entry.place++;
    ready.addFirst(entry.org(), Position.of(entry));
    earliestReady = Long.MIN_VALUE;
  }

  /** Makes ready what has waited until now. */
  void wake(long nowMicros) {
    while (alarms.firstAt() <= nowMicros) {
      Position position = Objects.requireNonNull(alarms.first());
      alarms.removeFirst();
      Entry entry = position.entry();
      if (position.isCurrent() && entry.stage == Entry.Stage.HELD) {
        entry.stage = Entry.Stage.READY;
        ready.add(entry.org(), position);
        earliestReady = Math.min(earliestReady, dueMicros(entry));
      }
    }
  }

  /** The next ready entry of an organization that may go on, or null. */
  @Nullable Entry nextReady(java.util.function.IntPredicate orgMayGoOn) {
    Position position = ready.poll(orgMayGoOn);
    while (position != null
        && (!position.isCurrent() || position.entry().stage != Entry.Stage.READY)) {
      position = ready.poll(orgMayGoOn);
    }
    if (ready.isEmpty()) {
      earliestReady = Long.MAX_VALUE;
    }
    return position == null ? null : position.entry();
  }

  /**
   * When the first ready entry is due, or earlier, in the database's microseconds; the largest long
   * when none is ready.
   */
  long earliestReadyMicros() {
    return earliestReady;
  }

  int readyCount() {
    return ready.size();
  }

  boolean anyReady() {
    return !ready.isEmpty();
  }

  /**
   * When the next entry has waited enough, in the database's microseconds; the largest long for
   * never.
   */
  long nextWakeMicros() {
    Position first = alarms.first();
    while (first != null && !first.isCurrent()) {
      alarms.removeFirst();
      first = alarms.first();
    }
    return alarms.firstAt();
  }

  /** Lets go of a shard's entries that nothing is under way for; true when none is left. */
  boolean letGo(int shard) {
    List<Entry> free = new ArrayList<>();
    boolean busy = false;
    for (Entry entry : entries.values()) {
      if (entry.shard() == shard) {
        if (entry.spokenFor()) {
          busy = true;
        } else {
          free.add(entry);
        }
      }
    }
    free.forEach(this::remove);
    return !busy;
  }
}
