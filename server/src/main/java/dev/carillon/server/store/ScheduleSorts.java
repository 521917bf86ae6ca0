package dev.carillon.server.store;

import static java.util.Objects.requireNonNull;

import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.schedule.TargetKind;
import dev.carillon.engine.store.Database.Tx;
import dev.carillon.engine.store.Param;
import dev.carillon.engine.store.RowMappers;
import dev.carillon.engine.store.ScheduleStore.Entry;
import dev.carillon.engine.store.Sql;
import dev.carillon.server.store.ScheduleOrder.By;
import dev.carillon.server.store.ScheduleOrder.Place;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/**
 * Schedules listed in an order of the reader's choice.
 *
 * <p>Names and statuses have an index; walking along it fills a page soon when most schedules pass
 * the filter. When few do, those few are found by the filter's own index and sorted here. The times
 * of runs have no index, since every run would have to write it. The next ones are named in the
 * agenda, and the end of history tells the last ones; beyond, all timers are looked at, about 30 ms
 * for 100,000. Where a request would have to look at more rows than it may, its page is a short
 * one.
 */
public final class ScheduleSorts {

  private static final Sql BY_NAME = Statements.of("schedules/by-name");
  private static final Sql BY_NAME_DOWN = Statements.of("schedules/by-name-down");
  private static final Sql BY_STATUS = Statements.of("schedules/by-status");
  private static final Sql BY_STATUS_DOWN = Statements.of("schedules/by-status-down");
  private static final Sql REACH_BY_NAME = Statements.of("schedules/reach-by-name");
  private static final Sql REACH_BY_NAME_DOWN = Statements.of("schedules/reach-by-name-down");
  private static final Sql REACH_BY_STATUS = Statements.of("schedules/reach-by-status");
  private static final Sql REACH_BY_STATUS_DOWN = Statements.of("schedules/reach-by-status-down");

  /** Behind every name and every status. */
  private static final String END = "\uDBFF\uDFFF".repeat(4);

  private static final String END_OF_STATUSES = "zzzz";

  /**
   * Timers or schedules looked at one by one where these lie all over their table: 10 µs for each.
   */
  private static final Look.Bound SCATTERED = new Look.Bound(1_000, 2_500, 1_000);

  private final Tenants tenants;
  private final Look.Bound rows;
  private final Look.Bound scattered;
  private final PastRuns pastRuns;

  public ScheduleSorts(Tenants tenants) {
    this(tenants, ScheduleLists.BOUND, SCATTERED, PastRuns.STRETCH);
  }

  /**
   * @param stretch kept of one look at all timers
   */
  ScheduleSorts(Tenants tenants, Look.Bound rows, Look.Bound scattered, int stretch) {
    this.tenants = tenants;
    this.rows = rows;
    this.scattered = scattered;
    pastRuns = new PastRuns(stretch);
  }

  public Listed<Place> list(
      int orgId, ScheduleFilter filter, ScheduleOrder order, @Nullable Place after, int limit) {
    return tenants
        .of(orgId)
        .read("list schedules in order", tx -> list(tx, orgId, filter, order, after, limit));
  }

  private Listed<Place> list(
      Tx tx,
      int orgId,
      ScheduleFilter filter,
      ScheduleOrder order,
      @Nullable Place after,
      int limit) {
    if (!order.byTime() && filter.equals(ScheduleFilter.ALL)) {
      List<Entry> found =
          walk(tx, orgId, filter, order, start(order, after), end(order), limit + 1, limit + 1);
      return Look.page(found, limit, order::place, null);
    }
    Supplier<@Nullable List<Entry>> few =
        () ->
            filter.equals(ScheduleFilter.ALL)
                ? null
                : few(tx, orgId, filter, order, after, limit + 1);
    boolean named = filter.sought() != null && !order.byTime() && !hidesNames(filter, order);
    if (!named) {
      // That few pass a filter, an index tells sooner than a look; but what is in many names, a look.
      List<Entry> found = few.get();
      if (found != null) {
        return Look.page(found, limit, order::place, null);
      }
      few = () -> null;
    }
    Look.Step<Place> step =
        order.byTime()
            ? new Times(tx, orgId, filter, order)::look
            : (from, rows, most) -> look(tx, orgId, filter, order, from, rows, most);
    return Look.page(
        after, limit, bound(filter, order, limit), step, few, order::place);
  }

  private Look.Bound bound(ScheduleFilter filter, ScheduleOrder order, int limit) {
    if (order.by() == By.NEXT_RUN_AT && filter.equals(ScheduleFilter.ALL)) {
      // Nearly every name of the agenda is one more for the page.
      int first = Math.min(4 * (limit + 1), scattered.first());
      return new Look.Bound(first, scattered.all(), scattered.few());
    }
    // The index of names has these, but whatever else is asked lies elsewhere.
    boolean byNameAlone =
        filter.equals(new ScheduleFilter(null, null, null, null, null, filter.sought()));
    return order.by() == By.STATUS || (order.by() == By.NAME && byNameAlone) ? rows : scattered;
  }

  private static Look<Place> look(
      Tx tx,
      int orgId,
      ScheduleFilter filter,
      ScheduleOrder order,
      @Nullable Place after,
      int rows,
      int most) {
    Place start = start(order, after);
    boolean whole = hidesNames(filter, order);
    Place reach = whole ? null : reach(tx, orgId, filter, order, start, most);
    return new Look<>(
        walk(
            tx,
            orgId,
            filter,
            order,
            start,
            reach == null ? end(order) : reach,
            // What is added on this side of the end meanwhile is looked at too.
            whole ? Integer.MAX_VALUE : 2 * most,
            rows),
        reach,
        most);
  }

