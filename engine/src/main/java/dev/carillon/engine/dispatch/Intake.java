package dev.carillon.engine.dispatch;

import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.Agenda;
import dev.carillon.engine.store.RunStore.AgendaRow;
import dev.carillon.engine.store.RunStore.NamedRow;
import dev.carillon.engine.store.RunStore.Naming;
import dev.carillon.engine.store.RunStore.Reading;
import dev.carillon.engine.store.RunStore.Sighting;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of timers that {@link Reader} has read: kept in memory if they are due soon and
 * there is room for them, read again if the answer may be older than what memory knows.
 */
final class Intake {

  private final Tenure tenure;
  private final Reader reader;

  private final Set<UUID> wanted = new LinkedHashSet<>();

  /** Of those to be read, the rows of the agenda that name them, where they are known. */
  private final Map<UUID, Names.Row> namesOfUnread = new HashMap<>();

  /** The organizations of which something was left out, because they have their share in memory. */
  private final Set<Integer> saturatedOrgs = new LinkedHashSet<>();

  Intake(Tenure tenure, Reader reader) {
    this.tenure = tenure;
    this.reader = reader;
  }

  /** The timer is to be read again. */
  void want(UUID scheduleId) {
    wanted.add(scheduleId);
  }

  boolean wantsAny() {
    return !wanted.isEmpty();
  }

  List<UUID> takeWanted(int most) {
    List<UUID> taken = wanted.stream().limit(most).toList();
    taken.forEach(wanted::remove);
    return taken;
  }

  Set<Integer> saturatedOrgs() {
    return saturatedOrgs;
  }

  boolean isSaturated(@Nullable Integer org) {
    return saturatedOrgs.contains(org);
  }

  /**
   * An organization that had more than its share and has worked off half of it, if there is one.
   */
  @Nullable Integer takeHungryOrg() {
    for (Integer org : saturatedOrgs) {
      if (tenure.held.count(org) <= tenure.config.maxHeldPerOrg() / 2) {
        saturatedOrgs.remove(org);
        return org;
      }
    }
    return null;
  }

  void take(Pass pass, Reading reading) {
    boolean overdue = pass.isOverdue();
    for (AgendaRow row : reading.rows()) {
      Names.Row name = new Names.Row(row.at(), row.size());
      row.sightings().forEach(seen -> hold(seen, name, overdue));
    }
    pass.readTo(reading.next());
  }

  void take(Pass pass, Naming naming) {
    int known = 0;
    int unknown = 0;
    for (NamedRow row : naming.rows()) {
      Names.Row name = new Names.Row(row.at(), row.scheduleIds().size());
      for (UUID id : row.scheduleIds()) {
        int shard = Timer.shardOf(id);
        if (reader.isOpen(shard)) {
          if (named(id, name, naming.changes().get(shard))) {
            known++;
          } else {
            unknown++;
          }
        }
      }
    }
    if (unknown > known) {
      pass.readTimers();
    }
    pass.readTo(naming.next());
  }

  /**
   * Holds a timer that the agenda names, if memory knows it; otherwise it is read.
   *
   * <p>A timer at rest is as the node's own run left it, while its shard's count of changes stands
   * where it stood then. If that is due in another bucket, the name is one it has moved on from.
   *
   * @param changes of its shard, when it was named
   */
  private boolean named(UUID id, Names.Row name, long changes) {
    Entry entry = tenure.held.find(id);
    if (entry != null) {
      if (!entry.spokenFor() && !isDueIn(name, entry.timer)) {
        want(id);
      }
      return true;
    }
    Rest rest = tenure.definitions.resting(id);
    if (rest == null || rest.changes() != changes) {
      want(id);
      namesOfUnread.put(id, name);
      return false;
    }
    if (rest.bucket() == name.bucket()) {
      hold(Objects.requireNonNull(tenure.definitions.wake(id)), name, false);
    }
    return true;
  }

  private static boolean isDueIn(Names.Row name, Timer timer) {
    Instant due = timer.dueAt();
    return due != null && Agenda.bucketOf(due) == name.bucket();
  }

  /** Timers that were asked for by their ids; those without an answer are gone. */
  void take(List<UUID> ids, List<Sighting> sightings) {
    Map<UUID, Sighting> found = new HashMap<>();
    sightings.forEach(seen -> found.put(seen.timer().scheduleId(), seen));
    for (UUID id : ids) {
      refreshed(id, found.get(id));
    }
  }

  private void refreshed(UUID id, @Nullable Sighting seen) {
    Names.Row name = namesOfUnread.remove(id);
    if (seen != null) {
      hold(seen, name != null && isDueIn(name, seen.timer()) ? name : null, false);
      return;
    }
    Entry entry = tenure.held.find(id);
    if (entry != null && !entry.spokenFor()) {
      tenure.held.remove(entry);
    }
  }

  /** Keeps a timer in memory if its slot is near and there is room for it. */
  private void hold(Sighting seen, Names.@Nullable Row name, boolean overdue) {
    Timer timer = seen.timer();
    if (tenure.held.removedMeanwhile(timer.scheduleId())) {
      // It may have been seen before a run of this node moved it, and nothing else would tell.
      want(timer.scheduleId());
      return;
    }
    Entry entry = tenure.held.find(timer.scheduleId());
    if (entry != null) {
      boolean outdated = timer.revision() - entry.timer.revision() > 0;
      if (timer.revision() == entry.timer.revision()) {
        entry.changes = Math.max(entry.changes, seen.changes());
      }
      if (entry.spokenFor() || !outdated) {
        return;
      }
      tenure.held.remove(entry);
    }
    Instant due = timer.dueAt();
    if (due == null || !reader.isOpen(timer.shard())) {
      return;
    }
    if (!reader.covers(timer.shard(), due)) {
      reader.dueLater(due);
      return;
    }
    if (tenure.held.full(timer.orgId())) {
      saturatedOrgs.add(timer.orgId());
      return;
    }
    Entry held = tenure.held.add(seen, overdue);
    held.name = name;
    tenure.loader.load(held);
  }
}
