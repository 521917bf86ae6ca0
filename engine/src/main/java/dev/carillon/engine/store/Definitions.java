package dev.carillon.engine.store;

import static java.util.Objects.requireNonNull;

import dev.carillon.engine.schedule.CatchUp;
import dev.carillon.engine.schedule.IntervalFrom;
import dev.carillon.engine.schedule.OnMaxFailures;
import dev.carillon.engine.schedule.Overlap;
import dev.carillon.engine.schedule.Policies;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Slots;
import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.schedule.Target;
import dev.carillon.engine.schedule.TargetKind;
import dev.carillon.engine.timing.Cron;
import dev.carillon.engine.timing.Interval;
import dev.carillon.engine.timing.Once;
import dev.carillon.engine.timing.Timing;
import dev.carillon.engine.timing.Window;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Definitions as rows, and rows as definitions. */
final class Definitions {

  private static final Logger log = LoggerFactory.getLogger(Definitions.class);

  /** Empty for a row that is no definition: it must not keep others from being read. */
  static final RowMapper<Optional<Schedule>> READ = (row, _) -> read(row);

  /**
   * Most schedules share their policies, their owners and often their targets with many others; a
   * million of them in memory for a moment is what the collector has to copy.
   */
  private static final Common COMMON = new Common(4_096);

  private Definitions() {}

  static Optional<Schedule> read(ResultSet row) throws SQLException {
    try {
      return Optional.of(definition(row));
    } catch (IllegalArgumentException | NullPointerException | ArithmeticException e) {
      report(row, e);
    } catch (java.time.DateTimeException | dev.carillon.engine.timing.TimingException e) {
      report(row, e);
    }
    return Optional.empty();
  }

  private static void report(ResultSet row, RuntimeException e) throws SQLException {
    log.error(
        "Schedule {} of organization {} cannot be read and is left out until it is edited or"
            + " deleted; all others go on. {}",
        row.getString("id"),
        row.getInt("org_id"),
        e.toString());
  }

  private static Schedule definition(ResultSet row) throws SQLException {
    return new Schedule(
        requireNonNull(Rows.uuid(row, "id")),
        row.getInt("org_id"),
        Rows.text(row, "name"),
        Rows.text(row, "description"),
        slots(row),
        COMMON.one(target(row)),
        row.getString("payload"),
        COMMON.one(policies(row)),
        COMMON.one(Rows.text(row, "owner")),
        Words.read(Status.class, Rows.text(row, "status")),
        row.getString("status_reason"),
        row.getLong("version"),
        Rows.instant(row, "created_at"),
        Rows.instant(row, "updated_at"));
  }

  private static Slots slots(ResultSet row) throws SQLException {
    String from = row.getString("interval_from");
    return new Slots(
        timing(row),
        from == null ? IntervalFrom.SLOT : Words.read(IntervalFrom.class, from),
        new Window(Times.read(row, "start_at"), Times.read(row, "end_at")),
        millis(row, "jitter_ms"));
  }

  private static Timing timing(ResultSet row) throws SQLException {
    String cron = row.getString("cron");
    if (cron != null) {
      return Cron.parse(cron, ZoneId.of(Rows.text(row, "timezone")));
    }
    Instant runAt = Times.read(row, "run_at");
    return runAt == null
        ? new Interval(millis(row, "interval_ms"), Rows.instant(row, "anchor_at"))
        : new Once(runAt);
  }

  private static Target target(ResultSet row) throws SQLException {
    return switch (Words.read(TargetKind.class, Rows.text(row, "target"))) {
      case WORKFLOW ->
          new Target.Workflow(Rows.text(row, "workflow_id"), row.getString("trigger_node_id"));
      case GRAPH -> new Target.Graph(Rows.text(row, "graph_id"), Rows.uuid(row, "grant_id"));
      case MESSAGE ->
          new Target.Message(
              Rows.text(row, "agent_id"),
              Rows.uuid(row, "room_id"),
              Words.read(Target.PayloadKind.class, Rows.text(row, "payload_kind")),
              Rows.text(row, "payload_text"));
      case HTTP ->
          new Target.Http(
              Rows.text(row, "method"),
              Rows.text(row, "url"),
              Json.headers(Rows.text(row, "headers")));
      case HANDLER -> new Target.Handler(Rows.text(row, "handler"));
    };
  }

  private static Policies policies(ResultSet row) throws SQLException {
    return new Policies(
        row.getInt("total_repeats"),
        row.getInt("max_retries"),
        millis(row, "retry_delay_ms"),
        millis(row, "timeout_ms"),
        row.getInt("max_failures"),
        Words.read(OnMaxFailures.class, Rows.text(row, "on_max_failures")),
        Words.read(Overlap.class, Rows.text(row, "overlap")),
        Words.read(CatchUp.class, Rows.text(row, "catch_up")),
        millis(row, "starting_deadline_ms"),
        row.getInt("backfill_limit"));
  }

