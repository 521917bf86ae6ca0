package dev.carillon.server.seeds;

import dev.carillon.engine.schedule.TargetKind;
import dev.carillon.engine.store.ScheduleStore.Entry;
import dev.carillon.server.access.ScheduleAccess;
import dev.carillon.server.schedules.ScheduleJson;
import dev.carillon.server.store.Listed;
import dev.carillon.server.store.ScheduleFilter;
import dev.carillon.server.store.ScheduleLists;
import dev.carillon.server.store.Workflow;
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
import java.util.Set;
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

  /** Places where an id is parted; workflow and trigger named by UUIDs make nine. */
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

  /** One way to part a job's id. */
  private record Parting(UUID scheduleId, String workflowId, String triggerId) {

    @Override
    public String toString() {
      return "trigger %s of workflow %s (schedule %s)".formatted(triggerId, workflowId, scheduleId);
    }
  }

  /**
   * The schedule that a job's id names. Ids of workflows and of triggers have dashes, so that an id
   * may be parted at any of them; as long as more than one workflow and trigger read as it, nothing
   * is done to either. A trigger whose job was deleted still reads as it: else a deletion that is
   * asked for again would delete another job.
   */
  private JsonNode find(Caller caller, String jobId) throws Exception {
    List<Parting> partings = partings(caller.orgId(), jobId);
    Set<Parting> saved = saved(caller, partings);
    List<Parting> read = new ArrayList<>();
    JsonNode found = null;
    for (Parting parting : partings) {
      JsonNode schedule = schedule(caller, parting);
      if (schedule != null || saved.contains(parting)) {
        read.add(parting);
        found = schedule;
      }
    }
    if (read.size() > 1) {
      throw Problem.of(
              Code.SCHEDULE_JOB_AMBIGUOUS,
              "the id %s may mean %s"
                  .formatted(
                      jobId,
                      read.stream().map(Parting::toString).collect(Collectors.joining(", or "))))
          .fix("Ask for the one that is meant by its schedule: /api/v1/schedules/{id}.");
    }
    if (found == null) {
      throw Problem.of(Code.SCHEDULE_NOT_FOUND, "there is no such scheduled job")
          .expected("workflowId-triggerId")
          .fix("GET /api/schedule-jobs lists the ids there are.");
    }
    return found;
  }

  private static List<Parting> partings(int orgId, String jobId) {
    List<Parting> partings = new ArrayList<>();
    for (int dash = jobId.indexOf('-');
        dash > 0 && dash < jobId.length() - 1 && partings.size() < MOST_DASHES;
        dash = jobId.indexOf('-', dash + 1)) {
      String workflowId = jobId.substring(0, dash);
      String triggerId = jobId.substring(dash + 1);
      partings.add(
          new Parting(TriggerSchedules.id(orgId, workflowId, triggerId), workflowId, triggerId));
    }
    return partings;
  }

  /** Those that are triggers of saved workflows, be their jobs there or not. */
  private Set<Parting> saved(Caller caller, List<Parting> partings) {
    // Workflows are their organization's; an agent is not told of them.
    if (caller.agent() || partings.isEmpty()) {
      return Set.of();
    }
    Set<String> names =
        workflows
            .names(caller.orgId(), partings.stream().map(Parting::workflowId).toList())
            .keySet();
    return partings.stream()
        .filter(parting -> names.contains(parting.workflowId()))
        .filter(parting -> {
          Workflow workflow = workflows.find(caller.orgId(), parting.workflowId());
          return workflow != null && TriggerSchedules.follows(workflow, parting.triggerId());
        })
        .collect(Collectors.toSet());
  }

  private @Nullable JsonNode schedule(Caller caller, Parting parting) throws Exception {
    try {
      JsonNode schedule =
          api.ask(caller, Inquiry.get(OnOff.SCHEDULES + "/" + parting.scheduleId())).content();
      // Whoever gave it another target made it a schedule of their own.
      return parting.workflowId().equals(schedule.path("workflow_id").asString(""))
              && parting.triggerId().equals(schedule.path("trigger_node_id").asString(""))
          ? schedule
          : null;
    } catch (Problem problem) {
      if (problem.status() != Code.SCHEDULE_NOT_FOUND.status()) {
        throw problem;
      }
      return null;
    }
  }

  private static Answer success(ObjectNode data) {
    ObjectNode answer = Json.object().put("success", true);
    answer.set("data", data);
    return Answer.ok(answer);
  }
}
