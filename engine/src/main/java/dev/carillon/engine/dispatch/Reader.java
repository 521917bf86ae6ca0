package dev.carillon.engine.dispatch;

import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.NodeStore.ShardLease;
import dev.carillon.engine.store.RunStore.Range;
import dev.carillon.engine.store.RunStore.ReadQuery;
import dev.carillon.engine.store.RunStore.Reading;
import dev.carillon.engine.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Brings timers into memory before they are due.
 *
 * <p>Two passes share the work. The <em>live</em> pass follows the clock, always a little ahead of
 * it, and looks at every due time once; notices tell of what changes behind it. The <em>sweep</em>
 * begins with the oldest due time again and again: it takes up what is overdue, and whatever a lost
 * notice did not tell. So new slots never wait behind a backlog.
 *
 * <p>All that is to be read takes turns, one question each: a backlog, whose definitions take many
 * questions, delays the others by one.
 */
final class Reader {

  private static final UUID LAST_ID = new UUID(-1, -1);
  private static final Instant FIRST_DUE = Instant.EPOCH;
  private static final int ROWS_PER_READ = 8_192;
  private static final int IDS_PER_READ = 2_000;
  private static final long WAIT_FOR_ROOM = Duration.ofMillis(5).toNanos();

  /** What is read, in the order of its turns. */
  private enum Kind {
    TIMERS,
    DEFINITIONS,
    OPEN_RUNS,
    LIVE,
    ORGANIZATION,
    SWEEP
  }

  private static final Kind[] KINDS = Kind.values();

  private final Tenure tenure;
  private final Retry retry = new Retry();

  /** How far the live pass has come, or is about to come, in each open shard. */
  private final Map<Integer, Range> live = new TreeMap<>();

  private final Map<Integer, Range> sweep = new TreeMap<>();
  private final Set<UUID> refresh = new LinkedHashSet<>();
  private final FairQueue<Entry> toLoad = new FairQueue<>();
  private final Set<Integer> saturatedOrgs = new LinkedHashSet<>();

  private int turnOf;
  private boolean asking;
  private boolean openRunsWanted;
  private long openRunsAt = Long.MIN_VALUE;
  private boolean liveOutdated;
  private boolean liveUnfinished;
  private long liveAt = Long.MIN_VALUE;
  private long lastLiveAt = Long.MIN_VALUE / 2;
  private long sweepAt = Long.MIN_VALUE;
  private long sweepBeganAt;

  Reader(Tenure tenure) {
    this.tenure = tenure;
  }

  /** Shards were opened: their slots are read from now on, and what is overdue by the sweep. */
  void opened(List<ShardLease> leases) {
    Instant now = tenure.now();
    for (ShardLease lease : leases) {
      live.put(lease.shard(), Range.from(lease.shard(), now.minusSeconds(1)));
      sweep.put(lease.shard(), Range.from(lease.shard(), FIRST_DUE));
    }
    liveAt = tenure.nanos();
    lastLiveAt = liveAt - tenure.config.lookAhead().toNanos();
    sweepAt = tenure.nanos();
    sweepBeganAt = tenure.nanos();
    openRunsWanted = true;
  }

  void closed(int shard) {
    live.remove(shard);
    sweep.remove(shard);
  }

  /** Reads the timer again; what memory knows of it is outdated. */
  void refresh(UUID scheduleId) {
    refresh.add(scheduleId);
  }

  void openRunsSoon() {
    openRunsWanted = true;
  }

  /** Reads everything again, because notices may have been lost. */
  void sweepSoon() {
    sweepAt = Math.min(sweepAt, tenure.nanos());
  }

  /** Reads what lies ahead again from its beginning, because many timers changed. */
  void readAgainSoon() {
    liveOutdated = true;
    liveAt = Math.min(liveAt, tenure.nanos());
    sweepSoon();
  }

  /** True when the live pass will not come by this due time of the shard any more. */
  boolean covers(int shard, Instant due) {
    Range passed = live.get(shard);
    return passed != null && !due.isAfter(passed.afterDue());
  }

  /** A timer outside the window is due then: the live pass must not sleep past it. */
  void dueLater(@Nullable Instant due) {
    if (due != null) {
      long ahead = tenure.config.lookAhead().toNanos();
      liveAt = Math.min(liveAt, Math.max(nanosAt(due) - ahead, lastLiveAt + ahead / 2));
    }
  }

  long turn(long nanos) {
    if (asking || live.isEmpty() || tenure.stopping()) {
      return Long.MAX_VALUE;
    }
    if (nanos < retry.at()) {
      return retry.at();
    }
    for (int i = 0; i < KINDS.length && !asking; i++) {
      Kind kind = KINDS[turnOf];
      turnOf = (turnOf + 1) % KINDS.length;
      askIfWanted(kind, nanos);
    }
    return asking ? Long.MAX_VALUE : whenNeeded(nanos);
  }

