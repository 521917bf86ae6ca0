package dev.carillon.engine.store;

import dev.carillon.engine.schedule.IntervalFrom;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.ScheduleStore.Entry;
import dev.carillon.engine.timing.Once;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * New schedules whose timers share a row, because they come due together and are alike: see {@code
 * V012__gather_cohorts.sql}. Which schedules do so changes nothing of what they do.
 *
 * @param members in the order of their bits
 */
record Cohort(List<Entry> members) {

  /** Fewer save less than a row of their own costs when they part. */
  static final int FEWEST = 8;

  /** As many as a number has bits besides its sign. */
  static final int MOST = 63;

  /** Members' payloads are read together, so large ones stay by themselves. */
  private static final int LONGEST_PAYLOAD = 1_024;

  private static final UUID NOBODY = new UUID(0, 0);

  Cohort {
    members = List.copyOf(members);
  }

  Timer timer() {
    return members.getFirst().timer();
  }

  List<UUID> scheduleIds() {
    return members.stream().map(entry -> entry.schedule().id()).toList();
  }

  /** What members have in common. */
  private record Likeness(int shard, Instant slotAt, Instant dueAt, Schedule schedule) {}

  /** Those of these schedules that are many enough of a kind, sorted into cohorts. */
  static List<Cohort> among(List<Entry> entries) {
    if (entries.size() < FEWEST) {
      return List.of();
    }
    Map<Likeness, List<Entry>> alike = new LinkedHashMap<>();
    for (Entry entry : entries) {
      if (mayJoin(entry)) {
        alike.computeIfAbsent(likeness(entry), _ -> new ArrayList<>()).add(entry);
      }
    }
    List<Cohort> cohorts = new ArrayList<>();
    alike.values().forEach(members -> split(members, cohorts));
    return cohorts;
  }

  /** Into parts of about the same size. */
  private static void split(List<Entry> members, List<Cohort> into) {
    if (members.size() < FEWEST) {
      return;
    }
    int parts = (members.size() + MOST - 1) / MOST;
    for (int i = 0; i < parts; i++) {
      int from = members.size() * i / parts;
      into.add(new Cohort(members.subList(from, members.size() * (i + 1) / parts)));
    }
  }

  /** What ends by itself, or counts from its completion, would leave at its first run. */
  private static boolean mayJoin(Entry entry) {
    Schedule schedule = entry.schedule();
    String payload = schedule.payload();
    return schedule.status() == Status.ACTIVE
        && entry.timer().equals(Timer.fresh(schedule, entry.timer().slotAt()))
        && entry.timer().slotAt() != null
        && (payload == null || payload.length() <= LONGEST_PAYLOAD)
        && !(schedule.slots().timing() instanceof Once)
        && schedule.slots().window().endAt() == null
        && schedule.slots().intervalFrom() == IntervalFrom.SLOT
        && schedule.policies().totalRepeats() == 0;
  }

  private static Likeness likeness(Entry entry) {
    Timer timer = entry.timer();
    return new Likeness(
        timer.shard(),
        Objects.requireNonNull(timer.slotAt()),
        Objects.requireNonNull(timer.dueAt()),
        member(entry.schedule(), NOBODY, "nobody", null));
  }

  /** The definition of a member, of that of another one and what is the member's own. */
  static Schedule member(Schedule like, UUID id, String name, @Nullable String payload) {
    return new Schedule(
        id,
        like.orgId(),
        name,
        like.description(),
        like.slots(),
        like.target(),
        payload,
        like.policies(),
        like.owner(),
        like.status(),
        like.statusReason(),
        like.version(),
        like.createdAt(),
        like.updatedAt());
  }
}
