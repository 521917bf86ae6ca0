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
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** Schedules in the order of their next run, as the agenda names them. */
final class NextRuns {

  private static final Sql BY_AGENDA = Statements.of("schedules/by-agenda");
  private static final Sql BY_AGENDA_DOWN = Statements.of("schedules/by-agenda-down");

  private final Crowds crowds;

  NextRuns(Tenants tenants, LookRoom room, Look.Bounds bounds) {
    crowds = new Crowds(tenants, room, bounds);
  }

  /**
   * Looks at buckets of the agenda with no more names than that, or at one with more: timers in one
   * bucket are in no order.
   *
   * @param sorted of those that may pass the filter so many are fetched, and no others; null to
   *     fetch all there are
   */
  Look<Place> look(
      Tx tx,
      int orgId,
      ScheduleFilter filter,
      ScheduleOrder order,
      @Nullable Place after,
      int rows,
      int most,
      @Nullable Integer sorted) {
    Place start = after == null ? start(order) : after;
    Instant from = requireNonNull(ScheduleOrder.momentOf(start.key()));
    long bucket = Agenda.bucketOf(from);
    Agendas.Part part =
        order.down()
            ? Agendas.partBefore(tx, orgId, bucket, most)
            : Agendas.part(tx, orgId, bucket, most);
    if (part.crowded()) {
      Look<Place> crowd =
          crowds.look(tx, orgId, filter, order, start, end(order, part), rows, most, sorted);
      if (crowd != null) {
        return crowd;
      }
    }
    long first = order.down() ? part.bucket() : bucket;
    long last = order.down() ? bucket : part.bucket();
    Set<UUID> ids = sorted == null ? null : Among.buckets(tx, orgId, filter, first, last);
    if (sorted != null && ids != null && ids.size() > sorted && most > sorted) {
      // So many pass that fewer names fill the page.
      int fewer = Math.max(sorted, most / 2 * sorted / ids.size());
      Look<Place> look = look(tx, orgId, filter, order, after, rows, fewer, sorted);
      return new Look<>(look.found(), look.end(), Math.max(most, look.looked()));
    }
    Query query =
        query(tx, orgId, filter, order, start, rows)
            .bind("first_bucket", ids == null ? first : 1)
            .bind("last_bucket", ids == null ? last : 0)
            .bind("ids", Param.uuids(ids == null ? Set.of() : ids).argument())
            .bind("end", Param.of(part.end()).argument())
            .bind("end_id", order.down() ? ScheduleLists.LAST : ScheduleLists.FIRST);
    return new Look<>(ScheduleSorts.entries(query), end(order, part), most);
  }

  /** Those of these schedules that are due behind the one place, as far as the other. */
  static List<Entry> these(
      Tx tx,
      int orgId,
      ScheduleFilter filter,
      ScheduleOrder order,
      Collection<UUID> ids,
      Place start,
      Place end,
      int rows) {
    return ScheduleSorts.entries(
        query(tx, orgId, filter, order, start, rows)
            .bind("first_bucket", 1)
            .bind("last_bucket", 0)
            .bind("ids", Param.uuids(ids).argument())
            .bind("end", Param.of(ScheduleOrder.momentOf(end.key())).argument())
            .bind("end_id", end.id()));
  }

  private static Query query(
      Tx tx, int orgId, ScheduleFilter filter, ScheduleOrder order, Place start, int rows) {
    return ScheduleSorts.filtered(tx.query(order.down() ? BY_AGENDA_DOWN : BY_AGENDA), filter)
        .bind("org", orgId)
        .bind("from", Param.of(ScheduleOrder.momentOf(start.key())).argument())
        .bind("after", start.id())
        .bind("limit", rows);
  }

  private static Place start(ScheduleOrder order) {
    return new Place(
        ScheduleOrder.text(order.down() ? Agendas.END : Instant.EPOCH), ScheduleLists.FIRST);
  }

  /** Before all that are due at the moment that has not been looked at yet. */
  private static Place end(ScheduleOrder order, Agendas.Part part) {
    Instant next = order.down() ? part.end().minus(1, ChronoUnit.MICROS) : part.end();
    return new Place(
        part.whole() ? ScheduleOrder.NEVER : ScheduleOrder.text(next), ScheduleLists.FIRST);
  }
}
