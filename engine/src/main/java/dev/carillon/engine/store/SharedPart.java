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
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * What the schedules of a fleet share: all but what {@link #with} takes from each one's own row.
 *
 * @param every of an interval; otherwise 0
 */
record SharedPart(
    int orgId,
    String description,
    @Nullable Cron cron,
    Duration every,
    IntervalFrom intervalFrom,
    Duration jitter,
    Target target,
    Policies policies,
    String owner) {

  /**
   * Most schedules share their policies, their owners and often their targets with many others; a
   * million of them in memory for a moment is what the collector has to copy.
   */
  private static final Common COMMON = new Common(4_096);

  /**
   * Takes from the part before what the row repeats: most schedules have neighbours.
   *
   * @param before what was read from the row before; null if that is not known
   */
  static SharedPart read(Row row, @Nullable SharedPart before) throws SQLException {
    return new SharedPart(
        row.whole("org_id"),
        row.someText("description"),
        before != null && row.repeats("cron", "timezone") ? before.cron : cron(row),
        millis(row, "interval_ms"),
        intervalFrom(row.text("interval_from")),
        millis(row, "jitter_ms"),
        before != null && row.repeats("target", "handler")
            ? before.target
            : COMMON.one(target(row)),
        before != null && row.repeats("total_repeats", "backfill_limit")
            ? before.policies
            : COMMON.one(policies(row)),
        before != null && row.repeats("owner", "owner")
            ? before.owner
            : COMMON.one(row.someText("owner")));
  }

  /** The definition that this part and a schedule's own columns make. */
  Schedule with(Row own) throws SQLException {
    return new Schedule(
        requireNonNull(own.uuid("id")),
        orgId,
        own.someText("name"),
        description,
        new Slots(timing(own), intervalFrom, window(own), jitter),
        target,
        own.text("payload"),
        policies,
        owner,
        Words.read(Status.class, own.someText("status")),
        own.text("status_reason"),
        own.number("version"),
        own.someInstant("created_at"),
        own.someInstant("updated_at"));
  }

  private Timing timing(Row own) throws SQLException {
    if (cron != null) {
      return cron;
    }
    Instant runAt = own.instant("run_at");
    return runAt == null ? new Interval(every, own.someInstant("anchor_at")) : new Once(runAt);
  }

  private static Window window(Row own) throws SQLException {
    Instant start = own.instant("start_at");
    Instant end = own.instant("end_at");
    return start == null && end == null ? Window.ALWAYS : new Window(start, end);
  }

  private static @Nullable Cron cron(Row row) throws SQLException {
    String cron = row.text("cron");
    return cron == null ? null : Cron.parse(cron, ZoneId.of(row.someText("timezone")));
  }

  private static IntervalFrom intervalFrom(@Nullable String word) {
    return word == null ? IntervalFrom.SLOT : Words.read(IntervalFrom.class, word);
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
}
