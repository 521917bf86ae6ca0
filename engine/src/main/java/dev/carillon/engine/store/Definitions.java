package dev.carillon.engine.store;

import dev.carillon.engine.schedule.Policies;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Slots;
import dev.carillon.engine.schedule.Target;
import dev.carillon.engine.timing.Cron;
import dev.carillon.engine.timing.Interval;
import dev.carillon.engine.timing.Once;
import dev.carillon.engine.timing.TimingException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
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

  /** The columns that {@code schedules/definitions-by-pattern.sql} sends once, in their order. */
  private static final List<String> SHARED =
      List.of(
          "org_id",
          "description",
          "owner",
          "cron",
          "timezone",
          "interval_ms",
          "interval_from",
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

  /** The columns that it sends with each schedule, in their order. */
  private static final List<String> OWN =
      List.of(
          "id",
          "version",
          "created_at",
          "updated_at",
          "name",
          "status",
          "status_reason",
          "anchor_at",
          "run_at",
          "start_at",
          "end_at",
          "payload");

  private Definitions() {}

  /** All definitions of an answer to {@code schedules/definitions.sql} that are ones. */
  static List<Schedule> readAll(ResultSet packed) throws SQLException {
    packed.next();
    PackedRow row = new PackedRow(COLUMNS).over(packed.getBytes(1));
    List<Schedule> found = new ArrayList<>();
    SharedPart before = null;
    while (row.next()) {
      before = add(row, row, null, before, found);
    }
    return found;
  }

  /**
   * Definitions that were read together.
   *
   * @param patterns how many different ones they have
   */
  record Alike(List<Schedule> schedules, int patterns) {}

  /** The same for {@code schedules/definitions-by-pattern.sql}. */
  static Alike readAlike(ResultSet rows) throws SQLException {
    PackedRow shared = new PackedRow(SHARED);
    PackedRow own = new PackedRow(OWN);
    List<Schedule> found = new ArrayList<>();
    SharedPart before = null;
    int patterns = 0;
    while (rows.next()) {
      patterns++;
      shared.over(rows.getBytes(1)).next();
      own.over(rows.getBytes(2));
      SharedPart part = null;
      while (own.next()) {
        part = add(own, shared, part, before, found);
      }
      before = part;
    }
    return new Alike(found, patterns);
  }

  /** One packed row. */
  static Optional<Schedule> read(byte[] packed) throws SQLException {
    PackedRow row = new PackedRow(COLUMNS).over(packed);
    return row.next() ? read(row) : Optional.empty();
  }

  /** A row that is not known to follow another one; empty for one that is no definition. */
  static Optional<Schedule> read(Row row) throws SQLException {
    List<Schedule> found = new ArrayList<>(1);
    add(row, row, null, null, found);
    return found.stream().findFirst();
  }

  /**
   * What is no definition is left out: it must not keep others from being read.
   *
   * @param part what was read from the shared row; null if that was not done yet, or failed
   * @param before what was read from the shared row before it; null if that is not known
   * @return what was read from the shared row
   */
  private static @Nullable SharedPart add(
      Row own,
      Row shared,
      @Nullable SharedPart part,
      @Nullable SharedPart before,
      List<Schedule> found)
      throws SQLException {
    SharedPart known = part;
    try {
      if (known == null) {
        known = SharedPart.read(shared, before);
      }
      found.add(known.with(own));
    } catch (IllegalArgumentException | NullPointerException | ArithmeticException e) {
      report(own, shared, e);
    } catch (DateTimeException | TimingException e) {
      report(own, shared, e);
    }
    return known;
  }

  private static void report(Row own, Row shared, RuntimeException e) throws SQLException {
    log.error(
        "Schedule {} of organization {} cannot be read and is left out until it is edited or"
            + " deleted; all others go on. {}",
        own.uuid("id"),
        shared.whole("org_id"),
        e.toString());
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
