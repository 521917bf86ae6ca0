package dev.carillon.server.store;

import static java.util.Objects.requireNonNull;

import dev.carillon.engine.store.Database.Tx;
import dev.carillon.engine.store.Param;
import dev.carillon.engine.store.ScheduleStore;
import dev.carillon.engine.store.Sql;
import dev.carillon.engine.store.Times;
import dev.carillon.server.store.PastStretch.Mark;
import dev.carillon.server.store.ScheduleOrder.Place;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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
  private static final Sql KEYS = Statements.of("schedules/keys-by-history");

  /** Rows of history looked at; about 15 ms, and half a minute of 400 runs a second. */
  private static final int WALK = 12_000;

  /** Leaves a minute between the statements in which nothing of what they read is swept. */
  private static final Duration SPARED = ScheduleStore.SPARED.minusMinutes(1);

  /** So long ago that whoever joins another's look at the past finds it there. */
  private static final Duration PAST = Duration.ofSeconds(160);

  /**
   * @param at when that was so
   */
  private record Reach(UUID id, Instant since, Instant at) {}

  private final Tx tx;
  private final int orgId;
  private final ScheduleFilter filter;
  private final ScheduleOrder order;
  private final int most;
  private @Nullable PastStretch newest;
  private boolean cut;
  private @Nullable Reach reach;

  /**
   * @param most schedules that are looked at by one request; 5 ms for a thousand
   */
  LastRuns(Tx tx, int orgId, ScheduleFilter filter, ScheduleOrder order, int most) {
    this.tx = tx;
    this.orgId = orgId;
    this.filter = filter;
    this.order = order;
    this.most = most;
  }

  /** What the end of history has behind the place, or null when it does not tell. */
  @Nullable Look<Place> look(@Nullable Place after, int rows, int left) {
    Mark start = Mark.of(order, after);
    if (newest == null) {
      newest = newest(after, start);
    }
    if (!newest.behind(start).isEmpty()) {
      return PastRuns.look(tx, newest, null, filter, order, start, rows, left);
    }
    // Where it was cut there may be more, but not for this request.
    return cut ? new Look<>(List.of(), after, left) : null;
  }

  /** Whether this place is about where history ends, for everybody who asks these minutes. */
  boolean endsAbout(@Nullable Place place) {
    Instant moment = place == null ? null : ScheduleOrder.momentOf(place.key());
    return reach != null
        && moment != null
        && moment.isBefore(reach.at().minus(PAST))
        && moment.isAfter(reach.at().minus(ScheduleStore.SPARED));
  }

  /** All that ran last since the moment that history reaches back to, or the first of these. */
  private PastStretch newest(@Nullable Place after, Mark start) {
    reach = reach().orElse(null);
    List<Mark> marks = new ArrayList<>();
    if (reach != null && (after == null || !before(after, reach.since()))) {
      tx.query(KEYS)
          .bind("org", orgId)
          .bind("from_id", reach.id())
          .bind("since", Param.of(reach.since()).argument())
          .bind("walk", WALK)
          .bind("most", most)
          .bind("key", start.key())
          .bind("after", start.id())
          .map((row, _) ->
              new Mark(row.getDouble("key"), requireNonNull((UUID) row.getObject("id"))))
          .forEach(marks::add);
      cut = marks.size() == most;
      if (!marks.isEmpty() && !cut) {
        // So much is known of what comes behind the last: it ran before.
        marks.add(Mark.behind(order, reach.since()));
      }
    }
    return new PastStretch(orgId, true, start, marks, Instant.EPOCH);
  }

  private static boolean before(Place place, Instant since) {
    Instant moment = ScheduleOrder.momentOf(place.key());
    return moment == null || moment.isBefore(since);
  }

  private Optional<Reach> reach() {
    return tx.query(REACH)
        .bind("org", orgId)
        .bind("most", WALK)
        .bind("spared_ms", SPARED.toMillis())
        .map((row, _) ->
            new Reach(
                requireNonNull((UUID) row.getObject("id")),
                requireNonNull(Times.read(row, "since")),
                requireNonNull(Times.read(row, "at"))))
        .findOne();
  }
}
