package dev.carillon.server.store;

import static java.util.Objects.requireNonNull;

import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.schedule.TargetKind;
import dev.carillon.engine.store.Database.Tx;
import dev.carillon.engine.store.Param;
import dev.carillon.engine.store.RowMappers;
import dev.carillon.engine.store.ScheduleStore.Entry;
import dev.carillon.engine.store.Sql;
import dev.carillon.engine.store.Times;
import dev.carillon.server.store.ScheduleOrder.By;
import dev.carillon.server.store.ScheduleOrder.Place;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/**
 * Schedules listed in an order of the reader's choice.
 *
 * <p>Names and statuses have an index; walking along it fills a page soon when most schedules pass
 * the filter. When few do, those few are found by the filter's own index and sorted here. The times
 * of runs have no index, since every run would have to write it. The next ones are named in the
 * agenda, and the end of history tells the last ones; beyond, all timers are looked at, about 30 ms
 * for 100,000.
 */
public final class ScheduleSorts {

  private static final Sql BY_NAME = Statements.of("schedules/by-name");
  private static final Sql BY_NAME_DOWN = Statements.of("schedules/by-name-down");
  private static final Sql BY_STATUS = Statements.of("schedules/by-status");
  private static final Sql BY_STATUS_DOWN = Statements.of("schedules/by-status-down");
  private static final Sql BY_NEXT_RUN = Statements.of("schedules/by-next-run");
  private static final Sql BY_TIME_FILTERED = Statements.of("schedules/by-time-filtered");
  private static final Sql KEYS_NAMED = Statements.of("schedules/keys-named");
  private static final Sql KEYS_OF_WORKFLOW = Statements.of("schedules/keys-of-workflow");
  private static final Sql KEYS_OF_AGENT = Statements.of("schedules/keys-of-agent");
  private static final Sql KEYS_BY_STATUS = Statements.of("schedules/keys-by-status");
  private static final Sql BY_NAMES = Statements.of("schedules/by-names");

  private static final UUID FIRST = new UUID(0, 0);
  private static final UUID LAST = new UUID(-1, -1);

  /** Behind every name and every status. */
  private static final String END = "\uDBFF\uDFFF".repeat(4);

  private static final String END_OF_STATUSES = "zzzz";

  /** Rows looked at along an index before the filter's own index is asked. */
  private static final int WALK = 5_000;

  /** Names of the agenda looked at before the filter's own index is asked. */
  private static final int WALK_AGENDA = 2_000;

  /** The same when too many pass the filter to be sorted, and still few of all. */
  private static final int WALK_AGENDA_FURTHER = 8_000;

  /** Of the timers in order, those whose schedules are held against the filter first. */
  private static final int WALK_TIMERS = 2_000;

  /** Schedules that are sorted here at most; if more pass the filter, walking is quicker. */
  private static final int FEW = 1_000;

  private record Row(UUID id, String key) {}

  private final Tenants tenants;
  private final PastRuns pastRuns = new PastRuns();

  public ScheduleSorts(Tenants tenants) {
    this.tenants = tenants;
  }

  public List<Entry> list(
      int orgId, ScheduleFilter filter, ScheduleOrder order, @Nullable Place after, int limit) {
    return tenants
        .of(orgId)
        .read("list schedules in order", tx -> list(tx, orgId, filter, order, after, limit));
  }

  private List<Entry> list(
      Tx tx,
      int orgId,
      ScheduleFilter filter,
      ScheduleOrder order,
      @Nullable Place after,
      int limit) {
    boolean all = filter.equals(ScheduleFilter.ALL);
    if (order.byTime()) {
      return byTime(tx, orgId, filter, order, after, limit);
    }
    List<Entry> near = walk(tx, orgId, filter, order, after, null, limit);
    if (all || near.size() >= limit) {
      return near;
    }
    List<Entry> few = few(tx, orgId, filter, order, after, limit);
    return few == null ? walk(tx, orgId, filter, order, after, filter, limit) : few;
  }

