package dev.carillon.server.store;

import static java.util.Objects.requireNonNull;

import dev.carillon.engine.store.Database.Tx;
import dev.carillon.engine.store.Param;
import dev.carillon.engine.store.ScheduleStore.Entry;
import dev.carillon.engine.store.Sql;
import dev.carillon.engine.store.Times;
import dev.carillon.server.store.PastStretch.Mark;
import dev.carillon.server.store.ScheduleOrder.Place;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Schedules in the order of their last run: the newest from the end of history, the others from the
 * timers.
 *
 * <p>For these, all timers are looked at, 320 ms for a million. A stretch of thousands is kept for
 * the next pages: of a stretch of the past, schedules leave when they run again, and none enters
 * but by a run that began then and ended since. Such a run is out of order, and has an index; an
 * import, which adds runs that ended long ago, leaves a mark. So for as long as nothing is swept,
 * those of the stretch and those that ended out of order are all that can be there, and the timers
 * say which are.
 */
final class PastRuns {

  private static final Sql KEYS = Statements.of("schedules/keys-by-last-run");
  private static final Sql BY_LAST_RUN = Statements.of("schedules/by-last-run");
  private static final Sql HOLDS = Statements.of("schedules/stretch-holds");
  private static final Sql QUIET = Statements.of("schedules/quiet-since");

  /** Kept of one look at all timers. */
  static final int STRETCH = 20_000;

  /** Timers looked at in one step, for a filter that most pass and for others. */
  private static final int STEP = 250;

  private static final int NEXT_STEP = 1_000;

  /** Of those that may pass a filter, however many an index names. */
  private static final int MOST_FETCHED = Look.Bounds.USUAL.scattered().all();

  /**
   * Of the three minutes that a stretch holds; from then on it is looked up again while it is used.
   */
  private static final Duration RENEWED = Duration.ofMinutes(2);

  /** The same where history ends, which moves on as time does. */
  private static final Duration RENEWED_BEHIND_HISTORY = Duration.ofSeconds(50);

  /** A run in order ends within half a minute of the slot that its id begins with. */
  private static final Duration IN_ORDER = Duration.ofSeconds(31);

  /**
   * A look at all timers.
   *
   * @param start the place that it begins behind; null for two minutes ago
   */
  record Key(int orgId, boolean down, @Nullable Mark start) {}

  private final Tenants tenants;
  private final LongLooks<Key, PastStretch> looks;
  private final PastStretches stretches;
  private final int small;
  private final int kept;

  /**
   * @param small of so many schedules a request looks at all timers itself
   * @param kept of one look at all timers
   */
  PastRuns(Tenants tenants, LookRoom room, int small, int kept) {
    this.tenants = tenants;
    this.small = small;
    this.kept = kept;
    looks = new LongLooks<>(room);
    stretches = new PastStretches(room);
  }

  Pages pages(Tx tx, int orgId, ScheduleFilter filter, ScheduleOrder order) {
    return new Pages(tx, orgId, filter, order);
  }

  /** What one request looks at. */
  final class Pages {

    private final Tx tx;
    private final int orgId;
    private final ScheduleFilter filter;
    private final ScheduleOrder order;
    private @Nullable PastStretch fresh;
    private boolean asked;

    private Pages(Tx tx, int orgId, ScheduleFilter filter, ScheduleOrder order) {
      this.tx = tx;
      this.orgId = orgId;
      this.filter = filter;
      this.order = order;
    }

    /** Whether nothing of history has to be looked at for what lies behind this place. */
    boolean knows(@Nullable Place after) {
      Mark start = Mark.of(order, after);
      return !start.equals(Mark.BEFORE_ALL)
          && (stretches.around(orgId, order.down(), start) != null
              || looks.isUnderWay(new Key(orgId, order.down(), start)));
    }

