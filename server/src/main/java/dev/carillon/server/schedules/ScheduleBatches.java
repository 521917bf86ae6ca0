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
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The same done to many schedules; each is answered for. */
public final class ScheduleBatches {

  private static final int MOST = 1_000;

  /** Fewer than the connections that the server's requests share. */
  private static final int AT_ONCE = 6;

  private final ScheduleAccess access;

  public ScheduleBatches(ScheduleAccess access) {
    this.access = access;
  }

  public List<Route> routes() {
    String path = ScheduleResource.PATH;
    return List.of(
        Route.post(path + "/batch-pause", Scope.WRITE, this::pause).forAgents(),
        Route.post(path + "/batch-resume", Scope.WRITE, this::resume).forAgents(),
        Route.post(path + "/batch-delete", Scope.WRITE, this::delete).forAgents());
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

  private Answer delete(Request request) {
    Fields fields = request.fields().only("ids", "schedule_ids");
    int orgId = request.orgId();
    return each(request, fields, "deleted", (schedules, id) -> schedules.delete(orgId, id));
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
    problems(caller, new LinkedHashSet<>(texts), id -> change.make(schedules, id))
        .forEach((text, problem) -> {
          if (problem.isEmpty()) {
            changed.add(text);
          } else if (problem.get().status() == Code.SCHEDULE_NOT_FOUND.status()) {
            missing.add(text);
          } else {
            refused
                .addObject()
                .put("id", text)
                .put("code", problem.get().code())
                .put("detail", problem.get().getMessage());
          }
        });
    return Answer.ok(answer);
  }

  /** Some at once, because each may wait for a slot that is about to start. */
  private Map<String, Optional<Problem>> problems(
      Caller caller, Set<String> texts, Consumer<UUID> change) {
    Map<String, Future<Optional<Problem>>> asked = new LinkedHashMap<>();
    Semaphore turns = new Semaphore(AT_ONCE);
    try (ExecutorService each = Executors.newVirtualThreadPerTaskExecutor()) {
      for (String text : texts) {
        asked.put(
            text,
            each.submit(() -> {
              turns.acquire();
              try {
                return problem(caller, text, change);
              } finally {
                turns.release();
              }
            }));
      }
    }
    Map<String, Optional<Problem>> problems = new LinkedHashMap<>();
    asked.forEach((text, done) -> problems.put(text, result(done)));
    return problems;
  }

  private static <T> T result(Future<T> done) {
    if (done.state() == Future.State.SUCCESS) {
      return done.resultNow();
    }
    throw done.exceptionNow() instanceof RuntimeException e
        ? e
        : new IllegalStateException("one of a batch was not answered", done.exceptionNow());
  }

  /** What kept it from being done; nothing when it was. */
  private Optional<Problem> problem(Caller caller, String text, Consumer<UUID> change) {
    UUID id = Ids.parse(text);
    if (id == null) {
      return Optional.of(Problem.of(Code.SCHEDULE_NOT_FOUND, "there is no such schedule"));
    }
    try {
      access.entry(caller, id);
      change.accept(id);
      return Optional.empty();
    } catch (Refused refused) {
      return Optional.of(Refusals.of(refused));
    } catch (Problem problem) {
      return Optional.of(problem);
    }
  }
}