  /**
   * @param whole null to look at the next few thousand rows only; otherwise all are looked at
   */
  private static List<Entry> walk(
      Tx tx,
      int orgId,
      ScheduleFilter filter,
      ScheduleOrder order,
      @Nullable Place after,
      @Nullable ScheduleFilter whole,
      int limit) {
    boolean names = order.by() == By.NAME;
    Sql sql =
        names ? order.down() ? BY_NAME_DOWN : BY_NAME : order.down() ? BY_STATUS_DOWN : BY_STATUS;
    String end = names ? END : END_OF_STATUSES;
    Place start =
        after != null ? after : order.down() ? new Place(end, LAST) : new Place("", FIRST);
    Query query =
        filtered(tx.query(sql), filter)
            .bind("org", orgId)
            .bind("key", start.key())
            .bind("after", start.id())
            .bind("most", whole == null ? WALK : Integer.MAX_VALUE)
            .bind("limit", limit);
    return entries(
        names
            ? query.bind("only", Param.of(whole == null ? null : whole.sought()).argument())
            : query);
  }

  /**
   * From the agenda or from history while these tell; then from the filter's own index, if few pass
   * it; then from the timers in their order; at last from all that pass the filter.
   */
  private List<Entry> byTime(
      Tx tx,
      int orgId,
      ScheduleFilter filter,
      ScheduleOrder order,
      @Nullable Place after,
      int limit) {
    boolean all = filter.equals(ScheduleFilter.ALL);
    List<Entry> near = near(tx, orgId, filter, order, after, limit, WALK_AGENDA);
    if (near == null && !all) {
      near = few(tx, orgId, filter, order, after, limit);
    }
    if (near == null && order.by() == By.LAST_RUN_AT) {
      near = pastRuns.page(tx, orgId, filter, order, after, limit);
    } else if (near == null) {
      near = near(tx, orgId, filter, order, after, limit, WALK_AGENDA_FURTHER);
      near = near == null ? soonest(tx, orgId, filter, order, after, limit) : near;
    }
    return near == null
        ? entries(
            byTime(tx.query(BY_TIME_FILTERED), orgId, filter, order, after, limit)
                .bind("by", order.by() == By.NEXT_RUN_AT ? "next_run_at" : "last_run_at"))
        : near;
  }

  /** Of the next timers in order, those that pass the filter; null when they fill no page. */
  private static @Nullable List<Entry> soonest(
      Tx tx,
      int orgId,
      ScheduleFilter filter,
      ScheduleOrder order,
      @Nullable Place after,
      int limit) {
    boolean all = filter.equals(ScheduleFilter.ALL);
    List<Entry> first =
        entries(
            byTime(tx.query(BY_NEXT_RUN), orgId, filter, order, after, limit)
                .bind("most", all ? limit : WALK_TIMERS));
    return all || first.size() >= limit ? first : null;
  }

  private static @Nullable List<Entry> near(
      Tx tx,
      int orgId,
      ScheduleFilter filter,
      ScheduleOrder order,
      @Nullable Place after,
      int limit,
      int mostNames) {
    boolean behindAll = after != null && ScheduleOrder.momentOf(after.key()) == null;
    if (behindAll || (after == null && order.by() == By.NEXT_RUN_AT && hasNoNext(filter))) {
      return Absences.page(tx, orgId, filter, order, after == null ? FIRST : after.id(), limit);
    }
    if (order.by() == By.NEXT_RUN_AT) {
      return NextRuns.page(tx, orgId, filter, order, after, limit, mostNames);
    }
    LastRuns.Start start = LastRuns.start(tx, orgId, filter, order, after, limit);
    return start == null || start.found().size() < limit ? null : start.found();
  }

  /** Whoever leaves the active life has no slot ahead. */
  private static boolean hasNoNext(ScheduleFilter filter) {
    return filter.statuses() != null && !filter.statuses().contains(Status.ACTIVE);
  }

