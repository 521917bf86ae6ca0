package dev.carillon.server.seeds;

import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.schedule.Target;
import dev.carillon.engine.schedule.TargetKind;
import dev.carillon.engine.store.ScheduleStore.Entry;
import dev.carillon.server.access.ScheduleAccess;
import dev.carillon.server.schedules.ScheduleJson;
import dev.carillon.server.store.Listed;
import dev.carillon.server.store.ScheduleFilter;
import dev.carillon.server.store.ScheduleLists;
import dev.carillon.server.web.Answer;
import dev.carillon.server.web.Caller;
import dev.carillon.server.web.Code;
import dev.carillon.server.web.Cursor;
import dev.carillon.server.web.Fields;
import dev.carillon.server.web.Inquiry;
import dev.carillon.server.web.Json;
import dev.carillon.server.web.Page;
import dev.carillon.server.web.Problem;
import dev.carillon.server.web.Query;
import dev.carillon.server.web.Request;
import dev.carillon.server.web.Route;
import dev.carillon.server.web.Router;
import dev.carillon.server.web.Scope;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code /api/v1/jobs}: messages to agents, as the jobs of an agent job scheduler. */
public final class Jobs {

  private static final String PATH = "/api/v1/jobs";
  private static final String ONE = PATH + "/{id}";

  /** What can be set and has the same name in the API, the timing apart. */
  private static final List<String> SETTABLE =
      List.of(
          "agent_id",
          "name",
          "description",
          "timezone",
          "payload_kind",
          "payload_text",
          "room_id",
          "enabled",
          "max_failures");

  private static final List<String> ACCEPTED =
      List.of(
          "agent_id",
          "name",
          "description",
          "schedule_kind",
          "cron_expr",
          "interval_ms",
          "run_at",
          "timezone",
          "payload_kind",
          "payload_text",
          "room_id",
          "enabled",
          "max_failures");

  private final Router api;
  private final ScheduleAccess access;
  private final OnOff onOff;
  private final ScheduleLists schedules;

  public Jobs(Router api, ScheduleAccess access, ScheduleLists schedules) {
    this.api = api;
    this.access = access;
    onOff = new OnOff(api);
    this.schedules = schedules;
  }

  public List<Route> routes() {
    return List.of(
        Route.post(PATH, Scope.WRITE, this::create).forAgents(),
        Route.get(PATH, Scope.READ, this::list).forAgents(),
        Route.get(ONE, Scope.READ, this::show).forAgents(),
        Route.patch(ONE, Scope.WRITE, this::change).forAgents(),
        Route.delete(ONE, Scope.WRITE, this::delete).forAgents(),
        Route.post(ONE + "/run", Scope.RUN, this::run).forAgents(),
        Route.get(ONE + "/runs", Scope.READ, this::runs).forAgents(),
        Route.post(ONE + "/pause", Scope.WRITE, this::pause).forAgents(),
        Route.post(ONE + "/resume", Scope.WRITE, this::resume).forAgents());
  }

  private Answer create(Request request) throws Exception {
    Fields job = request.fields().only(ACCEPTED);
    ObjectNode body = Json.object().put("target", "message");
    SETTABLE.forEach(name -> copy(job, body, name));
    JobJson.Kind kind = job.word("schedule_kind", JobJson.Kind.class);
    if (kind != null && !job.given(kind.field)) {
      throw missing(job, kind);
    }
    copyTiming(job, body, kind);
    Answer made = api.ask(request.caller(), Inquiry.post(OnOff.SCHEDULES, body).within(request));
    ObjectNode answer = JobJson.job(request.caller(), made.content());
    return Answer.created(PATH + "/" + answer.get("id").stringValue(), answer);
  }

  private static void copy(Fields from, ObjectNode to, String name) {
    if (from.has(name)) {
      to.set(name, from.value(name));
    }
  }

  /** Of the fields that the kind does not use, none is looked at. */
  private static void copyTiming(Fields job, ObjectNode body, JobJson.@Nullable Kind said) {
    for (JobJson.Kind kind : JobJson.Kind.values()) {
      if (said == null ? job.given(kind.field) : said == kind) {
        copy(job, body, kind.field);
      }
    }
  }

  private static Problem missing(Fields job, JobJson.Kind kind) {
    return job.missing(kind.field).fix("A job of this schedule_kind needs " + kind.field + ".");
  }