  private static Duration millis(ResultSet row, String column) throws SQLException {
    return Duration.ofMillis(row.getLong(column));
  }

  /** The parameters of a statement that writes a whole definition. */
  static void bind(Call call, Schedule schedule) throws SQLException {
    call.set("id", Param.of(schedule.id()))
        .set("org_id", Param.of(schedule.orgId()))
        .set("version", Param.of(schedule.version()))
        .set("created_at", Param.of(schedule.createdAt()))
        .set("updated_at", Param.of(schedule.updatedAt()))
        .set("name", Param.of(schedule.name()))
        .set("description", Param.of(schedule.description()))
        .set("owner", Param.of(schedule.owner()))
        .set("status", Param.of(Words.of(schedule.status())))
        .set("status_reason", Param.of(schedule.statusReason()))
        .set("payload", Param.of(schedule.payload()));
    bindSlots(call, schedule.slots());
    bindTarget(call, schedule.target());
    bindPolicies(call, schedule.policies());
  }

  private static void bindSlots(Call call, Slots slots) throws SQLException {
    Cron cron = slots.timing() instanceof Cron c ? c : null;
    Interval interval = slots.timing() instanceof Interval i ? i : null;
    Once once = slots.timing() instanceof Once o ? o : null;
    call.set("cron", Param.of(cron == null ? null : cron.expression()))
        .set("timezone", Param.of(cron == null ? null : cron.zone().getId()))
        .set("interval_ms", Param.ofNullable(interval == null ? null : interval.every().toMillis()))
        .set("interval_from", Param.of(interval == null ? null : Words.of(slots.intervalFrom())))
        .set("anchor_at", Param.of(interval == null ? null : interval.anchor()))
        .set("run_at", Param.of(once == null ? null : once.at()))
        .set("start_at", Param.of(slots.window().startAt()))
        .set("end_at", Param.of(slots.window().endAt()))
        .set("jitter_ms", Param.of(slots.jitter().toMillis()));
  }

  private static void bindTarget(Call call, Target target) throws SQLException {
    Map<String, Param> set = new HashMap<>();
    switch (target) {
      case Target.Workflow workflow -> {
        set.put("workflow_id", Param.of(workflow.workflowId()));
        set.put("trigger_node_id", Param.of(workflow.triggerNodeId()));
      }
      case Target.Graph graph -> {
        set.put("graph_id", Param.of(graph.graphId()));
        set.put("grant_id", Param.of(graph.grantId()));
      }
      case Target.Message message -> {
        set.put("agent_id", Param.of(message.agentId()));
        set.put("room_id", Param.of(message.roomId()));
        set.put("payload_kind", Param.of(Words.of(message.payloadKind())));
        set.put("payload_text", Param.of(message.text()));
      }
      case Target.Http http -> {
        set.put("url", Param.of(http.url()));
        set.put("method", Param.of(http.method()));
        set.put("headers", Param.of(Json.headers(http.headers())));
      }
      case Target.Handler handler -> set.put("handler", Param.of(handler.name()));
    }
    call.set("target", Param.of(Words.of(target.kind())));
    for (String column : TARGET_COLUMNS) {
      call.set(column, set.getOrDefault(column, NONE));
    }
  }

  private static final Param NONE = Param.of((@Nullable String) null);

  private static final String[] TARGET_COLUMNS = {
    "workflow_id",
    "trigger_node_id",
    "graph_id",
    "grant_id",
    "agent_id",
    "room_id",
    "payload_kind",
    "payload_text",
    "url",
    "method",
    "headers",
    "handler"
  };

  private static void bindPolicies(Call call, Policies policies) throws SQLException {
    call.set("total_repeats", Param.of(policies.totalRepeats()))
        .set("max_retries", Param.of(policies.maxRetries()))
        .set("retry_delay_ms", Param.of(policies.retryDelay().toMillis()))
        .set("timeout_ms", Param.of(policies.timeout().toMillis()))
        .set("max_failures", Param.of(policies.maxFailures()))
        .set("on_max_failures", Param.of(Words.of(policies.onMaxFailures())))
        .set("overlap", Param.of(Words.of(policies.overlap())))
        .set("catch_up", Param.of(Words.of(policies.catchUp())))
        .set("starting_deadline_ms", Param.of(policies.startingDeadline().toMillis()))
        .set("backfill_limit", Param.of(policies.backfillLimit()));
  }
}
