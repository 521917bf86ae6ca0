package dev.carillon.server.store;

import static java.util.Objects.requireNonNull;

import dev.carillon.engine.store.Database.Tx;
import dev.carillon.engine.store.Param;
import dev.carillon.engine.store.Sql;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.statement.Query;

/**
 * Which of many schedules may pass a filter, said before any of their timers is fetched. What is
 * shown still has to pass all of it.
 */
final class Among {

  private static final Sql AMONG = Statements.of("schedules/among");

  private Among() {}

  /** Whether an index says so, without a look at those that do not pass. */
  static boolean indexed(ScheduleFilter filter) {
    return filter.workflowId() != null || filter.agentId() != null || filter.visibleTo() != null;
  }

  static Set<UUID> these(Tx tx, int orgId, ScheduleFilter filter, Collection<UUID> ids) {
    return ids(tx, orgId, filter, 1, 0, ids);
  }

  /** Those that these buckets of the agenda name. */
  static Set<UUID> buckets(Tx tx, int orgId, ScheduleFilter filter, long first, long last) {
    return ids(tx, orgId, filter, first, last, List.of());
  }

  private static Set<UUID> ids(
      Tx tx, int orgId, ScheduleFilter filter, long first, long last, Collection<UUID> ids) {
    Query query =
        part(ScheduleSorts.filtered(tx.query(AMONG), filter), filter)
            .bind("org", orgId)
            .bind("first_bucket", first)
            .bind("last_bucket", last)
            .bind("ids", Param.uuids(ids).argument());
    return new HashSet<>(query.map((row, _) -> requireNonNull((UUID) row.getObject("id"))).list());
  }

  /** The part of the filter that has an index. */
  static Query part(Query query, ScheduleFilter filter) {
    boolean owned = filter.visibleTo() != null;
    return query
        .bind("workflow_id", Param.of(filter.workflowId()).argument())
        .bind("agent", Param.of(owned ? filter.visibleTo() : filter.agentId()).argument())
        .bind("owned", owned);
  }
}