  /** The name of a schedule that an agent may not see must not be where its list goes on. */
  private static boolean hidesNames(ScheduleFilter filter, ScheduleOrder order) {
    return order.by() == By.NAME && filter.visibleTo() != null;
  }

  private static @Nullable Place reach(
      Tx tx, int orgId, ScheduleFilter filter, ScheduleOrder order, Place start, int most) {
    Sql sql =
        order.by() == By.NAME
            ? order.down() ? REACH_BY_NAME_DOWN : REACH_BY_NAME
            : order.down() ? REACH_BY_STATUS_DOWN : REACH_BY_STATUS;
    return from(tx.query(sql), orgId, filter, start)
        .bind("most", most)
        .map((row, _) ->
            new Place(
                requireNonNull(row.getString("key")), requireNonNull((UUID) row.getObject("id"))))
        .findOne()
        .orElse(null);
  }

  private static List<Entry> walk(
      Tx tx,
      int orgId,
      ScheduleFilter filter,
      ScheduleOrder order,
      Place start,
      Place end,
      int most,
      int rows) {
    Sql sql =
        order.by() == By.NAME
            ? order.down() ? BY_NAME_DOWN : BY_NAME
            : order.down() ? BY_STATUS_DOWN : BY_STATUS;
    return entries(
        from(filtered(tx.query(sql), filter), orgId, filter, start)
            .bind("end_key", end.key())
            .bind("end_id", end.id())
            .bind("most", most)
            .bind("limit", rows));
  }

  private static Query from(Query query, int orgId, ScheduleFilter filter, Place start) {
    return query
        .bind("org", orgId)
        .bind("key", start.key())
        .bind("after", start.id())
        .bind(
            "statuses",
            Param.texts(ScheduleLists.words(filter.statuses(), Status.values())).argument());
  }

  private static Place start(ScheduleOrder order, @Nullable Place after) {
    return after != null ? after : order.down() ? last(order) : new Place("", ScheduleLists.FIRST);
  }

  private static Place end(ScheduleOrder order) {
    return order.down() ? new Place("", ScheduleLists.FIRST) : last(order);
  }

  private static Place last(ScheduleOrder order) {
    return new Place(order.by() == By.NAME ? END : END_OF_STATUSES, ScheduleLists.LAST);
  }

  /** The parts of a list by a time that one request looks at. */
  private final class Times {

    private final Tx tx;
    private final int orgId;
    private final ScheduleFilter filter;
    private final ScheduleOrder order;
    private final LastRuns lastRuns;
    private final PastRuns.Pages past;

    Times(Tx tx, int orgId, ScheduleFilter filter, ScheduleOrder order) {
      this.tx = tx;
      this.orgId = orgId;
      this.filter = filter;
      this.order = order;
      lastRuns = new LastRuns(tx, orgId, filter, order, scattered.all());
      past = pastRuns.pages(tx, orgId, filter, order);
    }

    /**
     * From the agenda, or from the end of history while that tells and then from the timers; behind
     * all these come schedules without such a time.
     */
    Look<Place> look(@Nullable Place after, int rows, int most) {
      boolean next = order.by() == By.NEXT_RUN_AT;
      if (after == null ? next && hasNoNext(filter) : ScheduleOrder.momentOf(after.key()) == null) {
        return Absences.look(
            tx,
            orgId,
            filter,
            order,
            after == null ? ScheduleLists.FIRST : after.id(),
            rows,
            most);
      }
      if (next) {
        return NextRuns.look(tx, orgId, filter, order, after, rows, most);
      }
      Look<Place> newest = order.down() ? lastRuns.look(after, rows, most) : null;
      return newest == null ? past.look(after, rows, most) : newest;
    }
  }

  /** Whoever leaves the active life has no slot ahead. */
  private static boolean hasNoNext(ScheduleFilter filter) {
    return filter.statuses() != null && !filter.statuses().contains(Status.ACTIVE);
  }

  private @Nullable List<Entry> few(
      Tx tx,
      int orgId,
      ScheduleFilter filter,
      ScheduleOrder order,
      @Nullable Place after,
      int rows) {
    Comparator<Place> places = comparator(order);
    return Few.page(
        tx,
        orgId,
        filter,
        row -> after == null || places.compare(place(order, row), after) > 0,
        Comparator.comparing(row -> place(order, row), places),
        rows,
        scattered.few());
  }

  private static Place place(ScheduleOrder order, Few.Row row) {
    return new Place(
        switch (order.by()) {
          case NAME -> row.name();
          case STATUS -> row.status();
          case NEXT_RUN_AT -> ScheduleOrder.text(row.dueAt());
          case LAST_RUN_AT -> ScheduleOrder.text(row.lastRunAt());
        },
        row.id());
  }

  /** As the statements have it: words by their bytes, and ids behind their key. */
  private static Comparator<Place> comparator(ScheduleOrder order) {
    Comparator<Place> ids = (one, other) -> RunLists.unsigned(one.id(), other.id());
    if (order.byTime()) {
      return Comparator.<Place>comparingDouble(place -> order.number(place.key()))
          .thenComparing(ids);
    }
    Comparator<Place> words =
        (one, other) -> Arrays.compareUnsigned(bytes(one.key()), bytes(other.key()));
    Comparator<Place> up = words.thenComparing(ids);
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
