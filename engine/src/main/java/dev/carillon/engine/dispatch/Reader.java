package dev.carillon.engine.dispatch;

import dev.carillon.engine.store.Agenda;
import dev.carillon.engine.store.NodeStore.ShardLease;
import dev.carillon.engine.store.RunStore.AgendaRow;
import dev.carillon.engine.store.RunStore.Bookmark;
import dev.carillon.engine.store.RunStore.ReadQuery;
import dev.carillon.engine.store.RunStore.Reading;
import dev.carillon.engine.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Brings timers into memory before they are due.
 *
 * <p>Two kinds of passes through the agenda share the work. The <em>live</em> ones follow the
 * clock, always a little ahead of it, and look at every bucket once; notices tell of what changes
 * behind them. The <em>sweep</em> begins with the oldest bucket again and again: it takes up what
 * is overdue, and whatever a lost notice did not tell. So new slots never wait behind a backlog.
 *
 * <p>All that is to be read takes turns, one question each: a backlog delays the others by one.
 * Definitions have a lane of their own, see {@link Loader}.
 */
final class Reader {

  /** Few enough that holding them takes the loop's time for no more than a millisecond or two. */
  private static final int TIMERS_PER_READ = 1_000;

  private static final int IDS_PER_READ = 500;
  private static final long WAIT_FOR_ROOM = Duration.ofMillis(5).toNanos();

  /** Of more open runs than are read at once, the next are read when half of these have started. */
  private static final int FEW_WAIT = IDS_PER_READ / 2;

  /**
   * Of one organization's share in memory, what overdue timers may take: 20,000 by default, enough
   * for what begins and ends meanwhile. Of a million jobs, the process took 8.8 µs for each with
   * 100,000 in memory, 6.0 with 20,000 and 6.5 with 40,000.
   */
  private static final int PART_FOR_OVERDUE = 5;

  /** And what the sweep reads of it before it goes on to others: 5,000. */
  private static final int PART_FOR_SWEEP = 20;

  /** Those that stay open all the while would be read again and again. */
  private static final long BETWEEN_OPEN_RUNS = Duration.ofMillis(50).toNanos();

  /** A read that takes longer was held up by something else than what there is to read. */
  private static final long LONGEST_READ = Duration.ofSeconds(1).toNanos();

  /** What is read, in the order of its turns. */
  private enum Kind {
    TIMERS,
    OPEN_RUNS,
    LIVE,
    BACKLOG,
    SWEEP
  }

  private static final Kind[] KINDS = Kind.values();

  private final Tenure tenure;
  private final Intake intake;
  private final Retry retry = new Retry();

  private final Set<Integer> open = new TreeSet<>();

  /** The passes ahead that have not come to their end, the oldest first. */
  private final ArrayDeque<Pass> ahead = new ArrayDeque<>();

  private final Backlogs backlogs;

  private @Nullable Pass sweep;

  /** The last bucket that a live pass has come by, or is about to come by. */
  private long horizon = Long.MIN_VALUE;

  private int turnOf;
  private boolean asking;
  private boolean openRunsWanted;
  private long openRunsAt = Long.MIN_VALUE;
  private long moreOpenRunsAt = Long.MAX_VALUE;
  private boolean liveOutdated;
  private long liveAt = Long.MIN_VALUE;
  private long restUntil = Long.MIN_VALUE;
  private long sweepAt = Long.MIN_VALUE;
  private long sweepTook;

  Reader(Tenure tenure) {
    this.tenure = tenure;
    intake = new Intake(tenure, this);
    backlogs = new Backlogs(partOfShare(PART_FOR_SWEEP));
  }

  /** Shards were opened: their slots are read from now on, and what is overdue by the sweep. */
  void opened(List<ShardLease> leases) {
    if (open.isEmpty()) {
      horizon = lookAheadTo();
    }
    Set<Integer> shards = leases.stream().map(ShardLease::shard).collect(Collectors.toSet());
    open.addAll(shards);
    ahead.addFirst(Pass.live(aMomentAgo(), horizon, shards));
    liveAt = tenure.nanos();
    sweep = null;
    backlogs.clear();
    sweepAt = tenure.nanos();
    openRunsWanted = true;
  }

  /** The bucket that is to be in memory now. */
  private long lookAheadTo() {
    return Agenda.bucketOf(tenure.now().plus(tenure.config.lookAhead()));
  }

  private Bookmark aMomentAgo() {
    return Bookmark.afterBucket(Agenda.bucketOf(tenure.now().minusSeconds(1)) - 1);
  }

