package dev.carillon.server.store;

import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.Origin;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.run.RunStatus;
import dev.carillon.engine.store.Database.Tx;
import dev.carillon.engine.store.Param;
import dev.carillon.engine.store.RowMappers;
import dev.carillon.engine.store.Sql;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** Runs of all schedules of an organization, newest first: ids begin with the run's moment. */
public final class RunLists {

  private static final Sql LIST = Statements.of("runs/list");
  private static final Sql LIST_BY_STATUS = Statements.of("runs/list-by-status");
  private static final Sql LIST_BY_ORIGIN = Statements.of("runs/list-by-origin");
  private static final Sql WALK = Statements.of("runs/walk");
  private static final Sql OPEN = Statements.of("runs/open");

  private static final UUID FIRST = new UUID(0, 0);
  private static final UUID LAST = new UUID(-1, -1);

  /** Rows looked at first for a filter that nearly every row passes. */
  private static final int MOST_WALKED = 20_000;

  /** Runs of one page. */
  public record Runs(List<OpenRun> open, List<RunRecord> settled) {
    public Runs {
      open = List.copyOf(open);
      settled = List.copyOf(settled);
    }
  }

  private final Tenants tenants;

  public RunLists(Tenants tenants) {
    this.tenants = tenants;
  }

  /**
   * At most {@code limit} of each kind; the caller puts them in one order. Filters by schedule are
   * the caller's too, since a schedule's history is a chain.
   */
  public Runs list(int orgId, RunFilter filter, @Nullable UUID before, int limit) {
    return tenants
        .inOrder(orgId)
        .read(
            "list runs",
            tx ->
                new Runs(
                    open(tx, orgId, filter, before, limit),
                    settled(tx, orgId, filter, before, limit)));
  }

  /** Those that are open only. */
  public List<OpenRun> open(int orgId, RunFilter filter, @Nullable UUID before, int limit) {
    return tenants.of(orgId).read("list open runs", tx -> open(tx, orgId, filter, before, limit));
  }

  private static List<OpenRun> open(
      Tx tx, int orgId, RunFilter filter, @Nullable UUID before, int limit) {
    RunStatus status = filter.status();
    if (status != null && status.settled()) {
      return List.of();
    }
    Query query =
        tx.query(OPEN)
            .bind("schedule_id", Param.of(filter.scheduleId()).argument())
            .bind("under_way", status == null ? null : status == RunStatus.RUNNING);
    return page(origin(query, filter), orgId, filter, before, limit)
        .map(RowMappers.OPEN_RUN)
        .list();
  }

  private static List<RunRecord> settled(
      Tx tx, int orgId, RunFilter filter, @Nullable UUID before, int limit) {
    RunStatus status = filter.status();
    if (status != null && !status.settled()) {
      return List.of();
    }
    boolean asked = filter.origin() != null && filter.origin() != Origin.SCHEDULE;
    boolean plain = status == null && filter.origin() == null;
    Query query =
        plain
            ? tx.query(LIST)
            : asked
                ? status(origin(tx.query(LIST_BY_ORIGIN), filter), filter)
                : status != null && status != RunStatus.SUCCESS
                    ? status(origin(tx.query(LIST_BY_STATUS), filter), filter)
                    : walk(tx, filter, MOST_WALKED);
    List<RunRecord> found = page(query, orgId, filter, before, limit).map(RowMappers.RUN).list();
    boolean walked = !plain && !asked && (status == null || status == RunStatus.SUCCESS);
    return walked && found.size() < limit
        ? page(walk(tx, filter, Integer.MAX_VALUE), orgId, filter, before, limit)
            .map(RowMappers.RUN)
            .list()
        : found;
  }

  private static Query walk(Tx tx, RunFilter filter, int most) {
    return status(origin(tx.query(WALK).bind("most", most), filter), filter);
  }

  private static Query page(
      Query query, int orgId, RunFilter filter, @Nullable UUID before, int limit) {
    Instant to = filter.to();
    UUID bound = to == null ? LAST : firstOf(to);
    UUID start = before != null && unsigned(before, bound) < 0 ? before : bound;
    Instant from = filter.from();
    return query
        .bind("org", orgId)
        .bind("before", start)
        .bind("from", from == null ? FIRST : firstOf(from))
        .bind("limit", limit);
  }

  private static Query origin(Query query, RunFilter filter) {
    Origin origin = filter.origin();
    return query.bind("origin", Param.of(origin == null ? null : word(origin)).argument());
  }

  private static Query status(Query query, RunFilter filter) {
    RunStatus status = filter.status();
    return query.bind("status", Param.of(status == null ? null : word(status)).argument());
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /** The smallest id of a run of this millisecond; before 1970 there were no runs. */
  private static UUID firstOf(Instant moment) {
    return new UUID(Math.max(0, moment.toEpochMilli()) << 16, 0);
  }

  /** As PostgreSQL orders them; Java compares the halves as signed numbers. */
  public static int unsigned(UUID one, UUID other) {
    int high = Long.compareUnsigned(one.getMostSignificantBits(), other.getMostSignificantBits());
    return high != 0
        ? high
        : Long.compareUnsigned(one.getLeastSignificantBits(), other.getLeastSignificantBits());
  }
}