  private static Query byTime(
      Query query,
      int orgId,
      ScheduleFilter filter,
      ScheduleOrder order,
      @Nullable Place after,
      int limit) {
    return filtered(query, filter)
        .bind("org", orgId)
        .bind("sign", order.down() ? -1.0 : 1.0)
        .bind("key", after == null ? Double.NEGATIVE_INFINITY : order.number(after.key()))
        .bind("after", after == null ? FIRST : after.id())
        .bind("limit", limit);
  }

  /** The page sorted here, or null when too many pass the filter. */
  private static @Nullable List<Entry> few(
      Tx tx,
      int orgId,
      ScheduleFilter filter,
      ScheduleOrder order,
      @Nullable Place after,
      int limit) {
    Query query = keys(tx, filter);
    if (query == null) {
      return null;
    }
    List<Row> rows = query.bind("org", orgId).bind("most", FEW + 1).map(row(order)).list();
    if (rows.size() > FEW) {
      return null;
    }
    Comparator<Row> comparator = comparator(order);
    List<UUID> page =
        rows.stream()
            .filter(row ->
                after == null || comparator.compare(row, new Row(after.id(), after.key())) > 0)
            .sorted(comparator)
            .limit(limit)
            .map(Row::id)
            .toList();
    Map<UUID, Entry> found = new HashMap<>();
    entries(
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

  private static @Nullable Query keys(Tx tx, ScheduleFilter filter) {
    String agent = filter.visibleTo() == null ? filter.agentId() : filter.visibleTo();
    if (agent != null) {
      return filtered(tx.query(KEYS_OF_AGENT), filter)
          .bind("agent", agent)
          .bind("owned", filter.visibleTo() != null);
    }
    String sought = filter.sought();
    if (filter.workflowId() != null) {
      return filtered(tx.query(KEYS_OF_WORKFLOW), filter);
    }
    if (sought != null) {
      return filtered(tx.query(KEYS_NAMED), filter);
    }
    return tx.query(KEYS_BY_STATUS)
        .bind(
            "statuses",
            Param.texts(ScheduleLists.words(filter.statuses(), Status.values())).argument())
        .bind(
            "targets",
            Param.texts(
                    ScheduleLists.words(
                        filter.target() == null ? null : List.of(filter.target()),
                        TargetKind.values()))
                .argument());
  }

  private static RowMapper<Row> row(ScheduleOrder order) {
    return (row, _) ->
        new Row(
            requireNonNull((UUID) row.getObject("id")),
            switch (order.by()) {
              case NAME -> requireNonNull(row.getString("name"));
              case STATUS -> requireNonNull(row.getString("status"));
              case NEXT_RUN_AT -> ScheduleOrder.text(Times.read(row, "due_at"));
              case LAST_RUN_AT -> ScheduleOrder.text(Times.read(row, "last_run_at"));
            });
  }

  /** As the statements have it: words by their bytes, and ids behind their key. */
  private static Comparator<Row> comparator(ScheduleOrder order) {
    Comparator<Row> ids = (one, other) -> RunLists.unsigned(one.id(), other.id());
    if (order.byTime()) {
      return Comparator.<Row>comparingDouble(row -> order.number(row.key())).thenComparing(ids);
    }
    Comparator<Row> words =
        (one, other) -> Arrays.compareUnsigned(bytes(one.key()), bytes(other.key()));
    Comparator<Row> up = words.thenComparing(ids);
    return order.down() ? up.reversed() : up;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static Query filtered(Query query, ScheduleFilter filter) {
    TargetKind target = filter.target();
    return query
        .bind(
            "status",
            filter.statuses() == null
                ? Param.of((@Nullable String) null).argument()
                : Param.texts(ScheduleLists.words(filter.statuses(), Status.values())).argument())
        .bind("target", Param.of(target == null ? null : ScheduleLists.word(target)).argument())
        .bind("workflow_id", Param.of(filter.workflowId()).argument())
        .bind("agent_id", Param.of(filter.agentId()).argument())
        .bind("visible_to", Param.of(filter.visibleTo()).argument())
        .bind("sought", Param.of(filter.sought()).argument());
  }

  static List<Entry> entries(Query query) {
    return query.map(RowMappers.SCHEDULE).stream().flatMap(Optional::stream).toList();
  }
}
