package dev.carillon.server.store;

import static java.util.Objects.requireNonNull;

import dev.carillon.engine.store.Database.Tx;
import dev.carillon.engine.store.Param;
import dev.carillon.engine.store.ScheduleStore.Entry;
import dev.carillon.engine.store.Sql;
import dev.carillon.engine.store.Times;
import dev.carillon.server.store.PastStretch.Mark;
import dev.carillon.server.store.ScheduleOrder.Place;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
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

  /** Kept of one look at all timers. */
  static final int STRETCH = 20_000;

  /** Timers looked at in one step, for a filter that most pass and for others. */
  private static final int STEP = 250;

  private static final int NEXT_STEP = 1_000;

  /** Of those that may pass a filter, however many an index names. */
  private static final int MOST_FETCHED = Look.Bounds.USUAL.scattered().all();

  private final PastStretches stretches = new PastStretches();
  private final int kept;

  /**
   * @param kept of one look at all timers
   */
  PastRuns(int kept) {
    this.kept = kept;
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

    private Pages(Tx tx, int orgId, ScheduleFilter filter, ScheduleOrder order) {
      this.tx = tx;
      this.orgId = orgId;
      this.filter = filter;
      this.order = order;
    }

    Look<Place> look(@Nullable Place after, int rows, int most) {
      Mark start = Mark.of(order, after);
      if (fresh == null) {
        PastStretch kept = stretches.around(orgId, order.down(), start);
        Look<Place> look =
            kept == null
                ? null
                : PastRuns.look(tx, kept, kept.taken(), filter, order, start, rows, most);
        if (look != null) {
          return look;
        }
      } else if (fresh.behind(start).isEmpty()) {
        // One look at all timers is enough for one request.
        return new Look<>(List.of(), after, most);
      }
      if (fresh == null) {
        fresh = all(tx, orgId, order.down(), start);
        if (fresh.marks().size() == PastRuns.this.kept) {
          stretches.keep(fresh.past());
        }
      }
      Look<Place> look =
          requireNonNull(PastRuns.look(tx, fresh, null, filter, order, start, rows, most));
      boolean ended =
          fresh.marks().size() < PastRuns.this.kept
              && (fresh.marks().isEmpty()
                  || fresh.marks().getLast().place(order).equals(look.end()));
      return ended ? new Look<>(look.found(), null, look.looked()) : look;
    }
  }

  private PastStretch all(Tx tx, int orgId, boolean down, Mark start) {
    List<Mark> marks = new ArrayList<>();
    List<Instant> taken = new ArrayList<>();
    tx.query(KEYS)
        .bind("org", orgId)
        .bind("sign", down ? -1.0 : 1.0)
        .bind("key", start.key())
        .bind("after", start.id())
        .bind("most", kept)
        .map((row, _) -> {
          taken.add(requireNonNull(Times.read(row, "taken")));
          return new Mark(row.getDouble("key"), requireNonNull((UUID) row.getObject("id")));
        })
        .forEach(marks::add);
    return new PastStretch(
        orgId, down, start, marks, taken.isEmpty() ? Instant.EPOCH : taken.getFirst());
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