  private Answer list(Request request) {
    Query query = request.query("agent_id", "status", "enabled", "q", "limit", "cursor");
    Caller caller = request.caller();
    ScheduleFilter filter =
        new ScheduleFilter(
            statuses(query.word("status", JobJson.State.class), query.bool("enabled")),
            TargetKind.MESSAGE,
            null,
            query.text("agent_id"),
            ScheduleAccess.agent(caller),
            query.text("q"));
    String list = "jobs " + filter;
    Page page =
        new Page(
            list,
            Cursor.after(query, list),
            query.integer("limit", 1, Page.LARGEST_LIMIT, Page.LARGEST_LIMIT));
    Listed<UUID> found = schedules.full(caller.orgId(), filter, page.after(), page.limit());
    ArrayNode items = Json.object().arrayNode();
    found.entries().forEach(entry -> items.add(JobJson.job(caller, ScheduleJson.of(entry))));
    return counted(Answer.ok(Cursor.page(items, found.next(), list)));
  }

  private static @Nullable Set<Status> statuses(
      JobJson.@Nullable State state, @Nullable Boolean enabled) {
    if (state == null && enabled == null) {
      return null;
    }
    Set<Status> some = EnumSet.allOf(Status.class);
    some.removeIf(one ->
        (state != null && JobJson.State.of(one) != state)
            || (enabled != null && (one == Status.ACTIVE) != enabled));
    return some;
  }

  private static Answer counted(Answer page) {
    ObjectNode list = (ObjectNode) page.content();
    return Answer.ok(list.put("total", list.get("items").size()));
  }

  private Answer show(Request request) {
    return Answer.ok(JobJson.job(request.caller(), find(request)));
  }

  /** A schedule that does something else than to write to an agent is no job. */
  private JsonNode find(Request request) {
    Entry entry = access.entry(request);
    if (!(entry.schedule().target() instanceof Target.Message)) {
      throw Problem.of(Code.SCHEDULE_NOT_FOUND, "there is no such schedule");
    }
    return ScheduleJson.of(entry);
  }

  private static String path(JsonNode schedule) {
    return OnOff.SCHEDULES + "/" + schedule.get("id").stringValue();
  }

  private Answer change(Request request) throws Exception {
    JsonNode before = find(request);
    Fields job = request.fields().only(ACCEPTED);
    ObjectNode body = Json.object();
    SETTABLE.forEach(name -> copy(job, body, name));
    JobJson.Kind kind = job.word("schedule_kind", JobJson.Kind.class);
    if (kind != null && !job.given(kind.field) && kind != JobJson.kind(before)) {
      throw missing(job, kind);
    }
    copyTiming(job, body, kind);
    Answer changed = api.ask(request.caller(), Inquiry.patch(path(before), body).within(request));
    return Answer.ok(JobJson.job(request.caller(), changed.content()));
  }

  private Answer delete(Request request) throws Exception {
    JsonNode schedule = find(request);
    api.ask(request.caller(), Inquiry.delete(path(schedule)).within(request));
    return Answer.ok(
        Json.object().put("deleted", true).put("id", schedule.get("id").stringValue()));
  }

  private Answer run(Request request) throws Exception {
    JsonNode schedule = find(request);
    Answer run =
        api.ask(
            request.caller(), Inquiry.post(path(schedule) + "/run", Json.object()).within(request));
    // Whoever may only start it is told no more than that.
    ObjectNode job =
        request.caller().may(Scope.READ)
            ? JobJson.job(request.caller(), schedule)
            : Json.object().put("id", schedule.get("id").stringValue());
    job.set("run_id", run.content().get("id"));
    return Answer.json(202, job);
  }

  private Answer runs(Request request) throws Exception {
    Query query = request.query("limit", "cursor");
    JsonNode schedule = find(request);
    ObjectNode page =
        (ObjectNode)
            api.ask(
                    request.caller(),
                    Inquiry.get(path(schedule) + "/runs")
                        .with("limit", query.text("limit"))
                        .with("cursor", query.text("cursor")))
                .content();
    ArrayNode items = Json.object().putArray("items");
    page.get("items").forEach(run -> items.add(JobJson.run(request.caller(), schedule, run)));
    page.set("items", items);
    return Answer.ok(page.put("total", items.size()));
  }

  private Answer pause(Request request) throws Exception {
    return Answer.ok(JobJson.job(request.caller(), onOff.pause(request.caller(), find(request))));
  }

  private Answer resume(Request request) throws Exception {
    return Answer.ok(JobJson.job(request.caller(), onOff.resume(request.caller(), find(request))));
  }
}