  void closed(int shard) {
    open.remove(shard);
  }

  /** Reads the timer again; what memory knows of it is outdated. */
  void refresh(UUID scheduleId) {
    intake.want(scheduleId);
  }

  /**
   * The books say when a schedule is due next, to this node, whose write it was. Its timer is read
   * again only where memory has to know it.
   */
  void planned(UUID scheduleId, int shard, @Nullable Instant nextDue) {
    boolean near = nextDue != null && covers(shard, nextDue);
    if (near || tenure.held.find(scheduleId) != null) {
      refresh(scheduleId);
    } else {
      dueLater(nextDue);
    }
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

  boolean isOpen(int shard) {
    return open.contains(shard);
  }

  /** True when no live pass will come by this due time of the shard any more. */
  boolean covers(int shard, Instant due) {
    return Agenda.bucketOf(due) <= horizon && open.contains(shard);
  }

  /** A timer beyond the horizon is due then: the next live pass must not begin too late for it. */
  void dueLater(@Nullable Instant due) {
    if (due != null) {
      liveAt = Math.min(liveAt, comesIntoView(Agenda.bucketOf(due)));
    }
  }

  private long comesIntoView(long bucket) {
    return nanosAt(Agenda.beginningOf(bucket)) - tenure.config.lookAhead().toNanos();
  }

  long turn(long nanos) {
    if (asking || open.isEmpty() || tenure.stopping()) {
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
    if (tenure.waiting.size() < FEW_WAIT) {
      wake = Math.min(wake, moreOpenRunsAt);
    }
    if (!ahead.isEmpty()) {
      wake = Math.min(wake, restUntil);
    }
    return tenure.held.full() ? Math.max(wake, nanos + WAIT_FOR_ROOM) : wake;
  }

  private void askIfWanted(Kind kind, long nanos) {
    boolean room = !tenure.held.full();
    switch (kind) {
      case TIMERS -> {
        if (intake.wantsAny()) {
          askTimers();
        }
      }
      case OPEN_RUNS -> {
        boolean more = nanos >= moreOpenRunsAt && tenure.waiting.size() < FEW_WAIT;
        if (openRunsWanted || more || nanos >= openRunsAt) {
          askOpenRuns(nanos);
        }
      }
      case LIVE -> {
        if (nanos >= liveAt) {
          moveHorizon(nanos);
        }
        Pass next = ahead.peekFirst();
        if (room && next != null && nanos >= restUntil) {
          askLive(next);
        }
      }
      case BACKLOG -> {
        takeHungryOrg();
        if (room && tenure.loader.hasRoom()) {
          Pass next = backlogs.next(this::hasRoomForOverdue);
          if (next != null) {
            askBacklog(next);
          }
        }
      }
      case SWEEP -> {
        if (room && nanos >= sweepAt && tenure.loader.hasRoom()) {
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
    tenure.held.forgetRemovals();
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

  /**
   * Begins a pass through the buckets that have come into view. They are covered from this moment:
   * whatever is planned into them while the pass is under way must be kept in memory, because the
   * pass may not show it.
   */
  private void moveHorizon(long nanos) {
    long upTo = lookAheadTo();
    // From here on, whatever wants an earlier look while the pass is under way is kept.
    liveAt = Long.MAX_VALUE;
    if (liveOutdated) {
      liveOutdated = false;
      ahead.clear();
      ahead.add(Pass.live(aMomentAgo(), horizon, open));
    }
    if (upTo > horizon) {
      ahead.add(Pass.live(Bookmark.afterBucket(horizon), upTo, open));
      horizon = upTo;
    } else {
      liveAt = Math.max(comesIntoView(horizon + 1), nanos + WAIT_FOR_ROOM);
    }
  }

  /** Asks for timers, or for their names where many rest in memory. */
  private void askLive(Pass pass) {
    long sent = tenure.nanos();
    ReadQuery query = pass.query(TIMERS_PER_READ, intake.saturatedOrgs());
    if (pass.byNames() && tenure.definitions.anyRest()) {
      ask(
          "read names ahead",
          store -> store.names(query),
          naming -> {
            tenure.time.learn(naming.now(), sent, tenure.nanos());
            intake.take(pass, naming);
            cameTo(pass, naming.nextDue(), sent);
          },
          () -> {});
    } else {
      ask(
          "read ahead",
          store -> store.read(query),
          reading -> {
            tenure.time.learn(reading.now(), sent, tenure.nanos());
            intake.take(pass, reading);
            cameTo(pass, reading.nextDue(), sent);
          },
          () -> {});
    }
  }

  private void cameTo(Pass pass, @Nullable Instant nextDue, long sent) {
    rest(pass, sent);
    if (pass.finished()) {
      ahead.remove(pass);
      dueLater(nextDue);
    }
  }

  /**
   * Reading leaves half of its time to everything else, unless what it reads is due soon: a bucket
   * of many timers would otherwise delay those that are due meanwhile.
   */
  private void rest(Pass pass, long began) {
    long nanos = tenure.nanos();
    long soon = nanosAt(Agenda.beginningOf(pass.upTo())) - tenure.config.lookAhead().toNanos() / 4;
    restUntil = nanos < soon ? nanos + (nanos - began) : nanos;
  }

  private void askSweep(long nanos) {
    if (sweep == null) {
      sweep = Pass.sweep(Agenda.bucketOf(tenure.now()), open);
      sweepTook = 0;
      backlogs.sweep();
      tenure.reconciler.soon();
    }
    Pass pass = sweep;
    Set<Integer> others = new HashSet<>(intake.saturatedOrgs());
    others.addAll(backlogs.orgs());
    ReadQuery query = pass.query(TIMERS_PER_READ, others);
    ask("sweep", store -> store.read(query), reading -> swept(pass, reading, nanos), () -> {});
  }

  private void swept(Pass pass, Reading reading, long sent) {
    intake.take(pass, reading);
    // Neither an outage nor a process that stood still makes the backlog large.
    sweepTook += Math.min(tenure.nanos() - sent, LONGEST_READ);
    if (pass == sweep) {
      countSwept(pass, reading);
    }
    if (pass.finished() && pass == sweep) {
      sweep = null;
      // A sweep that took long, because the backlog is large, is not begun again at once.
      sweepAt = tenure.nanos() + Math.max(tenure.config.pollInterval().toNanos(), 10 * sweepTook);
    }
  }

  private boolean hasRoomForOverdue(int org) {
    return tenure.held.overdue(org) < partOfShare(PART_FOR_OVERDUE);
  }

  private int partOfShare(int part) {
    return Math.max(1, tenure.config.maxHeldPerOrg() / part);
  }

  private void countSwept(Pass pass, Reading reading) {
    for (AgendaRow row : reading.rows()) {
      if (!row.sightings().isEmpty()) {
        int org = row.sightings().getFirst().timer().orgId();
        // With its whole share in memory it is read from its beginning when there is room for it.
        if (!intake.isSaturated(org)) {
          backlogs.swept(pass, org, row.sightings().size());
        }
      }
    }
  }

  /**
   * An organization that had more than its share in memory and has worked off half of it is read
   * from its beginning.
   */
  private void takeHungryOrg() {
    Integer org = intake.takeHungryOrg();
    if (org != null) {
      backlogs.put(org, Pass.of(org, Agenda.bucketOf(tenure.now()), open));
    }
  }

  private void askBacklog(Pass pass) {
    int org = Objects.requireNonNull(pass.org());
    ReadQuery query = pass.query(TIMERS_PER_READ, Set.of());
    ask(
        "read backlog",
        store -> store.read(query),
        reading -> {
          intake.take(pass, reading);
          if (pass.finished() || intake.isSaturated(org)) {
            backlogs.remove(org, pass);
          }
        },
        () -> {});
  }

  private void askTimers() {
    List<UUID> ids = intake.takeWanted(IDS_PER_READ);
    ask(
        "read timers",
        store -> store.sightings(ids),
        sightings -> intake.take(ids, sightings),
        () -> ids.forEach(intake::want));
  }

  private void askOpenRuns(long nanos) {
    openRunsWanted = false;
    openRunsAt = nanos + tenure.config.pollInterval().toNanos();
    moreOpenRunsAt = Long.MAX_VALUE;
    List<Integer> shards = List.copyOf(open);
    // As far ahead as the next look, so that a retry starts at its moment and not at that look.
    Instant upTo = tenure.now().plus(tenure.config.pollInterval()).plus(tenure.config.lookAhead());
    ask(
        "read open runs",
        store -> store.dueOpenRuns(shards, upTo, IDS_PER_READ),
        runs -> {
          tenure.waiting.hold(runs);
          // There may be more. Those read need attention first, so none of the others is late while
          // many of these wait.
          if (runs.size() == IDS_PER_READ) {
            moreOpenRunsAt = tenure.nanos() + BETWEEN_OPEN_RUNS;
          }
        },
        () -> openRunsWanted = true);
  }

  private long nanosAt(Instant instant) {
    return tenure.time.nanosAt(DatabaseTime.micros(instant));
  }
}
