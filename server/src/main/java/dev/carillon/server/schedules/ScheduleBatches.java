package dev.carillon.server.schedules;

import dev.carillon.engine.Refused;
import dev.carillon.engine.Schedules;
import dev.carillon.server.access.ScheduleAccess;
import dev.carillon.server.web.Answer;
import dev.carillon.server.web.Caller;
import dev.carillon.server.web.Code;
import dev.carillon.server.web.Fields;
import dev.carillon.server.web.Ids;
import dev.carillon.server.web.Json;
import dev.carillon.server.web.Problem;
import dev.carillon.server.web.Refusals;
import dev.carillon.server.web.Request;
import dev.carillon.server.web.Route;
import dev.carillon.server.web.Scope;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The same done to many schedules; each is answered for. */
public final class ScheduleBatches {

  private static final int MOST = 1_000;

  private final ScheduleAccess access;

  public ScheduleBatches(ScheduleAccess access) {
    this.access = access;
  }

  public List<Route> routes() {
    String path = ScheduleResource.PATH;
    return List.of(
        Route.post(path + "/batch-pause", Scope.WRITE, this::pause).forAgents(),
        Route.post(path + "/batch-resume", Scope.WRITE, this::resume).forAgents());
  }

  private interface Change {
    void make(Schedules schedules, UUID id);
  }

  private Answer pause(Request request) {
    Fields fields = request.fields().only("ids", "schedule_ids", "reason");
    String reason = ScheduleVerbs.reason(fields, request.caller(), "paused");
    return each(request, fields, "paused", (schedules, id) -> schedules.pause(id, reason));
  }

  private Answer resume(Request request) {
    Fields fields = request.fields().only("ids", "schedule_ids");
    return each(request, fields, "resumed", Schedules::resume);
  }

  /** Those that are not there, or not the caller's, are named apart from those that refused. */
  private Answer each(Request request, Fields fields, String done, Change change) {
    String name = fields.has("schedule_ids") ? "schedule_ids" : "ids";
    List<String> texts = fields.texts(name, MOST);
    if (texts == null) {
      throw fields.missing("ids");
    }
    Caller caller = request.caller();
    Schedules schedules = access.of(caller);
    ObjectNode answer = Json.object();
    ArrayNode changed = answer.putArray(done);
    ArrayNode missing = answer.putArray("not_found");
    ArrayNode refused = answer.putArray("refused");
    for (String text : new LinkedHashSet<>(texts)) {
      UUID id = Ids.parse(text);
      Problem problem =
          id == null
              ? Problem.of(Code.SCHEDULE_NOT_FOUND, "there is no such schedule")
              : problem(caller, id, () -> change.make(schedules, id));
      if (problem == null) {
        changed.add(text);
      } else if (problem.status() == Code.SCHEDULE_NOT_FOUND.status()) {
        missing.add(text);
      } else {
        refused
            .addObject()
            .put("id", text)
            .put("code", problem.code())
            .put("detail", problem.getMessage());
      }
    }
    return Answer.ok(answer);
  }

  /** What kept it from being done; null when it was. */
  private @Nullable Problem problem(Caller caller, UUID id, Runnable change) {
    try {
      access.entry(caller, id);
      change.run();
      return null;
    } catch (Refused refused) {
      return Refusals.of(refused);
    } catch (Problem problem) {
      return problem;
    }
  }
}
