package dev.carillon.server.store;

import static java.util.Objects.requireNonNull;

import dev.carillon.engine.store.Agenda;
import dev.carillon.engine.store.Database.Tx;
import dev.carillon.engine.store.Param;
import dev.carillon.engine.store.Sql;
import dev.carillon.engine.store.Times;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** What the overview of an organization is made of. */
public final class Overviews {

  private static final Sql ENDED = Statements.of("overview/ended");
  private static final Sql LATE = Statements.of("overview/late");
  private static final Sql FAILING = Statements.of("overview/failing");
  private static final Sql GRANTS = Statements.of("overview/grants");
  private static final Sql MINUTES = Statements.of("overview/minutes");
  private static final Sql FOLD = Statements.of("overview/fold-minutes");
  private static final Sql SWEEP = Statements.of("overview/sweep-minutes");
  private static final Sql SOONEST = Statements.of("overview/soonest");
  private static final Sql NAMES = Statements.of("schedules/names");

  private static final int FOLD_ROWS = 20_000;

  /** Names of the agenda that are looked at; some were left behind by timers that moved on. */
  private static final int MOST_NAMES = 12_000;

  /** One that is due for longer is late, and needs attention instead. */
  private static final Duration LONGEST_BEGINNING = Duration.ofSeconds(30);

  /**
   * A schedule that needs somebody's attention.
   *
   * @param since when that began, as far as is known
   * @param reason what the engine said, where it said something
   * @param total how many there are like it, counted up to 1,000
   */
  public record Need(
      UUID scheduleId,
      String name,
      @Nullable Instant since,
      @Nullable String reason,
      int consecutiveFailures,
      @Nullable String lastError,
      @Nullable Instant dueAt,
      @Nullable UUID grantId,
      @Nullable Instant expiresAt,
      long total) {}

  /** All that need attention, each kind in an order of its own: the worst first. */
  public record Needs(
      List<Need> dead, List<Need> paused, List<Need> late, List<Need> failing, List<Need> grants) {

    public Needs {
      dead = List.copyOf(dead);
      paused = List.copyOf(paused);
      late = List.copyOf(late);
      failing = List.copyOf(failing);
      grants = List.copyOf(grants);
    }
  }

  /**
   * Runs that ended in one minute and began about equally late.
   *
   * @param began false for what was skipped, which is neither late nor early
   * @param leastMillis how late at least
   * @param mostMillis later than all of them
   */
  public record Bucket(
      Instant minute,
      boolean began,
      long leastMillis,
      long mostMillis,
      long success,
      long error,
      long timeout,
      long skipped) {}

  private static final RowMapper<Need> NEED =
      (row, _) ->
          new Need(
              requireNonNull((UUID) row.getObject("id")),
              requireNonNull(row.getString("name")),
              Times.read(row, "since"),
              row.getString("reason"),
              row.getInt("consecutive_failures"),
              row.getString("last_error"),
              Times.read(row, "due_at"),
              (UUID) row.getObject("grant_id"),
              Times.read(row, "expires_at"),
              row.getLong("total"));

  private final Tenants tenants;

  public Overviews(Tenants tenants) {
    this.tenants = tenants;
  }

  /**
   * @param lateAfter how overdue a slot may be
   * @param limit most of each kind
   */
  public Needs needs(int orgId, Duration lateAfter, int limit) {
    return tenants
        .of(orgId)
        .read(
            "look who needs attention",
            tx ->
                new Needs(
                    needs(tx.query(ENDED).bind("status", "dead"), orgId, limit),
                    needs(tx.query(ENDED).bind("status", "paused"), orgId, limit),
                    needs(tx.query(LATE).bind("millis", lateAfter.toMillis()), orgId, limit),
                    needs(tx.query(FAILING), orgId, limit),
                    needs(tx.query(GRANTS), orgId, limit)));
  }

  private static List<Need> needs(Query query, int orgId, int limit) {
    return query.bind("org", orgId).bind("limit", limit).map(NEED).list();
  }

  /** The last hour, oldest first. */
  public List<Bucket> minutes(int orgId) {
    return tenants.of(orgId).read("count the last hour", tx -> minutes(tx, orgId));
  }

  private static List<Bucket> minutes(Tx tx, int orgId) {
    return tx.query(MINUTES)
        .bind("org", orgId)
        .map((row, _) ->
            new Bucket(
                requireNonNull(Times.read(row, "minute")),
                row.getInt("late") >= 0,
                row.getLong("least"),
                row.getLong("most"),
                row.getLong("success"),
                row.getLong("error"),
                row.getLong("timeout"),
                row.getLong("skipped")))
        .list();
  }

  /**
   * Puts minutes that have passed together, and removes old ones; returns how many rows it took.
   */
  public int fold() {
    return tenants
        .all()
        .write(
            "fold minutes",
            tx -> {
              tx.update(SWEEP).bind("limit", FOLD_ROWS).execute();
              return tx.query(FOLD).bind("limit", FOLD_ROWS).mapTo(Integer.class).one();
            });
  }

  /**
   * The schedules that are due soonest within some time.
   *
   * @param ahead in the order in which they are due
   * @param until all that are due before this are there
   */
  public record Soonest(List<Ahead> ahead, Instant until) {
    public Soonest {
      ahead = List.copyOf(ahead);
    }
  }

  /**
   * Also those that are about to begin, which would otherwise be missing while they do.
   *
   * @param limit most schedules
   */
  public Soonest soonest(int orgId, Instant from, Instant to, int limit) {
    return tenants
        .of(orgId)
        .read(
            "see what is due soonest",
            tx -> soonest(tx, orgId, from.minus(LONGEST_BEGINNING), to, limit));
  }

  private static Soonest soonest(Tx tx, int orgId, Instant from, Instant to, int limit) {
    long first = Agenda.bucketOf(from);
    Agendas.Part part = Agendas.part(tx, orgId, first, to, MOST_NAMES);
    Ahead.Reader reader = new Ahead.Reader();
    List<Ahead> ahead =
        tx
            .query(SOONEST)
            .bind("org", orgId)
            .bind("first_bucket", first)
            .bind("last_bucket", part.bucket())
            .bind("from", Param.of(from).argument())
            .bind("to", Param.of(part.end()).argument())
            .bind("limit", limit + 1)
            .map((row, _) -> reader.read(row))
            .stream()
            .flatMap(Optional::stream)
            .toList();
    return ahead.size() <= limit
        ? new Soonest(ahead, part.end())
        : new Soonest(ahead.subList(0, limit), ahead.getLast().dueAt());
  }

  /** What schedules are called. */
  public Map<UUID, String> names(int orgId, Collection<UUID> ids) {
    return tenants
        .of(orgId)
        .read(
            "read names",
            tx -> {
              Map<UUID, String> names = new HashMap<>();
              tx.query(NAMES)
                  .bind("org", orgId)
                  .bind("ids", Param.uuids(ids).argument())
                  .map((row, _) ->
                      Map.entry(
                          requireNonNull((UUID) row.getObject("id")),
                          requireNonNull(row.getString("name"))))
                  .forEach(name -> names.put(name.getKey(), name.getValue()));
              return names;
            });
  }
}