    /**
     * @param behindHistory whether the place is about where history ends for everybody
     */
    Look<Place> look(@Nullable Place after, boolean behindHistory, int rows, int most) {
      Mark start = Mark.of(order, after);
      if (fresh == null) {
        Look<Place> look = kept(start, rows, most);
        if (look != null) {
          return look;
        }
        // One look at all timers is enough for one request, and so is one wait for it.
        fresh = asked ? null : fresh(start, behindHistory);
        asked = true;
        if (fresh == null) {
          return new Look<>(List.of(), after == null ? order.beginning() : after, most);
        }
      } else if (fresh.behind(start).isEmpty()) {
        return new Look<>(List.of(), after, most);
      }
      Look<Place> look =
          requireNonNull(PastRuns.look(tx, fresh, null, filter, order, start, rows, most));
      boolean ended =
          fresh.marks().size() < PastRuns.this.kept
              && (fresh.marks().isEmpty()
                  || fresh.marks().getLast().place(order).equals(look.end()));
      return ended ? new Look<>(look.found(), null, look.looked()) : look;
    }

    /** From a stretch that holds; null when there is none. */
    private @Nullable Look<Place> kept(Mark start, int rows, int most) {
      PastStretches.Kept kept = stretches.around(orgId, order.down(), start);
      // With what ran of late, of which no stretch of the past knows, unless nothing did.
      boolean newest = order.down() && start.equals(Mark.BEFORE_ALL);
      if (kept == null || (newest && !quietSince(kept.past().taken()))) {
        return null;
      }
      PastStretch past = kept.past();
      Look<Place> look = PastRuns.look(tx, past, past.taken(), filter, order, start, rows, most);
      if (look != null) {
        lookAhead(kept, Mark.of(order, look.end()));
      }
      return look;
    }

    /** Nothing in order has run since then; what ran out of order is looked at in any case. */
    private boolean quietSince(Instant taken) {
      return tx.query(QUIET)
          .bind("org", orgId)
          .bind("from_id", new UUID(taken.minus(IN_ORDER).toEpochMilli() << 16, 0))
          .map((row, _) -> row.getBoolean("quiet"))
          .one();
    }

    /** So that those who go on reading meet no look at all timers. */
    private void lookAhead(PastStretches.Kept kept, Mark end) {
      Duration renewed = kept.key().start() == null ? RENEWED_BEHIND_HISTORY : RENEWED;
      if (stretches.isOlder(kept, renewed)) {
        once(kept.key(), kept.renewed());
      }
      if (kept.isNearlyOver(end, PastRuns.this.kept)) {
        Mark last = kept.past().marks().getLast();
        once(new Key(orgId, order.down(), last), kept.followed());
      }
    }

    /** What the timers say now, or said a moment ago; null while somebody is looking. */
    private @Nullable PastStretch fresh(Mark start, boolean behindHistory) {
      PastStretch recent = stretches.recent(orgId, order.down(), start);
      if (recent != null) {
        return recent;
      }
      if (!looks.isUnderWay(new Key(orgId, order.down(), start))
          && ScheduleLists.reach(tx, orgId, ScheduleLists.FIRST, small) == null) {
        return all(tx, new Key(orgId, order.down(), start));
      }
      if (behindHistory) {
        PastStretch shared = looked(null);
        if (shared == null || shared.covers(orgId, order.down(), start)) {
          return shared;
        }
      }
      return looked(start);
    }

    private @Nullable PastStretch looked(@Nullable Mark start) {
      Key key = new Key(orgId, order.down(), start);
      return looks.of(key, () -> PastRuns.this.looked(key));
    }
  }

  /** Ahead of need, and once for each stretch. */
  private void once(Key key, AtomicBoolean done) {
    if (done.compareAndSet(false, true) && !looks.ahead(key, () -> looked(key))) {
      done.set(false);
    }
  }

  private PastStretch looked(Key key) {
    PastStretch whole =
        LongLooks.alone(tenants, key.orgId(), "look at all last runs", tx -> all(tx, key));
    stretches.keep(key, whole);
    return whole;
  }

