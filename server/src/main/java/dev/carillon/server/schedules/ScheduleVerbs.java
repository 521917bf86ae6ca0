package dev.carillon.server.schedules;

import dev.carillon.engine.Schedules;
import dev.carillon.engine.clock.Ids;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.store.ScheduleStore.Entry;
import dev.carillon.engine.timing.Cron;
import dev.carillon.engine.timing.Interval;
import dev.carillon.engine.timing.Once;
import dev.carillon.engine.timing.Preview;
import dev.carillon.engine.timing.Timing;
import dev.carillon.engine.timing.Window;
import dev.carillon.engine.timing.Zones;
import dev.carillon.server.access.ScheduleAccess;
import dev.carillon.server.runs.RunJson;
import dev.carillon.server.web.Answer;
import dev.carillon.server.web.Caller;
import dev.carillon.server.web.Code;
import dev.carillon.server.web.Fields;
import dev.carillon.server.web.Json;
import dev.carillon.server.web.Problem;
import dev.carillon.server.web.Query;
import dev.carillon.server.web.Request;
import dev.carillon.server.web.Route;
import dev.carillon.server.web.Scope;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What can be done with a schedule, and what it will do. */
public final class ScheduleVerbs {

  private static final int LONGEST_REASON = 500;
  private static final int MOST_SLOTS = 1_000;

  private final ScheduleAccess access;
  private final Ids ids;

  public ScheduleVerbs(ScheduleAccess access, Ids ids) {
    this.access = access;
    this.ids = ids;
  }

  public List<Route> routes() {
    String one = ScheduleResource.ONE;
    return List.of(
        Route.post(one + "/pause", Scope.WRITE, this::pause).forAgents(),
        Route.post(one + "/resume", Scope.WRITE, this::resume).forAgents(),
        Route.post(one + "/stop", Scope.WRITE, this::stop).forAgents(),
        Route.post(one + "/revive", Scope.WRITE, this::revive).forAgents(),
        Route.post(one + "/run", Scope.RUN, this::run).forAgents(),
        Route.post(one + "/backfill", Scope.RUN, this::backfill).forAgents(),
        Route.get(one + "/upcoming", Scope.READ, this::upcoming).forAgents(),
        Route.post(ScheduleResource.PATH + "/preview", Scope.READ, this::preview).forAgents());
  }

  private Answer pause(Request request) {
    return change(request, (schedules, id, reason) -> schedules.pause(id, reason), "paused");
  }

  private Answer stop(Request request) {
    return change(request, (schedules, id, reason) -> schedules.stop(id, reason), "stopped");
  }

  private Answer resume(Request request) {
    return change(request, (schedules, id, _) -> schedules.resume(id), null);
  }

  private Answer revive(Request request) {
    return change(request, (schedules, id, _) -> schedules.revive(id), null);
  }

  private interface Change {
    void make(Schedules schedules, UUID id, String reason);
  }

  /**
   * @param verb begins the reason when none is given; null when there is none to give
   */
  private Answer change(Request request, Change change, @Nullable String verb) {
    Fields fields = request.optionalFields();
    fields.only(verb == null ? List.of() : List.of("reason"));
    String reason = reason(fields, request.caller(), String.valueOf(verb));
    UUID id = access.entry(request).schedule().id();
    change.make(access.of(request.caller()), id, reason);
    return ScheduleResource.answer(access.entry(request.caller(), id));
  }

  /** What is given, and by whom; or just who did what. */
  static String reason(Fields fields, Caller caller, String verb) {
    String who = caller.principal().toString();
    String given = fields.text("reason");
    if (given != null && given.length() > LONGEST_REASON) {
      throw Problem.field("$.reason", "must have at most %d characters".formatted(LONGEST_REASON));
    }
    return given == null || given.isBlank() ? verb + " by " + who : who + ": " + given;
  }

  private Answer run(Request request) {
    Fields fields = request.optionalFields().only("payload", "trigger_payload", "input");
    String payload =
        Body.inItsWords(
                fields,
                () -> Optional.ofNullable(Drafts.payload(Fields.of(Body.named(fields)), "payload")))
            .orElse(null);
    Schedule schedule = access.entry(request).schedule();
    Schedules schedules = access.of(request.caller());
    UUID runId = request.newId(ids);
    schedules.trigger(request.orgId(), schedule.id(), runId, payload);
    return Answer.json(202, RunJson.find(schedules, request.orgId(), runId))
        .header("Location", "/api/v1/runs/" + runId);
  }