  /** With no room in memory there is nothing to read until some of it has been worked off. */
  private long whenNeeded(long nanos) {
    long wake = Math.min(openRunsAt, Math.min(liveAt, sweepAt));
    return tenure.held.full() ? Math.max(wake, nanos + WAIT_FOR_ROOM) : wake;
  }

  private void askIfWanted(Kind kind, long nanos) {
    boolean room = !tenure.held.full();
    switch (kind) {
      case TIMERS -> {
        if (!refresh.isEmpty()) {
          askTimers();
        }
      }
      case DEFINITIONS -> askDefinitions();
      case OPEN_RUNS -> {
        if (openRunsWanted || nanos >= openRunsAt) {
          askOpenRuns(nanos);
        }
      }
      case LIVE -> {
        if (room && (liveUnfinished || nanos >= liveAt)) {
          askLive(nanos);
        }
      }
      case ORGANIZATION -> {
        Integer org = hungryOrg();
        if (org != null && toLoad.isEmpty()) {
          askOrg(org);
        }
      }
      case SWEEP -> {
        if (room && nanos >= sweepAt && toLoad.isEmpty()) {
          askSweep(nanos);
        }
      }
    }
  }

  private <R> void ask(
      String name,
      java.util.function.Function<dev.carillon.engine.store.Store, R> question,
      java.util.function.Consumer<R> answered,
      Runnable failed) {
    asking = true;
    tenure.ask(
        Lane.READ,
        name,
        question,
        answer -> {
          asking = false;
          retry.succeeded();
          answered.accept(answer);
        },
        (StoreException problem) -> {
          asking = false;
          retry.failed(tenure.nanos(), problem);
          failed.run();
        });
  }

  private void askLive(long nanos) {
    if (liveOutdated) {
      liveOutdated = false;
      Instant beginning = tenure.now().minusSeconds(1);
      live.replaceAll((shard, _) -> Range.from(shard, beginning));
    }
    List<Range> from = List.copyOf(live.values());
    Instant upTo = tenure.now().plus(tenure.config.lookAhead());
    long sent = tenure.nanos();
    // Covered from this moment: whatever is planned into the window while the question is under
    // way must be kept in memory, because the answer may not show it.
    live.replaceAll((shard, range) -> range.afterDue().isBefore(upTo) ? end(shard, upTo) : range);
    lastLiveAt = nanos;
    // From here on, whatever wants an earlier look while the question is under way is kept.
    liveAt = Long.MAX_VALUE;
    ask(
        "read ahead",
        store -> store.read(new ReadQuery(from, upTo, perShard(from.size()), null)),
        reading -> liveAnswered(reading, sent),
        () -> {
          from.forEach(range -> live.replace(range.shard(), range));
          liveUnfinished = true;
        });
  }

  private static Range end(int shard, Instant upTo) {
    return new Range(shard, upTo, LAST_ID);
  }

  private void liveAnswered(Reading reading, long sent) {
    tenure.time.learn(reading.now(), sent, tenure.nanos());
    reading.unfinished().forEach(range -> live.replace(range.shard(), range));
    liveUnfinished = !reading.unfinished().isEmpty();
    long ahead = tenure.config.lookAhead().toNanos();
    reading.timers().forEach(this::hold);
    dueLater(reading.nextDue());
    if (liveUnfinished) {
      liveAt = Math.min(liveAt, lastLiveAt + ahead / 2);
    }
  }

  private void askSweep(long nanos) {
    if (sweep.isEmpty()) {
      live.keySet().forEach(shard -> sweep.put(shard, Range.from(shard, FIRST_DUE)));
      sweepBeganAt = nanos;
      tenure.reconciler.soon();
    }
    List<Range> from = List.copyOf(sweep.values());
    Instant upTo = tenure.now().plus(tenure.config.lookAhead().dividedBy(2));
    ask(
        "sweep",
        store -> store.read(new ReadQuery(from, upTo, perShard(from.size()), null)),
        this::swept,
        // An outage does not make the backlog large; only what was answered counts as taking long.
        () -> sweepBeganAt = tenure.nanos());
  }

  private void swept(Reading reading) {
    reading.timers().forEach(this::hold);
    sweep.keySet().retainAll(reading.unfinished().stream().map(Range::shard).toList());
    reading.unfinished().forEach(range -> sweep.replace(range.shard(), range));
    if (sweep.isEmpty()) {
      // A sweep that took long, because the backlog is large, is not begun again at once.
      long took = tenure.nanos() - sweepBeganAt;
      sweepAt = tenure.nanos() + Math.max(tenure.config.pollInterval().toNanos(), 10 * took);
    }
  }

  /** An organization that had more than its share, and has worked off half of it; or null. */
  private @Nullable Integer hungryOrg() {
    for (Integer org : saturatedOrgs) {
      if (tenure.held.count(org) <= tenure.config.maxHeldPerOrg() / 2) {
        return org;
      }
    }
    return null;
  }

