package dev.carillon.server.schedules;

import dev.carillon.server.access.ScheduleAccess;
import dev.carillon.server.grants.GrantIssue;
import dev.carillon.server.store.Rooms;
import dev.carillon.server.web.Caller;
import dev.carillon.server.web.Fields;
import dev.carillon.server.web.Problem;
import java.util.UUID;

/**
 * What a schedule refers to by id: its grant, its room. What is not there, or not for the caller,
 * is refused when it is named, and not only by the first run.
 */
public final class References {

  private final GrantIssue grants;
  private final Rooms rooms;

  public References(GrantIssue grants, Rooms rooms) {
    this.grants = grants;
    this.rooms = rooms;
  }

  void check(Fields fields, Caller caller) {
    grants.check(fields, caller);
    UUID room = fields.uuid("room_id");
    if (room != null && rooms.find(caller.orgId(), room, ScheduleAccess.agent(caller)) == null) {
      throw Problem.field(fields.path("room_id"), "names no room of this organization")
          .got(room.toString())
          .fix("Create one with POST /api/v1/rooms, or leave room_id out to have one made.");
    }
  }

  /** A new grant, for a graph that was given none. */
  UUID grantTo(Caller caller) {
    return grants.to(caller);
  }

  void takeBack(Caller caller, UUID grant) {
    grants.takeBack(caller, grant);
  }
}
