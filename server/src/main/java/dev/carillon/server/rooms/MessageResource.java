package dev.carillon.server.rooms;

import dev.carillon.engine.clock.Ids;
import dev.carillon.server.store.Message;
import dev.carillon.server.store.Messages;
import dev.carillon.server.store.Room;
import dev.carillon.server.store.RoomNews;
import dev.carillon.server.store.Rooms;
import dev.carillon.server.web.Answer;
import dev.carillon.server.web.Code;
import dev.carillon.server.web.Fields;
import dev.carillon.server.web.Json;
import dev.carillon.server.web.Page;
import dev.carillon.server.web.Problem;
import dev.carillon.server.web.Query;
import dev.carillon.server.web.Request;
import dev.carillon.server.web.Route;
import dev.carillon.server.web.Scope;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** What is said in a room: read after a given message, followed live, added to. */
public final class MessageResource {

  private static final String PATH = RoomResource.PATH + "/{id}/messages";
  private static final int LONGEST_TEXT = 256 * 1024;
  private static final int MOST_LAST = 100_000;

  /** The kinds there are. */
  private enum Kind {
    MESSAGE,
    SYSTEM_EVENT
  }

  private final Rooms rooms;
  private final Messages messages;
  private final RoomNews news;
  private final Ids ids;

  public MessageResource(Rooms rooms, Messages messages, RoomNews news, Ids ids) {
    this.rooms = rooms;
    this.messages = messages;
    this.news = news;
    this.ids = ids;
  }

  public List<Route> routes() {
    return List.of(
        Route.get(PATH, Scope.READ, this::list).forAgents(),
        Route.post(PATH, Scope.WRITE, this::create).forAgents(),
        Route.get(PATH + "/live", Scope.READ, this::live).forAgents());
  }

  /** Oldest first, after the message {@code after}, or the newest so many, or after a page. */
  private Answer list(Request request) {
    Query query = request.query("after", "last", "limit", "cursor");
    Room room = RoomResource.find(rooms, request);
    Page page = Page.of(query, "messages of " + room.id());
    UUID cursor = page.after();
    long after =
        cursor == null ? beginning(request.orgId(), room, query) : cursor.getLeastSignificantBits();
    return page.answer(
        messages.list(request.orgId(), room.id(), after, page.rows()),
        // Their order is their number's; an id made later may have been committed earlier.
        message -> new UUID(0, message.seq()),
        MessageResource::json);
  }

  /** Messages are numbered without a gap, so that the last so many begin where counting says. */
  private long beginning(int orgId, Room room, Query query) {
    UUID after = query.uuid("after");
    int last = query.integer("last", 1, MOST_LAST, 0);
    if (after != null && last > 0) {
      throw Problem.of(Code.QUERY_INVALID, "after and last cannot be combined")
          .at("last")
          .fix("Give one of the two.");
    }
    return last > 0 ? Math.max(0, room.messages() - last) : place(orgId, room, after);
  }

  private long place(int orgId, Room room, @Nullable UUID after) {
    if (after == null) {
      return 0;
    }
    Long place = messages.place(orgId, room.id(), after);
    if (place == null) {
      throw Problem.of(Code.QUERY_INVALID, "after must be the id of a message of this room")
          .at("after")
          .got(after.toString())
          .fix("Give the id of the last message that was read, or leave it out to begin.");
    }
    return place;
  }

  private Answer create(Request request) {
    Fields fields = request.fields().only("text", "kind", "agent_id");
    Room room = RoomResource.find(rooms, request);
    String text = fields.requiredText("text");
    if (text.isBlank() || text.length() > LONGEST_TEXT) {
      throw Problem.field("$.text", "must have 1 to %d characters".formatted(LONGEST_TEXT));
    }
    Kind kind = fields.word("kind", Kind.class);
    Message message =
        messages.put(
            request.orgId(),
            room.id(),
            new Message.Draft(
                ids.next(),
                null,
                null,
                (kind == null ? Kind.MESSAGE : kind).name().toLowerCase(Locale.ROOT),
                request.caller().principal().toString(),
                RoomResource.text(fields, "agent_id"),
                text));
    if (message == null) {
      throw Problem.of(Code.ROOM_NOT_FOUND, "there is no such room");
    }
    return Answer.created(
        RoomResource.PATH + "/" + room.id() + "/messages?after=" + message.id(), json(message));
  }

  /** From now on, or after the message that {@code Last-Event-ID} or {@code after} names. */
  private Answer live(Request request) throws IOException {
    Query query = request.query("after");
    Room room = RoomResource.find(rooms, request);
    String last = request.header("Last-Event-ID");
    UUID from =
        last == null ? query.uuid("after") : dev.carillon.server.web.Ids.parse(last.strip());
    long after = from == null ? room.messages() : place(request.orgId(), room, from);
    new RoomStream(messages, news, request.orgId(), room.id()).follow(request, after);
    return Answer.streamed();
  }

  static ObjectNode json(Message message) {
    return Json.object()
        .put("id", message.id().toString())
        .put("room_id", message.roomId().toString())
        .put("seq", message.seq())
        .put("kind", message.kind())
        .put("sender", message.sender())
        .put("agent_id", message.agentId())
        .put("text", message.text())
        .put("run_id", text(message.runId()))
        .put("schedule_id", text(message.scheduleId()))
        .put("created_at", Json.instant(message.createdAt()));
  }

  private static @Nullable String text(@Nullable UUID id) {
    return id == null ? null : id.toString();
  }
}
