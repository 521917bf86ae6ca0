package dev.carillon.server.store;

import static java.util.Objects.requireNonNull;

import dev.carillon.engine.store.Database.Tx;
import dev.carillon.engine.store.Param;
import dev.carillon.engine.store.ScheduleStore.Entry;
import dev.carillon.engine.store.Sql;
import dev.carillon.engine.store.Times;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/**
 * Schedules that pass a filter of which one part lets few through: found by the index of that part,
 * and sorted here.
 */
final class Few {

  private static final Sql IDS_NAMED = Statements.of("schedules/ids-named");
  private static final Sql IDS_OF_WORKFLOW = Statements.of("schedules/ids-of-workflow");
  private static final Sql IDS_OF_AGENT = Statements.of("schedules/ids-of-agent");
  private static final Sql IDS_BY_STATUS = Statements.of("schedules/ids-by-status");
  private static final Sql KEYS_OF_THESE = Statements.of("schedules/keys-of-these");
  private static final Sql BY_NAMES = Statements.of("schedules/by-names");

  /** What a schedule can be sorted by. */
  record Row(
      UUID id, String name, String status, @Nullable Instant dueAt, @Nullable Instant lastRunAt) {}

  private Few() {}

  /**
   * The first of those that are left.
   *
   * @param most as many are few
   * @return null when every part of the filter lets more through
   */
  static @Nullable List<Entry> page(
      Tx tx,
      int orgId,
      ScheduleFilter filter,
      Predicate<Row> left,
      Comparator<Row> order,
      int rows,
      int most) {
    List<UUID> ids = ids(tx, orgId, filter, most);
    if (ids == null) {
      return null;
    }
    List<UUID> page =
        rows(tx, orgId, filter, ids).stream()
            .filter(left)
            .sorted(order)
            .limit(rows)
            .map(Row::id)
            .toList();
    Map<UUID, Entry> found = new HashMap<>();
    ScheduleSorts.entries(
            tx.query(BY_NAMES)
                .bind("org", orgId)
                .bind("names", Param.texts(List.of()).argument())
                .bind("ids", Param.uuids(page).argument()))
        .forEach(entry -> found.put(entry.schedule().id(), entry));
    return page.stream()
        .map(found::get)
        .filter(Objects::nonNull)
        .map(Objects::requireNonNull)
        .toList();
  }

  /** All that pass the part of the filter which lets few through. */
  private static @Nullable List<UUID> ids(Tx tx, int orgId, ScheduleFilter filter, int most) {
    String agent = filter.visibleTo() == null ? filter.agentId() : filter.visibleTo();
    List<UUID> ids = null;
    if (agent != null) {
      boolean owned = filter.visibleTo() != null;
      ids = few(tx.query(IDS_OF_AGENT).bind("agent", agent).bind("owned", owned), orgId, most);
    }
    if (ids == null && filter.workflowId() != null) {
      ids = few(tx.query(IDS_OF_WORKFLOW).bind("workflow_id", filter.workflowId()), orgId, most);
    }
    if (ids == null && (filter.statuses() != null || filter.target() != null)) {
      ids = few(ScheduleLists.pairs(tx.query(IDS_BY_STATUS), filter), orgId, most);
    }
    if (ids == null && filter.sought() != null) {
      ids = few(tx.query(IDS_NAMED).bind("sought", filter.sought()), orgId, most);
    }
    return ids;
  }

  private static @Nullable List<UUID> few(Query query, int orgId, int most) {
    List<Optional<UUID>> ids =
        query
            .bind("org", orgId)
            .bind("most", most + 1)
            .map((row, _) -> Optional.ofNullable((UUID) row.getObject("id")))
            .list();
    return ids.size() > most || !ids.stream().allMatch(Optional::isPresent)
        ? null
        : ids.stream().flatMap(Optional::stream).toList();
  }

  private static List<Row> rows(Tx tx, int orgId, ScheduleFilter filter, List<UUID> ids) {
    return ScheduleSorts.filtered(tx.query(KEYS_OF_THESE), filter)
        .bind("org", orgId)
        .bind("ids", Param.uuids(ids).argument())
        .map((row, _) ->
            new Row(
                requireNonNull((UUID) row.getObject("id")),
                requireNonNull(row.getString("name")),
                requireNonNull(row.getString("status")),
                Times.read(row, "due_at"),
                Times.read(row, "last_run_at")))
        .list();
  }
}
