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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Definitions as rows, and rows as definitions. */
final class Definitions {

  private static final Logger log = LoggerFactory.getLogger(Definitions.class);

  /**
   * Most schedules share their policies, their owners and often their targets with many others; a
   * million of them in memory for a moment is what the collector has to copy.
   */
  private static final Common COMMON = new Common(4_096);

  /** The columns of {@code schedules/definitions.sql}, in their order. */
  private static final List<String> COLUMNS =
      List.of(
          "id",
          "org_id",
          "version",
          "created_at",
          "updated_at",
          "name",
          "description",
          "owner",
          "status",
          "status_reason",
          "cron",
          "timezone",
          "interval_ms",
          "interval_from",
          "anchor_at",
          "run_at",
          "start_at",
          "end_at",
          "jitter_ms",
          "target",
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
          "handler",
          "payload",
          "total_repeats",
          "max_retries",
          "retry_delay_ms",
          "timeout_ms",
          "max_failures",
          "on_max_failures",
          "overlap",
          "catch_up",
          "starting_deadline_ms",
          "backfill_limit");

  private Definitions() {}

  /** All definitions of an answer to {@code schedules/definitions.sql} that are ones. */
  static List<Schedule> readAll(ResultSet packed) throws SQLException {
    packed.next();
    PackedRow row = new PackedRow(COLUMNS).over(packed.getBytes(1));
    List<Schedule> found = new ArrayList<>();
    Schedule before = null;
    while (row.next()) {
      before = read(row, before).orElse(null);
      if (before != null) {
        found.add(before);
      }
    }
    return found;
  }

  /** One packed row. */
  static Optional<Schedule> read(byte[] packed) throws SQLException {
    PackedRow row = new PackedRow(COLUMNS).over(packed);
    return row.next() ? read(row) : Optional.empty();
  }

  /** A row that is not known to follow another one. */
  static Optional<Schedule> read(Row row) throws SQLException {
    return read(row, null);
  }

  /** Empty for a row that is no definition: it must not keep others from being read. */
  private static Optional<Schedule> read(Row row, @Nullable Schedule before) throws SQLException {
    try {
      return Optional.of(definition(row, before));
    } catch (IllegalArgumentException | NullPointerException | ArithmeticException e) {
      report(row, e);
    } catch (java.time.DateTimeException | dev.carillon.engine.timing.TimingException e) {
      report(row, e);
    }
    return Optional.empty();
  }

  private static void report(Row row, RuntimeException e) throws SQLException {
    log.error(
        "Schedule {} of organization {} cannot be read and is left out until it is edited or"
            + " deleted; all others go on. {}",
        row.uuid("id"),
        row.whole("org_id"),
        e.toString());
  }

  /** Takes from the definition before what the row repeats: most schedules have neighbours. */
  private static Schedule definition(Row row, @Nullable Schedule before) throws SQLException {
    Target target =
        before != null && row.repeats("target", "handler")
            ? before.target()
            : COMMON.one(target(row));
    Policies policies =
        before != null && row.repeats("total_repeats", "backfill_limit")
            ? before.policies()
            : COMMON.one(policies(row));
    Schedule alike = before != null && row.repeats("owner", "status_reason") ? before : null;
    return new Schedule(
        requireNonNull(row.uuid("id")),
        row.whole("org_id"),
        row.someText("name"),
        row.someText("description"),
        slots(row, before == null ? null : before.slots()),
        target,
        row.text("payload"),
        policies,
        alike == null ? COMMON.one(row.someText("owner")) : alike.owner(),
        alike == null ? Words.read(Status.class, row.someText("status")) : alike.status(),
        alike == null ? row.text("status_reason") : alike.statusReason(),
        row.number("version"),
        row.someInstant("created_at"),
        row.someInstant("updated_at"));
  }

  private static Slots slots(Row row, @Nullable Slots before) throws SQLException {
    Slots alike = before != null && row.repeats("start_at", "jitter_ms") ? before : null;
    return new Slots(
        timing(row),
        intervalFrom(row.text("interval_from")),
        alike == null ? new Window(row.instant("start_at"), row.instant("end_at")) : alike.window(),
        alike == null ? millis(row, "jitter_ms") : alike.jitter());
  }

  private static IntervalFrom intervalFrom(@Nullable String word) {
    return word == null ? IntervalFrom.SLOT : Words.read(IntervalFrom.class, word);
  }

  private static Timing timing(Row row) throws SQLException {
    String cron = row.text("cron");
    if (cron != null) {
      return Cron.parse(cron, ZoneId.of(row.someText("timezone")));
    }
    Instant runAt = row.instant("run_at");
    return runAt == null
        ? new Interval(millis(row, "interval_ms"), row.someInstant("anchor_at"))
        : new Once(runAt);
  }

  private static Target target(Row row) throws SQLException {
    return switch (Words.read(TargetKind.class, row.someText("target"))) {
      case WORKFLOW ->
          new Target.Workflow(row.someText("workflow_id"), row.text("trigger_node_id"));
      case GRAPH -> new Target.Graph(row.someText("graph_id"), row.uuid("grant_id"));
      case MESSAGE ->
          new Target.Message(
              row.someText("agent_id"),
              row.uuid("room_id"),
              Words.read(Target.PayloadKind.class, row.someText("payload_kind")),
              row.someText("payload_text"));
      case HTTP ->
          new Target.Http(
              row.someText("method"), row.someText("url"), Json.headers(row.someText("headers")));
      case HANDLER -> new Target.Handler(row.someText("handler"));
    };
  }

  private static Policies policies(Row row) throws SQLException {
    return new Policies(
        row.whole("total_repeats"),
        row.whole("max_retries"),
        millis(row, "retry_delay_ms"),
        millis(row, "timeout_ms"),
        row.whole("max_failures"),
        Words.read(OnMaxFailures.class, row.someText("on_max_failures")),
        Words.read(Overlap.class, row.someText("overlap")),
        Words.read(CatchUp.class, row.someText("catch_up")),
        millis(row, "starting_deadline_ms"),
        row.whole("backfill_limit"));
  }

  private static Duration millis(Row row, String column) throws SQLException {
    return Duration.ofMillis(row.number(column));
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
