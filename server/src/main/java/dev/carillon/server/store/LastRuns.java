package dev.carillon.server.store;

import static java.util.Objects.requireNonNull;

import dev.carillon.engine.store.Database.Tx;
import dev.carillon.engine.store.Param;
import dev.carillon.engine.store.ScheduleStore;
import dev.carillon.engine.store.ScheduleStore.Entry;
import dev.carillon.engine.store.Sql;
import dev.carillon.engine.store.Times;
import dev.carillon.server.store.ScheduleOrder.Place;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Schedules in the order of their last run, newest first, as the end of history tells it.
 *
 * <p>History is swept, so that a schedule may have none of the run that its timer remembers. But
 * nothing is swept for some minutes, and what ran within these is what somebody who asks for the
 * newest mostly wants to see. Further back, all timers are looked at.
 */
final class LastRuns {

  private static final Sql REACH = Statements.of("schedules/history-reach");
  private static final Sql BY_HISTORY = Statements.of("schedules/by-history");

  /** Rows of history looked at; about 15 ms, and half a minute of 400 runs a second. */
  private static final int WALK = 12_000;

  /** Leaves a minute between the two statements in which nothing of what they read is swept. */
  private static final Duration SPARED = ScheduleStore.SPARED.minusMinutes(1);

  private static final UUID FIRST = new UUID(0, 0);

  private record Reach(UUID id, Instant since) {}

  /**
   * The beginning of a page.
   *
   * @param since the page has all that ran last since then
   */
  record Start(List<Entry> found, Instant since) {}

  private LastRuns() {}

  /** What the end of history has of the page, or null when it does not tell. */
  static @Nullable Start start(
      Tx tx,
      int orgId,
      ScheduleFilter filter,
      ScheduleOrder order,
      @Nullable Place after,
      int limit) {
    if (!order.down()) {
      return null;
    }
    Reach reach = reach(tx, orgId).orElse(null);
    if (reach == null || (after != null && before(after, reach.since()))) {
      return null;
    }
    List<Entry> found =
        ScheduleSorts.entries(
            ScheduleSorts.filtered(tx.query(BY_HISTORY), filter)
                .bind("org", orgId)
                .bind("from_id", reach.id())
                .bind("since", Param.of(reach.since()).argument())
                .bind("most", WALK)
                .bind("key", after == null ? Double.NEGATIVE_INFINITY : order.number(after.key()))
                .bind("after", after == null ? FIRST : after.id())
                .bind("limit", limit));
    return new Start(found, reach.since());
  }

  private static boolean before(Place place, Instant since) {
    Instant moment = ScheduleOrder.momentOf(place.key());
    return moment == null || moment.isBefore(since);
  }

  private static Optional<Reach> reach(Tx tx, int orgId) {
    return tx.query(REACH)
        .bind("org", orgId)
        .bind("most", WALK)
        .bind("spared_ms", SPARED.toMillis())
        .map((row, _) ->
            new Reach(
                requireNonNull((UUID) row.getObject("id")),
                requireNonNull(Times.read(row, "since"))))
        .findOne();
  }
}
