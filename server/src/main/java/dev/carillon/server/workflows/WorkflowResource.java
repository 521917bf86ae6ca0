package dev.carillon.server.workflows;

import dev.carillon.engine.Engine;
import dev.carillon.server.store.Tenants;
import dev.carillon.server.store.Workflow;
import dev.carillon.server.store.Workflows;
import dev.carillon.server.web.Answer;
import dev.carillon.server.web.Caller;
import dev.carillon.server.web.Code;
import dev.carillon.server.web.Fields;
import dev.carillon.server.web.IfMatch;
import dev.carillon.server.web.IfNoneMatch;
import dev.carillon.server.web.Json;
import dev.carillon.server.web.NamePage;
import dev.carillon.server.web.Names;
import dev.carillon.server.web.Problem;
import dev.carillon.server.web.Request;
import dev.carillon.server.web.Route;
import dev.carillon.server.web.Scope;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Workflows: saved as a whole; their schedule triggers are schedules. */
public final class WorkflowResource {

  private static final String PATH = "/api/v1/workflows";
  private static final int LONGEST_NAME = 255;
  private static final int MOST_TRIGGERS = 500;

  /**
   * A save holds one connection and needs a second one for the schedules. With no more than these
   * at a time, they cannot take all connections and wait for each other.
   */
  private static final int SAVES_AT_ONCE = 4;

  private final Semaphore saves = new Semaphore(SAVES_AT_ONCE);
  private final Engine engine;
  private final Workflows workflows;

  public WorkflowResource(Engine engine, Workflows workflows) {
    this.engine = engine;
    this.workflows = workflows;
  }

  public List<Route> routes() {
    return List.of(
        Route.get(PATH, Scope.READ, this::list),
        Route.get(PATH + "/{id}", Scope.READ, this::show),
        Route.put(PATH + "/{id}", Scope.WRITE, this::put),
        Route.delete(PATH + "/{id}", Scope.WRITE, this::delete));
  }

  private Answer list(Request request) {
    NamePage page = NamePage.of(request.query("limit", "cursor"), "workflows");
    int orgId = request.orgId();
    return page.answer(
        workflows.list(orgId, page.after(), page.rows()),
        Workflow::id,
        workflow -> json(orgId, workflow));
  }

  private Answer show(Request request) {
    Workflow workflow = workflows.find(request.orgId(), request.parameter("id"));
    if (workflow == null) {
      throw notFound();
    }
    return IfNoneMatch.of(request).names(workflow.version())
        ? Answer.notModified().etag(workflow.version())
        : answer(request.orgId(), workflow);
  }

  private static Answer answer(int orgId, Workflow workflow) {
    return Answer.ok(json(orgId, workflow)).etag(workflow.version());
  }

  private Answer put(Request request) {
    String id = request.parameter("id");
    if (id.isBlank() || id.length() > LONGEST_NAME) {
      throw Problem.field("id", "must have 1 to %d characters".formatted(LONGEST_NAME)).got(id);
    }
    Names.plain("id", id);
    Fields fields = request.fields().only("id", "name", "executor", "triggers", "definition");
    if (fields.given("id") && !id.equals(fields.name("id"))) {
      throw Problem.field("$.id", "must be the id of the path, or left out").expected(id);
    }
    String name = name(fields, "name");
    String executor = name(fields, "executor");
    List<JsonNode> triggers = triggers(fields);
    JsonNode definition = fields.value("definition");
    // Everything is read before anything is written: a mistake in the last trigger changes nothing.
    List<WorkflowSync.Wanted> wanted =
        wanted(triggers, id, name == null ? "" : name, request.caller());
    WorkflowSync sync = sync(request.caller(), id);
    Workflow saved =
        oneOfFew(() ->
            workflows.save(
                request.orgId(),
                id,
                before -> {
                  IfMatch.of(request).check("workflow", before.version());
                  IfNoneMatch.of(request).check("workflow", before.version());
                  sync.follow(before, wanted);
                  return new Workflow.Draft(
                      name == null ? "" : name,
                      executor,
                      Json.text(triggers),
                      definition == null ? null : Json.text(definition));
                }));
    return answer(request.orgId(), saved);
  }

