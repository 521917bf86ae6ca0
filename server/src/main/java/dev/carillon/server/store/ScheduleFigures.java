package dev.carillon.server.store;

import static java.util.Objects.requireNonNull;

import dev.carillon.engine.run.RunStatus;
import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.store.Param;
import dev.carillon.engine.store.Sql;
import dev.carillon.engine.store.Times;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What is counted of schedules and of their histories. */
public final class ScheduleFigures {

  private static final Sql COUNT_BY_STATUS = Statements.of("schedules/count-by-status");
  private static final Sql COUNT = Statements.of("schedules/count");
  private static final Sql OUTCOMES = Statements.of("schedules/outcomes");
  private static final Sql ENDS = Statements.of("runs/ends");

  /** Runs of one history that are looked at; one probe each, about 3 µs. */
  private static final int MOST_ENDS = 10_000;

  /**
   * How one run ended.
   *
   * @param skippedSlots slots that one record speaks for; null where none was skipped
   */
  public record End(Instant slotAt, RunStatus status, @Nullable Long skippedSlots) {}

  private final Tenants tenants;

  public ScheduleFigures(Tenants tenants) {
    this.tenants = tenants;
  }

  public Map<Status, Long> countByStatus(int orgId, ScheduleFilter filter) {
    return tenants
        .of(orgId)
        .read(
            "count schedules",
            tx -> {
              var query =
                  filter.equals(ScheduleFilter.ALL)
                      ? tx.query(COUNT_BY_STATUS)
                      : ScheduleSorts.filtered(tx.query(COUNT), filter);
              Map<Status, Long> counts = new EnumMap<>(Status.class);
              query
                  .bind("org", orgId)
                  .map((row, _) ->
                      Map.entry(
                          Status.valueOf(row.getString("status").toUpperCase(Locale.ROOT)),
                          row.getLong("schedules")))
                  .forEach(count -> counts.put(count.getKey(), count.getValue()));
              return counts;
            });
  }

  /** How the last twenty runs of each ended, the newest last. */
  public Map<UUID, List<String>> outcomes(int orgId, Collection<UUID> ids) {
    return tenants
        .of(orgId)
        .read(
            "read outcomes",
            tx -> {
              Map<UUID, List<String>> outcomes = new HashMap<>();
              tx.query(OUTCOMES)
                  .bind("org", orgId)
                  .bind("ids", Param.uuids(ids).argument())
                  .map((row, _) ->
                      Map.entry(
                          requireNonNull((UUID) row.getObject("id")),
                          Tokens.texts(row, "outcomes")))
                  .forEach(one -> outcomes.put(one.getKey(), one.getValue()));
              return outcomes;
            });
  }

  /** How the runs of one schedule ended since a moment, the newest first. */
  public List<End> ends(int orgId, UUID scheduleId, Instant from) {
    return tenants
        .of(orgId)
        .read(
            "read how runs ended",
            tx ->
                tx.query(ENDS)
                    .bind("org", orgId)
                    .bind("schedule_id", scheduleId)
                    .bind("from", Param.of(from).argument())
                    .bind("most", MOST_ENDS)
                    .map((row, _) ->
                        new End(
                            requireNonNull(Times.read(row, "slot_at")),
                            RunStatus.valueOf(row.getString("status").toUpperCase(Locale.ROOT)),
                            (Long) row.getObject("skipped_slots")))
                    .list());
  }
}
