package dev.carillon.server.store;

import static java.util.Objects.requireNonNull;

import dev.carillon.engine.store.Agenda;
import dev.carillon.engine.store.Database.Tx;
import dev.carillon.engine.store.Param;
import dev.carillon.engine.store.ScheduleStore.Entry;
import dev.carillon.engine.store.Sql;
import dev.carillon.server.store.ScheduleOrder.Place;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Schedules in the order of their next run, as the agenda names them. */
final class NextRuns {

  private static final Sql BY_AGENDA = Statements.of("schedules/by-agenda");
  private static final Sql BY_AGENDA_DOWN = Statements.of("schedules/by-agenda-down");

  private NextRuns() {}

  /**
   * Looks at buckets of the agenda with no more names than that, or at one with more: timers in one
   * bucket are in no order.
   *
   * @param sorted of those that may pass the filter so many are fetched, and no others; null to
   *     fetch all there are
   */
  static Look<Place> look(
      Tx tx,
      int orgId,
      ScheduleFilter filter,
      ScheduleOrder order,
      @Nullable Place after,
      int rows,
      int most,
      @Nullable Integer sorted) {
    Instant from =
        after != null
            ? requireNonNull(ScheduleOrder.momentOf(after.key()))
            : order.down() ? Agendas.END : Instant.EPOCH;
    Agendas.Part part =
        order.down()
            ? Agendas.partBefore(tx, orgId, Agenda.bucketOf(from), most)
            : Agendas.part(tx, orgId, Agenda.bucketOf(from), most);
    long first = order.down() ? part.bucket() : Agenda.bucketOf(from);
    long last = order.down() ? Agenda.bucketOf(from) : part.bucket();
    Set<UUID> ids = sorted == null ? null : Among.buckets(tx, orgId, filter, first, last);
    if (sorted != null && ids != null && ids.size() > sorted && most > sorted) {
      // So many pass that fewer names fill the page.
      int fewer = Math.max(sorted, most / 2 * sorted / ids.size());
      Look<Place> look = look(tx, orgId, filter, order, after, rows, fewer, sorted);
      return new Look<>(look.found(), look.end(), most);
    }
    List<Entry> found =
        ScheduleSorts.entries(
            ScheduleSorts.filtered(tx.query(order.down() ? BY_AGENDA_DOWN : BY_AGENDA), filter)
                .bind("org", orgId)
                .bind("first_bucket", ids == null ? first : 1)
                .bind("last_bucket", ids == null ? last : 0)
                .bind("ids", Param.uuids(ids == null ? Set.of() : ids).argument())
                .bind("from", Param.of(from).argument())
                .bind("after", after == null ? ScheduleLists.FIRST : after.id())
                .bind(order.down() ? "begin" : "end", Param.of(part.end()).argument())
                .bind("limit", rows));
    return new Look<>(found, end(order, part), most);
  }

  /** Before all that are due at the moment that has not been looked at yet. */
  private static Place end(ScheduleOrder order, Agendas.Part part) {
    Instant next = order.down() ? part.end().minus(1, ChronoUnit.MICROS) : part.end();
    return new Place(
        part.whole() ? ScheduleOrder.NEVER : ScheduleOrder.text(next), ScheduleLists.FIRST);
  }
}