  private static @Nullable String name(Fields fields, String field) {
    String name = fields.text(field);
    if (name != null && (name.isBlank() || name.length() > LONGEST_NAME)) {
      throw Problem.field(
              fields.path(field), "must have 1 to %d characters".formatted(LONGEST_NAME))
          .got(name);
    }
    return name == null ? null : Names.plain(fields.path(field), name);
  }

  private static List<JsonNode> triggers(Fields fields) {
    List<JsonNode> triggers = fields.list("triggers", MOST_TRIGGERS);
    return triggers == null ? List.of() : triggers;
  }

  private static List<WorkflowSync.Wanted> wanted(
      List<JsonNode> triggers, String id, String name, Caller caller) {
    List<WorkflowSync.Wanted> wanted = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < triggers.size(); i++) {
      String path = "$.triggers[%d]".formatted(i);
      Fields fields = Fields.of(triggers.get(i), path);
      TriggerKeys.check(fields);
      String triggerId = fields.requiredText("id");
      if (triggerId.isBlank() || triggerId.length() > LONGEST_NAME || !seen.add(triggerId)) {
        throw Problem.field(
                path + ".id", "must be unique, with 1 to %d characters".formatted(LONGEST_NAME))
            .got(triggerId);
      }
      Names.plain(path + ".id", triggerId);
      fields.requiredText("type");
      fields.text("nodeId");
      fields.bool("active");
      Trigger trigger = Trigger.of(triggers.get(i));
      if (trigger.schedule()) {
        TriggerKeys.checkSchedule(fields);
        wanted.add(
            new WorkflowSync.Wanted(
                trigger,
                ScheduleTrigger.draft(trigger, path, id, name, caller.principal().toString())
                    .organization(caller.orgId())));
      }
    }
    return wanted;
  }

  private Answer delete(Request request) {
    String id = request.parameter("id");
    WorkflowSync sync = sync(request.caller(), id);
    boolean deleted =
        oneOfFew(() ->
            workflows.delete(
                request.orgId(),
                id,
                before -> {
                  IfMatch.of(request).check("workflow", before.version());
                  sync.removeAll(Trigger.all(before.triggers()));
                }));
    if (!deleted) {
      throw notFound();
    }
    return Answer.noContent();
  }

  private WorkflowSync sync(Caller caller, String id) {
    return new WorkflowSync(engine.schedules(Tenants.tenant(caller.orgId())), caller.orgId(), id);
  }

  private <T> T oneOfFew(Supplier<T> save) {
    saves.acquireUninterruptibly();
    try {
      return save.get();
    } finally {
      saves.release();
    }
  }

  private static Problem notFound() {
    return Problem.of(Code.WORKFLOW_NOT_FOUND, "there is no such workflow");
  }

  private static ObjectNode json(int orgId, Workflow workflow) {
    ObjectNode json =
        Json.object()
            .put("id", workflow.id())
            .put("name", workflow.name())
            .put("executor", workflow.executor());
    json.set("triggers", Json.stored(workflow.triggers()));
    ArrayNode schedules = json.putArray("schedules");
    Trigger.all(workflow.triggers()).stream()
        .filter(Trigger::schedule)
        .forEach(trigger ->
            schedules
                .addObject()
                .put("trigger_id", trigger.id())
                .put(
                    "schedule_id",
                    ScheduleTrigger.scheduleId(orgId, workflow.id(), trigger.id()).toString()));
    String definition = workflow.definition();
    json.set(
        "definition",
        definition == null ? JsonNodeFactory.instance.nullNode() : Json.stored(definition));
    return json.put("version", workflow.version())
        .put("created_at", Json.instant(workflow.createdAt()))
        .put("updated_at", Json.instant(workflow.updatedAt()));
  }
}
