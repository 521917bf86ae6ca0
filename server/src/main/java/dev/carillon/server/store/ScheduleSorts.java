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
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
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
 * one; and so it is where somebody else looks at them for it and has not ended yet.
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

  /** Behind every name. */
  private static final String END = "\uDBFF\uDFFF".repeat(4);

  private final Tenants tenants;
  private final LookRoom room;
  private final Look.Bounds bounds;
  private final NextRuns nextRuns;
  private final PastRuns pastRuns;

  public ScheduleSorts(Tenants tenants, LookRoom room) {
    this(tenants, room, Look.Bounds.USUAL, PastRuns.STRETCH);
  }

  /**
   * @param stretch kept of one look at all timers
   */
  ScheduleSorts(Tenants tenants, LookRoom room, Look.Bounds bounds, int stretch) {
    this.tenants = tenants;
    this.room = room;
    this.bounds = bounds;
    nextRuns = new NextRuns(tenants, room, bounds);
    pastRuns = new PastRuns(tenants, room, bounds.along().all(), stretch);
  }

  public Listed<Place> list(
      int orgId, ScheduleFilter filter, ScheduleOrder order, @Nullable Place after, int limit) {
    return tenants
        .inOrder(orgId)
        .read("list schedules in order", tx -> list(tx, orgId, filter, order, after, limit));
  }

  private Listed<Place> list(
      Tx tx,
      int orgId,
      ScheduleFilter filter,
      ScheduleOrder order,
      @Nullable Place after,
      int limit) {
    BooleanSupplier timely = room.whileTimely();
    Supplier<@Nullable List<Entry>> few =
        () ->
            filter.equals(ScheduleFilter.ALL)
                ? null
                : few(tx, orgId, filter, order, after, limit + 1);
    boolean named = filter.sought() != null && !order.byTime() && !hidesNames(filter, order);
    if (!named) {
      // That few pass a filter, an index tells sooner than a look; but what is in many names, a
      // look.
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
    return Look.page(after, limit, bound(filter, order, limit), timely, step, few, order::place);
  }

  private Look.Bound bound(ScheduleFilter filter, ScheduleOrder order, int limit) {
    if (order.by() == By.STATUS) {
      return bounds.probed();
    }
    if (order.by() == By.NAME
        && filter.equals(new ScheduleFilter(null, null, null, null, null, filter.sought()))) {
      return bounds.along();
    }
    Look.Bound bound =
        order.byTime() && Among.indexed(filter) ? bounds.named() : bounds.scattered();
    // Nearly every name of the agenda is one more for the page, if there is no filter.
    return order.by() == By.NEXT_RUN_AT && filter.equals(ScheduleFilter.ALL)
        ? new Look.Bound(Math.min(4 * (limit + 1), bound.first()), bound.all(), bound.few())
        : bound;
  }

  private static Look<Place> look(
      Tx tx,
      int orgId,
      ScheduleFilter filter,
      ScheduleOrder order,
      @Nullable Place after,
      int rows,
      int most) {
    Place start = start(filter, order, after);
    if (start == null) {
      return new Look<>(List.of(), null, 0);
    }
    // Where all pass the filter, no more than the page are looked at in any case.
    boolean whole = hidesNames(filter, order) || filter.equals(ScheduleFilter.ALL);
    Place reach = whole ? null : reach(tx, orgId, order, start, most);
    Place end = reach == null ? end(order, start) : reach;
    Sql sql =
        order.by() == By.NAME
            ? order.down() ? BY_NAME_DOWN : BY_NAME
            : order.down() ? BY_STATUS_DOWN : BY_STATUS;
    List<Entry> found =
        entries(
            from(filtered(tx.query(sql), filter), orgId, start)
                .bind("end_key", end.key())
                .bind("end_id", end.id())
                // What is added on this side of the end meanwhile is looked at too.
                .bind(
                    "most",
                    filter.equals(ScheduleFilter.ALL) ? rows : whole ? Integer.MAX_VALUE : 2 * most)
                .bind("limit", rows));
    return reach == null
        ? new Look<>(found, behind(filter, order, start), 1)
        : new Look<>(found, reach, most);
  }

  /** The name of a schedule that an agent may not see must not be where its list goes on. */
  private static boolean hidesNames(ScheduleFilter filter, ScheduleOrder order) {
    return order.by() == By.NAME && filter.visibleTo() != null;
  }

  private static @Nullable Place reach(
      Tx tx, int orgId, ScheduleOrder order, Place start, int most) {
    Sql sql =
        order.by() == By.NAME
            ? order.down() ? REACH_BY_NAME_DOWN : REACH_BY_NAME
            : order.down() ? REACH_BY_STATUS_DOWN : REACH_BY_STATUS;
    return from(tx.query(sql), orgId, start)
        .bind("most", most)
        .map((row, _) ->
            new Place(
                requireNonNull(row.getString("key")), requireNonNull((UUID) row.getObject("id"))))
        .findOne()
        .orElse(null);
  }

  private static Query from(Query query, int orgId, Place start) {
    return query.bind("org", orgId).bind("key", start.key()).bind("after", start.id());
  }

  private static @Nullable Place start(
      ScheduleFilter filter, ScheduleOrder order, @Nullable Place after) {
    if (after != null) {
      return after;
    }
    return order.by() == By.NAME
        ? new Place(order.down() ? END : "", first(order))
        : status(filter, order, _ -> true);
  }

  private static Place end(ScheduleOrder order, Place start) {
    return new Place(
        order.by() == By.STATUS ? start.key() : order.down() ? "" : END,
        order.down() ? ScheduleLists.FIRST : ScheduleLists.LAST);
  }

  /** Where the list goes on when all names, or all of a status, have been looked at. */
  private static @Nullable Place behind(ScheduleFilter filter, ScheduleOrder order, Place start) {
    return order.by() == By.NAME
        ? null
        : status(
            filter,
            order,
            word ->
                order.down() ? word.compareTo(start.key()) < 0 : word.compareTo(start.key()) > 0);
  }

  /** Before the first of the statuses that are left. */
  private static @Nullable Place status(
      ScheduleFilter filter, ScheduleOrder order, Predicate<String> left) {
    Comparator<String> words = order.down() ? Comparator.reverseOrder() : Comparator.naturalOrder();
    return ScheduleLists.words(filter.statuses(), Status.values()).stream()
        .filter(left)
        .min(words)
        .map(word -> new Place(word, first(order)))
        .orElse(null);
  }

  private static UUID first(ScheduleOrder order) {
    return order.down() ? ScheduleLists.LAST : ScheduleLists.FIRST;
  }

  /** The parts of a list by a time that one request looks at. */
  private final class Times {

    private final Tx tx;
    private final int orgId;
    private final ScheduleFilter filter;
    private final ScheduleOrder order;
    private final LastRuns lastRuns;
    private final PastRuns.Pages past;
    private boolean looked;

    Times(Tx tx, int orgId, ScheduleFilter filter, ScheduleOrder order) {
      this.tx = tx;
      this.orgId = orgId;
      this.filter = filter;
      this.order = order;
      lastRuns = new LastRuns(tx, orgId, filter, order, bound(filter, order, 0).all());
      past = pastRuns.pages(tx, orgId, filter, order);
    }

    /**
     * From the agenda, or from the end of history while that tells and then from the timers; behind
     * all these come schedules without such a time.
     */
    Look<Place> look(@Nullable Place after, int rows, int most) {
      boolean next = order.by() == By.NEXT_RUN_AT;
      if (after == null ? next && hasNoNext(filter) : ScheduleOrder.momentOf(after.key()) == null) {
        // A look by an index goes far, but here the timers of all that it finds are fetched.
        Look<Place> look =
            Absences.look(
                tx,
                orgId,
                filter,
                order,
                after == null ? ScheduleLists.FIRST : after.id(),
                rows,
                Math.min(most, bounds.probed().first()));
        return new Look<>(look.found(), look.end(), most);
      }
      if (next) {
        // What the first look did not find enough of, few of the next ones may be.
        boolean among = Among.indexed(filter) || (looked && !filter.equals(ScheduleFilter.ALL));
        looked = true;
        return nextRuns.look(
            tx, orgId, filter, order, after, rows, most, among ? bounds.scattered().first() : null);
      }
      boolean byHistory = order.down() && !past.knows(after);
      Look<Place> newest = byHistory ? lastRuns.look(after, rows, most) : null;
      return newest == null ? past.look(after, lastRuns.endsAbout(after), rows, most) : newest;
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
        bounds.scattered().few());
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
