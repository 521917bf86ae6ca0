package dev.carillon.server.rooms;

import dev.carillon.engine.clock.Ids;
import dev.carillon.server.store.Room;
import dev.carillon.server.store.Rooms;
import dev.carillon.server.web.Answer;
import dev.carillon.server.web.Code;
import dev.carillon.server.web.Fields;
import dev.carillon.server.web.Json;
import dev.carillon.server.web.Names;
import dev.carillon.server.web.Page;
import dev.carillon.server.web.Problem;
import dev.carillon.server.web.Query;
import dev.carillon.server.web.Request;
import dev.carillon.server.web.Route;
import dev.carillon.server.web.Scope;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Rooms. An agent sees its own, and those where somebody spoke to it. */
public final class RoomResource {

  static final String PATH = "/api/v1/rooms";
  private static final int LONGEST_NAME = 255;

  private final Rooms rooms;
  private final Ids ids;

  public RoomResource(Rooms rooms, Ids ids) {
    this.rooms = rooms;
    this.ids = ids;
  }

  public List<Route> routes() {
    return List.of(
        Route.get(PATH, Scope.READ, this::list).forAgents(),
        Route.post(PATH, Scope.WRITE, this::create).forAgents(),
        Route.get(PATH + "/{id}", Scope.READ, this::show).forAgents(),
        Route.delete(PATH + "/{id}", Scope.WRITE, this::delete));
  }

  private Answer list(Request request) {
    Query query = request.query("schedule_id", "limit", "cursor");
    UUID scheduleId = query.uuid("schedule_id");
    Page page = Page.of(query, "rooms " + scheduleId);
    String agent = AgentResource.agent(request.caller());
    return page.answer(
        rooms.list(request.orgId(), agent, scheduleId, page.after(), page.rows()),
        Room::id,
        RoomResource::json);
  }

  /** One that an agent makes is its own. */
  private Answer create(Request request) {
    Fields fields = request.optionalFields().only("name", "agent_id");
    String name = text(fields, "name");
    String agent = text(fields, "agent_id");
    String self = AgentResource.agent(request.caller());
    if (self != null && agent != null && !agent.equals(self)) {
      throw Problem.of(Code.AGENT_REFUSED, "an agent makes rooms for itself only")
          .at("$.agent_id")
          .expected(self)
          .got(agent);
    }
    Room room =
        rooms.create(
            request.orgId(),
            new Room.Draft(
                ids.next(),
                name == null ? "" : name,
                self == null ? agent : self,
                request.caller().principal().toString()));
    return Answer.created(PATH + "/" + room.id(), json(room));
  }

  /** A name or an id: one line of at most 255 characters. */
  static @Nullable String text(Fields fields, String field) {
    String text = fields.text(field);
    if (text != null && (text.isBlank() || text.length() > LONGEST_NAME)) {
      throw Problem.field(
          fields.path(field), "must have 1 to %d characters".formatted(LONGEST_NAME));
    }
    return text == null ? null : Names.plain(fields.path(field), text);
  }

  private Answer show(Request request) {
    return Answer.ok(json(find(rooms, request)));
  }

  /** The room of the path, if the caller may see it. */
  static Room find(Rooms rooms, Request request) {
    Room room =
        rooms.find(
            request.orgId(),
            request.id("id", Code.ROOM_NOT_FOUND),
            AgentResource.agent(request.caller()));
    if (room == null) {
      throw Problem.of(Code.ROOM_NOT_FOUND, "there is no such room");
    }
    return room;
  }

  private Answer delete(Request request) {
    if (!rooms.delete(request.orgId(), request.id("id", Code.ROOM_NOT_FOUND))) {
      throw Problem.of(Code.ROOM_NOT_FOUND, "there is no such room");
    }
    return Answer.noContent();
  }

  private static ObjectNode json(Room room) {
    UUID schedule = room.scheduleId();
    return Json.object()
        .put("id", room.id().toString())
        .put("name", room.name())
        .put("agent_id", room.agentId())
        .put("schedule_id", schedule == null ? null : schedule.toString())
        .put("message_count", room.messages())
        .put("created_by", room.createdBy())
        .put("created_at", Json.instant(room.createdAt()));
  }
}
