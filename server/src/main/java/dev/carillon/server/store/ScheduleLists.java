package dev.carillon.server.store;

import static java.util.Objects.requireNonNull;

import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.schedule.TargetKind;
import dev.carillon.engine.store.Database.Tx;
import dev.carillon.engine.store.Param;
import dev.carillon.engine.store.RowMappers;
import dev.carillon.engine.store.ScheduleStore.Entry;
import dev.carillon.engine.store.Sql;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** Schedules listed, filtered and found by their names. */
public final class ScheduleLists {

  private static final Sql LIST = Statements.of("schedules/list");
  private static final Sql LIST_BY_STATUS = Statements.of("schedules/list-by-status");
  private static final Sql LIST_BY_WORKFLOW = Statements.of("schedules/list-by-workflow");
  private static final Sql LIST_OF_AGENT = Statements.of("schedules/list-of-agent");
  private static final Sql WALK_NAMES = Statements.of("schedules/walk-names");
  private static final Sql WALK_FILTERED = Statements.of("schedules/walk-filtered");
  private static final Sql REACH = Statements.of("schedules/reach");
  private static final Sql REACH_BY_TARGET = Statements.of("schedules/reach-by-target");
  private static final Sql REACH_OF_WORKFLOW = Statements.of("schedules/reach-of-workflow");
  private static final Sql REACH_OF_AGENT = Statements.of("schedules/reach-of-agent");
  private static final Sql BY_NAMES = Statements.of("schedules/by-names");
  private static final Sql COUNT_BY_STATUS = Statements.of("schedules/count-by-status");

  static final UUID FIRST = new UUID(0, 0);
  static final UUID LAST = new UUID(-1, -1);

  /** What one request looks at: so far as the one statement says, by the other. */
  private record Walk(Look.Bound bound, Supplier<Query> reach, Supplier<Query> list) {}

  private final Tenants tenants;
  private final LookRoom room;
  private final Look.Bounds bounds;

  public ScheduleLists(Tenants tenants, LookRoom room) {
    this(tenants, room, Look.Bounds.USUAL);
  }

  ScheduleLists(Tenants tenants, LookRoom room, Look.Bounds bounds) {
    this.tenants = tenants;
    this.room = room;
    this.bounds = bounds;
  }

  /** In the order of their ids, which is that of their creation. */
  public Listed<UUID> list(int orgId, ScheduleFilter filter, @Nullable UUID after, int limit) {
    return tenants
        .inOrder(orgId)
        .read(
            "list schedules", tx -> list(tx, orgId, filter, after == null ? FIRST : after, limit));
  }

  /**
   * The same for readers that take a page which is not full for the last one: looks again and
   * again, until it is full or nothing is left.
   */
  public Listed<UUID> full(int orgId, ScheduleFilter filter, @Nullable UUID after, int limit) {
    Listed<UUID> part = list(orgId, filter, after, limit);
    List<Entry> found = new ArrayList<>(part.entries());
    while (part.next() != null && found.size() < limit) {
      part = list(orgId, filter, part.next(), limit - found.size());
      found.addAll(part.entries());
    }
    return new Listed<>(found, part.next());
  }

  private Listed<UUID> list(Tx tx, int orgId, ScheduleFilter filter, UUID after, int limit) {
    Walk walk = walk(tx, filter);
    if (walk == null) {
      Query query =
          filter.statuses() == null && filter.target() == null
              ? tx.query(LIST)
              : pairs(tx.query(LIST_BY_STATUS), filter);
      List<Entry> found = entries(page(query, orgId, after, limit + 1));
      return Look.page(found, limit, entry -> entry.schedule().id(), null);
    }
    return Look.page(
        after,
        limit,
        walk.bound(),
        room.whileTimely(),
        (from, rows, most) -> look(walk, orgId, from == null ? FIRST : from, rows, most),
        () -> rare(tx, orgId, filter, after, limit + 1, walk.bound().few()),
        entry -> entry.schedule().id());
  }

  private static Look<UUID> look(Walk walk, int orgId, UUID after, int rows, int most) {
    UUID end = reach(walk.reach().get().bind("most", most), orgId, after);
    List<Entry> found =
        entries(
            page(walk.list().get(), orgId, after, rows)
                .bind("end", end == null ? LAST : end)
                // What is added on this side of the end meanwhile is looked at too.
                .bind("most", 2 * most));
    return new Look<>(found, end, most);
  }

  /** How far the next rows of the organization reach, in the order of ids; null for all. */
  static @Nullable UUID reach(Tx tx, int orgId, UUID after, int most) {
    return reach(tx.query(REACH).bind("most", most), orgId, after);
  }

  private static @Nullable UUID reach(Query query, int orgId, UUID after) {
    return query
        .bind("org", orgId)
        .bind("after", after)
        .map((row, _) -> requireNonNull((UUID) row.getObject("id")))
        .findOne()
        .orElse(null);
  }

  /** What is looked at one by one, or null when an index has just those that pass the filter. */
  private @Nullable Walk walk(Tx tx, ScheduleFilter filter) {
    boolean unpaired = filter.statuses() == null && filter.target() == null;
    if (filter.visibleTo() != null || filter.agentId() != null) {
      return new Walk(
          bounds.probed(),
          () -> agent(tx.query(REACH_OF_AGENT), filter),
          () -> agent(ScheduleSorts.filtered(tx.query(LIST_OF_AGENT), filter), filter));
    }
    if (filter.workflowId() != null) {
      return new Walk(
          bounds.probed(),
          () -> tx.query(REACH_OF_WORKFLOW).bind("workflow_id", filter.workflowId()),
          () -> ScheduleSorts.filtered(tx.query(LIST_BY_WORKFLOW), filter));
    }
    if (filter.sought() == null) {
      return null;
    }
    return unpaired
        ? new Walk(
            bounds.along(),
            () -> tx.query(REACH),
            () -> tx.query(WALK_NAMES).bind("sought", filter.sought()))
        : new Walk(
            bounds.probed(),
            () -> pairs(tx.query(REACH_BY_TARGET), filter),
            () -> pairs(tx.query(WALK_FILTERED), filter).bind("sought", filter.sought()));
  }

  private static Query agent(Query query, ScheduleFilter filter) {
    return query
        .bind("agent", filter.visibleTo() == null ? filter.agentId() : filter.visibleTo())
        .bind("owned", filter.visibleTo() != null);
  }

  /** What is in few names is found by their index. */
  private static @Nullable List<Entry> rare(
      Tx tx, int orgId, ScheduleFilter filter, UUID after, int rows, int most) {
    return filter.sought() == null
        ? null
        : Few.page(
            tx,
            orgId,
            filter,
            row -> RunLists.unsigned(row.id(), after) > 0,
            (one, other) -> RunLists.unsigned(one.id(), other.id()),
            rows,
            most);
  }

  /** Each status with each target: what the index of both can be asked for. */
  static Query pairs(Query query, ScheduleFilter filter) {
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
