package dev.carillon.server.store;

import dev.carillon.engine.store.Agenda;
import dev.carillon.engine.store.Database.Tx;
import dev.carillon.engine.store.Param;
import dev.carillon.engine.store.ScheduleStore.Entry;
import dev.carillon.engine.store.Sql;
import dev.carillon.server.store.ScheduleOrder.Place;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** Schedules in the order of their next run, as the agenda names them. */
final class NextRuns {

  private static final Sql BY_AGENDA = Statements.of("schedules/by-agenda");
  private static final Sql BY_AGENDA_DOWN = Statements.of("schedules/by-agenda-down");

  private static final UUID FIRST = new UUID(0, 0);

  private NextRuns() {}

  /** The page, or null when so many names do not tell. */
  static @Nullable List<Entry> page(
      Tx tx,
      int orgId,
      ScheduleFilter filter,
      ScheduleOrder order,
      @Nullable Place after,
      int limit,
      int mostNames) {
    Instant from =
        after != null
            ? ScheduleOrder.momentOf(after.key())
            : order.down() ? Agendas.END : Instant.EPOCH;
    if (from == null) {
      return null;
    }
    Agendas.Part part =
        order.down()
            ? Agendas.partBefore(tx, orgId, Agenda.bucketOf(from), mostNames)
            : Agendas.part(tx, orgId, Agenda.bucketOf(from), mostNames);
    Query query =
        ScheduleSorts.filtered(tx.query(order.down() ? BY_AGENDA_DOWN : BY_AGENDA), filter)
            .bind("org", orgId)
            .bind("first_bucket", order.down() ? part.bucket() : Agenda.bucketOf(from))
            .bind("last_bucket", order.down() ? Agenda.bucketOf(from) : part.bucket())
            .bind("from", Param.of(from).argument())
            .bind("after", after == null ? FIRST : after.id())
            .bind(order.down() ? "begin" : "end", Param.of(part.end()).argument())
            .bind("limit", limit);
    List<Entry> found = ScheduleSorts.entries(query);
    if (found.size() >= limit || !part.whole()) {
      return found.size() >= limit ? found : null;
    }
    return Absences.behind(found, tx, orgId, filter, order, limit);
  }
}