  private void askOrg(int org) {
    saturatedOrgs.remove(org);
    List<Range> from = live.keySet().stream().map(shard -> Range.from(shard, FIRST_DUE)).toList();
    Instant upTo = tenure.now();
    ask(
        "read organization",
        store -> store.read(new ReadQuery(from, upTo, perShard(from.size()), org)),
        reading -> {
          reading.timers().forEach(this::hold);
          if (!reading.unfinished().isEmpty()) {
            saturatedOrgs.add(org);
          }
        },
        () -> saturatedOrgs.add(org));
  }

  private static int perShard(int shards) {
    return Math.max(64, ROWS_PER_READ / Math.max(1, shards));
  }

  private void askTimers() {
    List<UUID> ids = take(refresh);
    ask(
        "read timers",
        store -> store.timers(ids),
        timers -> {
          Map<UUID, Timer> found = new HashMap<>();
          timers.forEach(timer -> found.put(timer.scheduleId(), timer));
          for (UUID id : ids) {
            refreshed(id, found.get(id));
          }
        },
        () -> refresh.addAll(ids));
  }

  private void refreshed(UUID id, @Nullable Timer timer) {
    if (timer != null) {
      hold(timer);
      return;
    }
    Entry entry = tenure.held.find(id);
    if (entry != null && !entry.spokenFor()) {
      tenure.held.remove(entry);
    }
  }

  private static List<UUID> take(Set<UUID> ids) {
    List<UUID> taken = ids.stream().limit(IDS_PER_READ).toList();
    taken.forEach(ids::remove);
    return taken;
  }

  private void askOpenRuns(long nanos) {
    openRunsWanted = false;
    openRunsAt = nanos + tenure.config.pollInterval().toNanos();
    List<Integer> shards = List.copyOf(live.keySet());
    // As far ahead as the next look, so that a retry starts at its moment and not at that look.
    Instant upTo = tenure.now().plus(tenure.config.pollInterval()).plus(tenure.config.lookAhead());
    ask(
        "read open runs",
        store -> store.dueOpenRuns(shards, upTo, IDS_PER_READ),
        tenure.waiting::hold,
        () -> openRunsWanted = true);
  }

  /** Keeps a timer in memory if its slot is near and there is room for it. */
  private void hold(Timer timer) {
    Entry entry = tenure.held.find(timer.scheduleId());
    if (entry != null) {
      boolean outdated = timer.revision() - entry.timer.revision() > 0;
      if (entry.spokenFor() || !outdated) {
        return;
      }
      tenure.held.remove(entry);
    }
    Instant due = timer.dueAt();
    if (due == null || !live.containsKey(timer.shard())) {
      return;
    }
    if (!covers(timer.shard(), due)) {
      dueLater(due);
      return;
    }
    if (tenure.held.full(timer.orgId())) {
      saturatedOrgs.add(timer.orgId());
      return;
    }
    Entry held = tenure.held.add(timer);
    Schedule schedule = tenure.definitions.find(timer.scheduleId(), timer.version());
    if (schedule == null) {
      toLoad.add(timer.orgId(), held);
    } else {
      held.schedule = schedule;
      tenure.held.watch(held);
    }
  }

  private void askDefinitions() {
    List<Entry> entries = new ArrayList<>();
    while (entries.size() < IDS_PER_READ && !toLoad.isEmpty()) {
      Entry entry = toLoad.poll(_ -> true);
      if (entry != null && entry.stage == Entry.Stage.LOADING) {
        entries.add(entry);
      }
    }
    if (entries.isEmpty()) {
      return;
    }
    List<UUID> ids = entries.stream().map(entry -> entry.timer.scheduleId()).toList();
    ask(
        "read definitions",
        store -> store.definitions(ids),
        schedules -> {
          Map<UUID, Schedule> found = new HashMap<>();
          schedules.forEach(schedule -> found.put(schedule.id(), schedule));
          entries.forEach(entry -> loaded(entry, found.get(entry.timer.scheduleId())));
        },
        () -> entries.reversed().forEach(entry -> toLoad.addFirst(entry.org(), entry)));
  }

  private void loaded(Entry entry, @Nullable Schedule schedule) {
    if (entry.stage != Entry.Stage.LOADING) {
      return;
    }
    if (schedule != null && schedule.version() == entry.timer.version()) {
      tenure.definitions.put(schedule);
      entry.schedule = schedule;
      tenure.held.watch(entry);
      return;
    }
    tenure.held.remove(entry);
    if (schedule != null) {
      refresh.add(entry.timer.scheduleId());
    }
  }

  private long nanosAt(Instant instant) {
    return tenure.time.nanosAt(DatabaseTime.micros(instant));
  }
}