  private PastStretch all(Tx tx, Key key) {
    List<Mark> marks = new ArrayList<>();
    List<Instant> taken = new ArrayList<>();
    List<Mark> starts = new ArrayList<>();
    Mark start = key.start();
    UUID after = start == null ? ScheduleLists.LAST : start.id();
    tx.query(KEYS)
        .bind("org", key.orgId())
        .bind("sign", key.down() ? -1.0 : 1.0)
        .bind("key", start == null ? null : Double.valueOf(start.key()))
        .bind("after", after)
        .bind("most", kept)
        .map((row, _) -> {
          taken.add(requireNonNull(Times.read(row, "taken")));
          starts.add(new Mark(row.getDouble("start_key"), after));
          return new Mark(row.getDouble("key"), requireNonNull((UUID) row.getObject("id")));
        })
        .forEach(marks::add);
    return marks.isEmpty()
        ? new PastStretch(key.orgId(), key.down(), Mark.BEFORE_ALL, marks, Instant.EPOCH)
        : new PastStretch(key.orgId(), key.down(), starts.getFirst(), marks, taken.getFirst());
  }

  /**
   * Looks at the timers of a stretch, in steps.
   *
   * @param taken null when it has been looked up by this very request
   * @return null when the stretch is too old by now
   */
  static @Nullable Look<Place> look(
      Tx tx,
      PastStretch stretch,
      @Nullable Instant taken,
      ScheduleFilter filter,
      ScheduleOrder order,
      Mark start,
      int rows,
      int most) {
    List<Entry> page = new ArrayList<>();
    List<Mark> left = stretch.behind(start);
    left = left.subList(0, Math.min(left.size(), most));
    int looked = left.size();
    Mark from = start;
    boolean among = Among.indexed(filter);
    for (int step = STEP; !left.isEmpty() && page.size() < rows; step = NEXT_STEP) {
      if (among) {
        left = among(tx, stretch.orgId(), filter, left);
      }
      // What the first step did not find enough of, few of the next ones may be.
      among = step == STEP && !among && !filter.equals(ScheduleFilter.ALL);
      List<Mark> some = left.subList(0, Math.min(left.size(), Math.max(step, rows)));
      left = left.subList(some.size(), left.size());
      List<Entry> found =
          ScheduleSorts.entries(
              ScheduleSorts.filtered(tx.query(BY_LAST_RUN), filter)
                  .bind("org", stretch.orgId())
                  .bind("sign", stretch.down() ? -1.0 : 1.0)
                  .bind("ids", Param.uuids(some.stream().map(Mark::id).toList()).argument())
                  .bind("taken", Param.of(taken).argument())
                  .bind("key", from.key())
                  .bind("after", from.id())
                  .bind("end_key", some.getLast().key())
                  .bind("end_id", some.getLast().id())
                  .bind("limit", rows - page.size()));
      if (taken != null && found.isEmpty() && !holds(tx, stretch.orgId(), taken)) {
        return null;
      }
      page.addAll(found);
      from = some.getLast();
    }
    return new Look<>(page, from.place(order), looked);
  }

  /** Those that may pass the filter, and the last, where the look ends if they are not too many. */
  private static List<Mark> among(Tx tx, int orgId, ScheduleFilter filter, List<Mark> marks) {
    Set<UUID> ids = Among.these(tx, orgId, filter, marks.stream().map(Mark::id).toList());
    Mark last = marks.getLast();
    return marks.stream()
        .filter(mark -> mark.equals(last) || ids.contains(mark.id()))
        .limit(MOST_FETCHED)
        .toList();
  }

  private static boolean holds(Tx tx, int orgId, Instant taken) {
    return tx.query(HOLDS)
        .bind("org", orgId)
        .bind("taken", Param.of(taken).argument())
        .map((row, _) -> row.getBoolean("holds"))
        .one();
  }
}
