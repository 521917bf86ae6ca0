package dev.carillon.server.store;

import static java.util.Objects.requireNonNull;

import dev.carillon.engine.run.RunIds;
import dev.carillon.engine.store.Database.Tx;
import dev.carillon.engine.store.Param;
import dev.carillon.engine.store.Sql;
import dev.carillon.engine.store.Times;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What was imported, and the history that came with it. */
public final class Imports {

  private static final Sql FIND = Statements.of("imports/find");
  private static final Sql PUT = Statements.of("imports/put");
  private static final Sql QUIET = Statements.of("imports/quiet");
  private static final Sql LEAVE_COHORT = Statements.of("imports/leave-cohort");
  private static final Sql LOCK_TIMER = Statements.of("imports/lock-timer");
  private static final Sql ADD_RUNS = Statements.of("imports/add-runs");
  private static final Sql MARK = Statements.of("imports/mark");
  private static final Sql SETTLE_TIMER = Statements.of("imports/settle-timer");

  /**
   * A run of another system.
   *
   * @param status success, error or skipped
   */
  public record Run(
      Instant startedAt, Instant completedAt, String status, @Nullable String error) {}

  /**
   * What came with a job.
   *
   * @param reason stands with each run, and says where it is from
   * @param repeat slots concluded there
   * @param retry retries used there by the latest run
   */
  public record Past(String reason, List<Run> runs, int repeat, int retry) {
    public Past {
      runs = List.copyOf(runs);
    }
  }

  private record Head(@Nullable UUID lastRunId, int seq, @Nullable Instant lastRunAt) {}

  private final Tenants tenants;

  public Imports(Tenants tenants) {
    this.tenants = tenants;
  }

  public @Nullable Imported find(Imported.Key key) {
    return tenants
        .of(key.orgId())
        .find(
            "find an import",
            tx ->
                tx.query(FIND)
                    .bind("org", key.orgId())
                    .bind("source", key.source())
                    .bind("instance", key.instance())
                    .bind("id", key.id())
                    .map((row, _) ->
                        new Imported(
                            requireNonNull((UUID) row.getObject("schedule_id")),
                            row.getBoolean("original_enabled"),
                            requireNonNull(row.getString("definition"))))
                    .findOne());
  }

  /**
   * @param original JSON: the job as the source keeps it
   */
  public void put(Imported.Key key, Imported imported, String original) {
    tenants
        .of(key.orgId())
        .write(
            "keep an import",
            tx ->
                tx.update(PUT)
                    .bind("org", key.orgId())
                    .bind("source", key.source())
                    .bind("instance", key.instance())
                    .bind("id", key.id())
                    .bind("schedule_id", imported.scheduleId())
                    .bind("enabled", imported.originalEnabled())
                    .bind("original", original)
                    .bind("definition", imported.definition())
                    .execute());
  }

  /**
   * Puts what a job did elsewhere before what its schedule does here. Runs that are not newer than
   * the last one there is are known already.
   *
   * @return how many runs were added
   */
  public int addPast(int orgId, UUID scheduleId, Past past) {
    return tenants
        .of(orgId)
        .write(
            "add the history of an import",
            tx -> {
              tx.query(LEAVE_COHORT)
                  .bind("org", orgId)
                  .bind("schedule_id", scheduleId)
                  .map((_, _) -> true)
                  .list();
              Head head =
                  tx.query(LOCK_TIMER)
                      .bind("org", orgId)
                      .bind("schedule_id", scheduleId)
                      .map((row, _) ->
                          new Head(
                              (UUID) row.getObject("last_run_id"),
                              row.getInt("run_seq"),
                              Times.read(row, "last_run_at")))
                      .findOne()
                      .orElse(null);
              return head == null ? 0 : add(tx, orgId, scheduleId, head, past);
            });
  }

  private static int add(Tx tx, int orgId, UUID scheduleId, Head head, Past past)
      throws SQLException {
    Instant known = head.lastRunAt();
    List<Run> fresh =
        past.runs().stream()
            .filter(run -> known == null || run.startedAt().isAfter(known))
            .toList();
    List<UUID> ids = fresh.stream().map(run -> RunIds.ofSlot(scheduleId, run.startedAt())).toList();
    if (!fresh.isEmpty()) {
      tx.query(QUIET).map((_, _) -> true).list();
      tx.update(MARK).bind("org", orgId).execute();
      List<@Nullable UUID> previous = new ArrayList<>();
      List<Integer> seqs = new ArrayList<>();
      for (int i = 0; i < fresh.size(); i++) {
        previous.add(i == 0 ? head.lastRunId() : ids.get(i - 1));
        seqs.add(head.seq() + i + 1);
      }
      tx.write(
          ADD_RUNS,
          call ->
              call.set("org", Param.of(orgId))
                  .set("schedule_id", Param.of(scheduleId))
                  .set("reason", Param.of(past.reason()))
                  .set("ids", Param.uuids(ids))
                  .set("previous_ids", Param.uuids(previous))
                  .set("seqs", Param.ints(seqs))
                  .set("slots", Param.instants(fresh.stream().map(Run::startedAt).toList()))
                  .set("completed", Param.instants(fresh.stream().map(Run::completedAt).toList()))
                  .set("statuses", Param.texts(fresh.stream().map(Run::status).toList()))
                  .set("errors", Param.texts(errors(fresh))));
    }
    Run last = fresh.isEmpty() ? null : fresh.getLast();
    tx.update(SETTLE_TIMER)
        .bind("org", orgId)
        .bind("schedule_id", scheduleId)
        .bind("last_run_id", Param.of(last == null ? head.lastRunId() : ids.getLast()).argument())
        .bind("run_seq", head.seq() + fresh.size())
        .bind("last_run_at", Param.of(last == null ? known : last.startedAt()).argument())
        .bind("last_run_status", Param.of(last == null ? null : last.status()).argument())
        .bind("last_error", Param.of(lastError(last)).argument())
        .bind("successes", count(fresh, "success"))
        .bind("errors", count(fresh, "error"))
        .bind("skipped", count(fresh, "skipped"))
        .bind("repeat", past.repeat())
        .bind("retry", past.retry())
        .execute();
    return fresh.size();
  }

  private static List<@Nullable String> errors(List<Run> runs) {
    List<@Nullable String> errors = new ArrayList<>();
    runs.forEach(run -> errors.add(run.error()));
    return errors;
  }

  private static @Nullable String lastError(@Nullable Run last) {
    return last == null || !last.status().equals("error") ? null : "imported: " + last.error();
  }

  private static int count(List<Run> runs, String status) {
    return (int) runs.stream().filter(run -> run.status().equals(status)).count();
  }
}
