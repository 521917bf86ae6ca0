package dev.carillon.server.rooms;

import dev.carillon.engine.Refused;
import dev.carillon.engine.Schedules;
import dev.carillon.engine.ledger.Reply;
import dev.carillon.engine.store.ScheduleStore.Entry;
import dev.carillon.server.access.ScheduleAccess;
import dev.carillon.server.store.Agent;
import dev.carillon.server.store.Agents;
import dev.carillon.server.store.ScheduleFilter;
import dev.carillon.server.store.ScheduleLists;
import dev.carillon.server.web.Answer;
import dev.carillon.server.web.Caller;
import dev.carillon.server.web.Code;
import dev.carillon.server.web.Fields;
import dev.carillon.server.web.Json;
import dev.carillon.server.web.NamePage;
import dev.carillon.server.web.Names;
import dev.carillon.server.web.Principal;
import dev.carillon.server.web.Problem;
import dev.carillon.server.web.Request;
import dev.carillon.server.web.Route;
import dev.carillon.server.web.Scope;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Agents: who they are. An agent sees itself and nobody else. */
public final class AgentResource {

  private static final String PATH = "/api/v1/agents";
  private static final int LONGEST_NAME = Principal.LONGEST_NAME;
  private static final int LONGEST_DESCRIPTION = 10_000;

  private static final int PAGE = 200;

  private final Agents agents;
  private final ScheduleAccess access;
  private final ScheduleLists schedules;

  public AgentResource(Agents agents, ScheduleAccess access, ScheduleLists schedules) {
    this.agents = agents;
    this.access = access;
    this.schedules = schedules;
  }

  public List<Route> routes() {
    return List.of(
        Route.get(PATH, Scope.READ, this::list).forAgents(),
        Route.get(PATH + "/{id}", Scope.READ, this::show).forAgents(),
        Route.put(PATH + "/{id}", Scope.WRITE, this::put),
        Route.delete(PATH + "/{id}", Scope.WRITE, this::delete));
  }

  /** The agent whose token asks, or null for a user's. */
  static @Nullable String agent(Caller caller) {
    return caller.agent() ? caller.principal().name() : null;
  }

  private Answer list(Request request) {
    NamePage page = NamePage.of(request.query("limit", "cursor"), "agents");
    return page.answer(
        agents.list(request.orgId(), agent(request.caller()), page.after(), page.rows()),
        Agent::id,
        AgentResource::json);
  }

  private Answer show(Request request) {
    String id = request.parameter("id");
    String only = agent(request.caller());
    Agent agent = only == null || only.equals(id) ? agents.find(request.orgId(), id) : null;
    if (agent == null) {
      throw notFound();
    }
    return Answer.ok(json(agent));
  }

  private Answer put(Request request) {
    String id = request.parameter("id");
    if (id.isBlank() || id.length() > LONGEST_NAME) {
      throw Problem.field("id", "must have 1 to %d characters".formatted(LONGEST_NAME)).got(id);
    }
    Names.plain("id", id);
    Fields fields = request.optionalFields().only("name", "description");
    String name = fields.text("name");
    String description = fields.text("description");
    if (name != null && (name.isBlank() || name.length() > LONGEST_NAME)) {
      throw Problem.field("$.name", "must have 1 to %d characters".formatted(LONGEST_NAME));
    }
    if (name != null) {
      Names.plain("$.name", name);
    }
    if (description != null && description.length() > LONGEST_DESCRIPTION) {
      throw Problem.field(
          "$.description", "must have at most %d characters".formatted(LONGEST_DESCRIPTION));
    }
    return Answer.ok(
        json(
            agents.put(
                request.orgId(),
                id,
                name == null ? id : name,
                description == null ? "" : description)));
  }

  /**
   * Its tokens first, so that it makes no schedule behind our back; then the schedules, and the
   * agent last: a deletion that is cut short is completed by repeating it.
   */
  private Answer delete(Request request) {
    String id = request.parameter("id");
    if (agents.find(request.orgId(), id) == null) {
      throw notFound();
    }
    agents.silence(request.orgId(), id);
    deleteSchedules(request.caller(), id);
    if (!agents.delete(request.orgId(), id)) {
      throw notFound();
    }
    return Answer.noContent();
  }

  /** Those that it owns, and those that speak for it. */
  private void deleteSchedules(Caller caller, String id) {
    Schedules all = access.of(caller);
    ScheduleFilter filter = ScheduleFilter.visibleTo(id);
    List<Entry> page;
    do {
      page = schedules.full(caller.orgId(), filter, null, PAGE).entries();
      for (Entry entry : page) {
        try {
          all.delete(caller.orgId(), entry.schedule().id());
        } catch (Refused refused) {
          // Somebody else was faster.
          if (refused.reason() != Reply.Reason.NO_SCHEDULE) {
            throw refused;
          }
        }
      }
    } while (!page.isEmpty());
  }

  private static Problem notFound() {
    return Problem.of(Code.AGENT_NOT_FOUND, "there is no such agent");
  }

  private static ObjectNode json(Agent agent) {
    return Json.object()
        .put("id", agent.id())
        .put("name", agent.name())
        .put("description", agent.description())
        .put("created_at", Json.instant(agent.createdAt()))
        .put("updated_at", Json.instant(agent.updatedAt()));
  }
}