  private Answer backfill(Request request) {
    Fields fields = request.fields().only("from", "to", "dry_run");
    Instant from = fields.instant("from");
    Instant to = fields.instant("to");
    if (from == null || to == null) {
      throw fields.missing(from == null ? "from" : "to");
    }
    if (to.isBefore(from)) {
      throw Problem.field("$.to", "must not lie before from");
    }
    boolean dryRun = fields.bool("dry_run", false);
    UUID id = access.entry(request).schedule().id();
    Schedules.Backfilled done =
        access.of(request.caller()).backfill(request.orgId(), id, from, to, dryRun);
    ObjectNode answer =
        Json.object()
            .put("schedule_id", id.toString())
            .put("from", Json.instant(from))
            .put("to", Json.instant(to))
            .put("dry_run", dryRun)
            .put("runs", done.runs())
            .put("left_out", done.leftOut());
    return Answer.json(dryRun ? 200 : 202, answer);
  }

  private Answer upcoming(Request request) {
    Query query = request.query("count", "from");
    int count = query.integer("count", 1, MOST_SLOTS, 10);
    Entry entry = access.entry(request);
    Schedule schedule = entry.schedule();
    Instant asked = query.instant("from");
    Instant from = asked == null ? access.of(request.caller()).now() : asked;
    Preview preview =
        Preview.of(
            schedule.slots().timing(),
            schedule.slots().window(),
            zone(schedule.slots().timing(), null),
            from,
            count);
    // What is not active has no slot ahead of it; its timing can still be previewed.
    return Answer.ok(
        slots(schedule.active() ? preview : new Preview(preview.description(), List.of())));
  }

  private Answer preview(Request request) {
    Fields sent =
        request
            .fields()
            .only(
                "cron",
                "cron_expr",
                "interval_seconds",
                "interval_ms",
                "run_at",
                "timezone",
                "start_at",
                "end_at",
                "from",
                "count");
    return Body.inItsWords(
        sent, () -> preview(request, Fields.of(Body.named(sent, "from", "count"))));
  }

  private Answer preview(Request request, Fields fields) {
    Integer count = fields.integer("count", 1, MOST_SLOTS);
    Instant asked = fields.instant("from");
    Instant from = asked == null ? access.of(request.caller()).now() : asked;
    String timezone = fields.text("timezone");
    ZoneId zone = timezone == null ? null : Zones.parse(timezone);
    Timing timing = timing(fields, zone, from);
    Window window = new Window(fields.instant("start_at"), fields.instant("end_at"));
    return Answer.ok(
        slots(Preview.of(timing, window, zone(timing, zone), from, count == null ? 5 : count)));
  }

  private static Timing timing(Fields fields, @Nullable ZoneId zone, Instant from) {
    List<String> given = FieldNames.TIMINGS.stream().filter(fields::given).toList();
    if (given.size() != 1) {
      throw Problem.of(
              given.isEmpty() ? Code.FIELD_MISSING : Code.FIELD_INVALID,
              "expected exactly one of cron, interval_seconds and run_at")
          .at("$.cron")
          .expected("exactly one of cron, interval_seconds and run_at");
    }
    String cron = fields.text("cron");
    Duration every = fields.seconds("interval_seconds");
    if (cron != null) {
      return Cron.parse(cron, zone == null ? Zones.parse("UTC") : zone);
    }
    return every != null
        ? new Interval(every, from)
        : new Once(Objects.requireNonNull(fields.instant("run_at")));
  }

  private static ZoneId zone(Timing timing, @Nullable ZoneId asked) {
    if (asked != null) {
      return asked;
    }
    return timing instanceof Cron cron ? cron.zone() : ZoneOffset.UTC;
  }

  private static ObjectNode slots(Preview preview) {
    ObjectNode json = Json.object().put("description", preview.description());
    ArrayNode slots = json.putArray("slots");
    preview
        .slots()
        .forEach(slot ->
            slots
                .addObject()
                .put("at", Json.instant(slot.at()))
                .put("local", local(slot.local()))
                .put("note", slot.note()));
    return json;
  }

  private static String local(java.time.OffsetDateTime time) {
    return time.format(java.time.format.DateTimeFormatter.ISO_OFFSET_DATE_TIME);
  }
}
