package dev.carillon.server.seeds;

import dev.carillon.engine.schedule.TargetKind;
import dev.carillon.engine.store.ScheduleStore.Entry;
import dev.carillon.server.access.ScheduleAccess;
import dev.carillon.server.schedules.ScheduleJson;
import dev.carillon.server.store.Listed;
import dev.carillon.server.store.ScheduleFilter;
import dev.carillon.server.store.ScheduleLists;
import dev.carillon.server.store.Workflows;
import dev.carillon.server.web.Answer;
import dev.carillon.server.web.Caller;
import dev.carillon.server.web.Code;
import dev.carillon.server.web.Inquiry;
import dev.carillon.server.web.Json;
import dev.carillon.server.web.Problem;
import dev.carillon.server.web.Request;
import dev.carillon.server.web.Route;
import dev.carillon.server.web.Router;
import dev.carillon.server.web.Scope;
import dev.carillon.server.workflows.TriggerSchedules;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code /api/schedule-jobs}: the schedules that workflows' triggers made, as jobs. There is none
 * to create here: saving a workflow does.
 */
public final class ScheduleJobs {

  private static final String PATH = "/api/schedule-jobs";
  private static final String ONE = PATH + "/{jobId}";

  private static final int PAGE = 200;

  /** The list has no pages; this many jobs are about 4 MB. Of more, the total still tells. */
  private static final int MOST = 10_000;

  /** Places where an id may be parted; a trigger named by a UUID has six. */
  private static final int MOST_DASHES = 20;

  private final Router api;
  private final OnOff onOff;
  private final ScheduleLists schedules;
  private final Workflows workflows;

  public ScheduleJobs(Router api, ScheduleLists schedules, Workflows workflows) {
    this.api = api;
    onOff = new OnOff(api);
    this.schedules = schedules;
    this.workflows = workflows;
  }

  public List<Route> routes() {
    return List.of(
        Route.get(PATH, Scope.READ, request -> list(request, null)).forAgents(),
        Route.get(
                PATH + "/workflow/{workflowId}",
                Scope.READ,
                request -> list(request, request.parameter("workflowId")))
            .forAgents(),
        Route.post(ONE + "/pause", Scope.WRITE, this::pause).forAgents(),
        Route.post(ONE + "/resume", Scope.WRITE, this::resume).forAgents(),
        Route.delete(ONE, Scope.WRITE, this::delete).forAgents());
  }

  private Answer list(Request request, @Nullable String workflowId) {
    Caller caller = request.caller();
    ScheduleFilter filter =
        new ScheduleFilter(
            null, TargetKind.WORKFLOW, workflowId, null, ScheduleAccess.agent(caller), null);
    ObjectNode data = Json.object();
    ArrayNode jobs = Json.object().putArray("jobs");
    long total = 0;
    UUID after = null;
    do {
      Listed<UUID> page = schedules.list(caller.orgId(), filter, after, PAGE);
      List<Entry> made =
          page.entries().stream().filter(entry -> TriggerSchedules.made(entry.schedule())).toList();
      jobs(caller, made.subList(0, Math.min(made.size(), MOST - jobs.size()))).forEach(jobs::add);
      total += made.size();
      after = page.next();
    } while (after != null);
    data.put("total", total);
    data.set("jobs", jobs);
    return success(data);
  }

  private List<ObjectNode> jobs(Caller caller, List<Entry> entries) {
    List<JsonNode> made = entries.stream().<JsonNode>map(ScheduleJson::of).toList();
    Map<String, String> names = names(caller, made);
    return made.stream().map(schedule -> job(schedule, names)).toList();
  }

  private Map<String, String> names(Caller caller, List<JsonNode> made) {
    return made.isEmpty()
        ? new HashMap<>()
        : workflows.names(
            caller.orgId(),
            made.stream().map(one -> text(one, "workflow_id")).collect(Collectors.toSet()));
  }

  private static ObjectNode job(JsonNode schedule, Map<String, String> names) {
    String workflowId = text(schedule, "workflow_id");
    String triggerId = text(schedule, "trigger_node_id");
    ObjectNode job =
        Json.object()
            .put("id", workflowId + "-" + triggerId)
            .put("workflowId", workflowId)
            .put("workflowName", names.getOrDefault(workflowId, ""))
            .put("triggerId", triggerId);
    job.set("cronExpression", schedule.get("cron"));
    job.put("timezone", schedule.path("timezone").asString("UTC"));
    job.set("description", schedule.get("description"));
    job.set("nextRun", schedule.get("next_run_at"));
    job.set("lastRun", schedule.get("last_run_at"));
    // It knows on and off; why a job is off, the API tells.
    job.put("status", text(schedule, "status").equals("active") ? "active" : "paused");
    job.set("failCount", schedule.get("consecutive_failures"));
    return job;
  }

  private static String text(JsonNode node, String name) {
    return node.get(name).stringValue();
  }

  private Answer pause(Request request) throws Exception {
    Caller caller = request.caller();
    return one(caller, onOff.pause(caller, find(caller, request.parameter("jobId"))));
  }

  private Answer resume(Request request) throws Exception {
    Caller caller = request.caller();
    return one(caller, onOff.resume(caller, find(caller, request.parameter("jobId"))));
  }

  private Answer one(Caller caller, JsonNode schedule) {
    return success(job(schedule, names(caller, List.of(schedule))));
  }

  private Answer delete(Request request) throws Exception {
    String jobId = request.parameter("jobId");
    JsonNode schedule = find(request.caller(), jobId);
    api.ask(
        request.caller(),
        Inquiry.delete(OnOff.SCHEDULES + "/" + text(schedule, "id")).within(request));
    return success(Json.object().put("id", jobId));
  }

  /**
   * The schedule that a job's id names. It is parted at its first dash, since triggers' ids have
   * dashes; where that names nothing, the workflow's id has some, too.
   */
  private JsonNode find(Caller caller, String jobId) throws Exception {
    List<UUID> ids = new ArrayList<>();
    for (int dash = jobId.indexOf('-');
        dash > 0 && dash < jobId.length() - 1 && ids.size() < MOST_DASHES;
        dash = jobId.indexOf('-', dash + 1)) {
      ids.add(
          TriggerSchedules.id(caller.orgId(), jobId.substring(0, dash), jobId.substring(dash + 1)));
    }
    for (UUID id : ids) {
      try {
        return api.ask(caller, Inquiry.get(OnOff.SCHEDULES + "/" + id)).content();
      } catch (Problem problem) {
        if (problem.status() != Code.SCHEDULE_NOT_FOUND.status()) {
          throw problem;
        }
      }
    }
    throw Problem.of(Code.SCHEDULE_NOT_FOUND, "there is no such scheduled job")
        .expected("workflowId-triggerId")
        .fix("GET /api/schedule-jobs lists the ids there are.");
  }

  private static Answer success(ObjectNode data) {
    ObjectNode answer = Json.object().put("success", true);
    answer.set("data", data);
    return Answer.ok(answer);
  }
}
