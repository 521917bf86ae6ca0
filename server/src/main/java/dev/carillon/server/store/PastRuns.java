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

  /** Kept of one look at all timers. */
  private static final int STRETCH = 5_000;

  /** Timers looked at in one step, for a filter that most pass and for others. */
  private static final int STEP = 250;

  private static final int NEXT_STEP = 1_000;

  private final PastStretches stretches = new PastStretches();

  /** The page, or null when fewer of the stretch behind the place pass the filter. */
  @Nullable List<Entry> page(
      Tx tx,
      int orgId,
      ScheduleFilter filter,
      ScheduleOrder order,
      @Nullable Place after,
      int limit) {
    Mark start = after == null ? Mark.BEFORE_ALL : new Mark(order.number(after.key()), after.id());
    PastStretch kept = stretches.around(orgId, order.down(), start);
    if (kept != null) {
      List<Entry> page = page(tx, kept, kept.taken(), filter, start, limit);
      if (page.size() >= limit) {
        return page;
      }
    }
    PastStretch fresh = look(tx, orgId, order.down(), start);
    List<Entry> page = page(tx, fresh, null, filter, start, limit);
    if (fresh.marks().size() == STRETCH) {
      stretches.keep(fresh.past());
      return page.size() >= limit ? page : null;
    }
    return page;
  }

  private static PastStretch look(Tx tx, int orgId, boolean down, Mark start) {
    List<Mark> marks = new ArrayList<>();
    List<Instant> taken = new ArrayList<>();
    tx.query(KEYS)
        .bind("org", orgId)
        .bind("sign", down ? -1.0 : 1.0)
        .bind("key", start.key())
        .bind("after", start.id())
        .bind("most", STRETCH)
        .map((row, _) -> {
          taken.add(requireNonNull(Times.read(row, "taken")));
          return new Mark(row.getDouble("key"), requireNonNull((UUID) row.getObject("id")));
        })
        .forEach(marks::add);
    return new PastStretch(
        orgId, down, start, marks, taken.isEmpty() ? Instant.EPOCH : taken.getFirst());
  }

  private static List<Entry> page(
      Tx tx,
      PastStretch stretch,
      @Nullable Instant taken,
      ScheduleFilter filter,
      Mark start,
      int limit) {
    List<Entry> page = new ArrayList<>();
    List<Mark> left = stretch.behind(start);
    Mark from = start;
    for (int step = STEP; !left.isEmpty() && page.size() < limit; step = NEXT_STEP) {
      List<Mark> some = left.subList(0, Math.min(left.size(), Math.max(step, limit)));
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
                  .bind("limit", limit - page.size()));
      if (taken != null && found.isEmpty()) {
        return page; // Most likely it is too old by now.
      }
      page.addAll(found);
      from = some.getLast();
    }
    return page;
  }
}
