package dev.carillon.server.store;

import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.schedule.TargetKind;
import dev.carillon.engine.store.Database.Tx;
import dev.carillon.engine.store.Param;
import dev.carillon.engine.store.RowMappers;
import dev.carillon.engine.store.ScheduleStore.Entry;
import dev.carillon.engine.store.Sql;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** Schedules listed, filtered and found by their names. */
public final class ScheduleLists {

  private static final Sql LIST = Statements.of("schedules/list");
  private static final Sql LIST_BY_STATUS = Statements.of("schedules/list-by-status");
  private static final Sql LIST_BY_WORKFLOW = Statements.of("schedules/list-by-workflow");
  private static final Sql LIST_OF_AGENT = Statements.of("schedules/list-of-agent");
  private static final Sql WALK_NAMES = Statements.of("schedules/walk-names");
  private static final Sql SEARCH_NAMES = Statements.of("schedules/search-names");
  private static final Sql SEARCH_FILTERED = Statements.of("schedules/search-filtered");
  private static final Sql BY_NAMES = Statements.of("schedules/by-names");
  private static final Sql COUNT_BY_STATUS = Statements.of("schedules/count-by-status");

  private static final UUID BEGINNING = new UUID(0, 0);

  /** Names looked at one by one before their index is asked; about 5 ms. */
  private static final int WALK = 5_000;

  private final Tenants tenants;

  public ScheduleLists(Tenants tenants) {
    this.tenants = tenants;
  }

  /** In the order of their ids, which is that of their creation. */
  public List<Entry> list(int orgId, ScheduleFilter filter, @Nullable UUID after, int limit) {
    return tenants
        .of(orgId)
        .read(
            "list schedules",
            tx -> list(tx, orgId, filter, after == null ? BEGINNING : after, limit));
  }

  private static List<Entry> list(Tx tx, int orgId, ScheduleFilter filter, UUID after, int limit) {
    String sought = filter.sought();
    if (filter.visibleTo() != null || filter.agentId() != null) {
      return ofAgent(tx, orgId, filter, after, limit);
    }
    if (sought != null) {
      return named(tx, orgId, filter, sought, after, limit);
    }
    if (filter.workflowId() != null) {
      return entries(page(filtered(tx.query(LIST_BY_WORKFLOW), filter), orgId, after, limit));
    }
    if (filter.statuses() == null && filter.target() == null) {
      return entries(page(tx.query(LIST), orgId, after, limit));
    }
    return entries(page(pairs(tx.query(LIST_BY_STATUS), filter), orgId, after, limit));
  }

  /** Each status with each target: what the index of both can be asked for. */
  private static Query pairs(Query query, ScheduleFilter filter) {
    return query
        .bind("statuses", Param.texts(words(filter.statuses(), Status.values())).argument())
        .bind("targets", Param.texts(words(only(filter.target()), TargetKind.values())).argument());
  }

  private static @Nullable Collection<TargetKind> only(@Nullable TargetKind target) {
    return target == null ? null : List.of(target);
  }

  static List<String> words(@Nullable Collection<? extends Enum<?>> some, Enum<?>[] all) {
    return (some == null ? Arrays.asList(all) : some).stream().map(ScheduleLists::word).toList();
  }

  static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private static List<Entry> ofAgent(
      Tx tx, int orgId, ScheduleFilter filter, UUID after, int limit) {
    String agent = filter.visibleTo() == null ? filter.agentId() : filter.visibleTo();
    Query query =
        filtered(tx.query(LIST_OF_AGENT), filter)
            .bind("agent", Param.of(agent).argument())
            .bind("owned", filter.visibleTo() != null)
            .bind("agent_id", Param.of(filter.agentId()).argument())
            .bind("sought", Param.of(filter.sought()).argument());
    return entries(page(query, orgId, after, limit));
  }

  /**
   * What is common fills a page within the next few thousand names, unless few schedules pass the
   * rest of the filter. What is not is so rare that the index of names answers with few rows.
   */
  private static List<Entry> named(
      Tx tx, int orgId, ScheduleFilter filter, String sought, UUID after, int limit) {
    Query walk = filtered(tx.query(WALK_NAMES), filter).bind("most", WALK);
    List<Entry> near = entries(page(sought(walk, filter, sought), orgId, after, limit));
    if (near.size() >= limit) {
      return near;
    }
    Query rest =
        filter.statuses() == null && filter.target() == null
            ? tx.query(SEARCH_NAMES)
            : pairs(tx.query(SEARCH_FILTERED), filter).bind("most", WALK);
    return entries(page(sought(filtered(rest, filter), filter, sought), orgId, after, limit));
  }

  private static Query sought(Query query, ScheduleFilter filter, String sought) {
    return query.bind("sought", sought).bind("agent_id", Param.of(filter.agentId()).argument());
  }

  private static Query filtered(Query query, ScheduleFilter filter) {
    Collection<Status> statuses = filter.statuses();
    TargetKind target = filter.target();
    return query
        .bind(
            "status",
            statuses == null
                ? Param.of((@Nullable String) null).argument()
                : Param.texts(words(statuses, Status.values())).argument())
        .bind("target", Param.of(target == null ? null : word(target)).argument())
        .bind("workflow_id", Param.of(filter.workflowId()).argument());
  }

  private static Query page(Query query, int orgId, UUID after, int limit) {
    return query.bind("org", orgId).bind("after", after).bind("limit", limit);
  }

  private static List<Entry> entries(Query query) {
    return query.map(RowMappers.SCHEDULE).stream().flatMap(Optional::stream).toList();
  }

  /** Those that have one of these names or ids. */
  public List<Entry> named(int orgId, Collection<String> names, Collection<UUID> ids) {
    return tenants
        .of(orgId)
        .read(
            "find schedules by their names",
            tx ->
                entries(
                    tx.query(BY_NAMES)
                        .bind("org", orgId)
                        .bind("names", Param.texts(names).argument())
                        .bind("ids", Param.uuids(ids).argument())));
  }

  public Map<Status, Long> countByStatus(int orgId) {
    return tenants
        .of(orgId)
        .read(
            "count schedules",
            tx -> {
              Map<Status, Long> counts = new EnumMap<>(Status.class);
              tx.query(COUNT_BY_STATUS)
                  .bind("org", orgId)
                  .map((row, _) ->
                      Map.entry(
                          Status.valueOf(row.getString("status").toUpperCase(Locale.ROOT)),
                          row.getLong("schedules")))
                  .forEach(count -> counts.put(count.getKey(), count.getValue()));
              return counts;
            });
  }
}
