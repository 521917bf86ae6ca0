package dev.carillon.server.events;

import dev.carillon.server.store.Event;
import dev.carillon.server.store.Events;
import dev.carillon.server.store.Position;
import dev.carillon.server.web.Answer;
import dev.carillon.server.web.Code;
import dev.carillon.server.web.Json;
import dev.carillon.server.web.Page;
import dev.carillon.server.web.Problem;
import dev.carillon.server.web.Query;
import dev.carillon.server.web.Request;
import dev.carillon.server.web.Route;
import dev.carillon.server.web.Scope;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What happens in an organization: a live stream for those who accept one, and a page of events for
 * those who ask for JSON or say nothing.
 */
public final class EventResource {

  private static final String PATH = "/api/v1/events";

  private final Events events;
  private final Hub hub;

  public EventResource(Events events, Hub hub) {
    this.events = events;
    this.hub = hub;
  }

  public List<Route> routes() {
    return List.of(Route.get(PATH, Scope.READ, this::answer).forAgents());
  }

  private Answer answer(Request request) throws Exception {
    Query query = request.query("types", "schedule_id", "cursor", "limit");
    EventFilter filter = EventFilter.of(query, request.caller());
    if (!wantsStream(request)) {
      return page(request, query, filter);
    }
    Position last = position(request.header("Last-Event-ID"), "Last-Event-ID");
    Position from = last == null ? position(query.text("cursor"), "cursor") : last;
    new Stream(events, hub, request.orgId(), filter).serve(request, from);
    return Answer.streamed();
  }

  private static boolean wantsStream(Request request) {
    String accept = request.header("Accept");
    return request.context().method().toString().equals("GET")
        && accept != null
        && (accept.contains("text/event-stream") || accept.contains("*/*"))
        && !accept.contains("application/json");
  }

  private static @Nullable Position position(@Nullable String text, String where) {
    if (text == null || text.isEmpty()) {
      return null;
    }
    Position position = Position.parse(text);
    if (position == null) {
      throw Problem.of(Code.EVENT_ID_INVALID, "%s must be the id of an event".formatted(where))
          .at(where)
          .expected("the id of an event such as 7241-12")
          .got(text)
          .fix("Take the id of the last event you saw as it is, or leave it out.");
    }
    return position;
  }

  /** Without a cursor the newest events, with one those behind it; oldest first in either case. */
  private Answer page(Request request, Query query, EventFilter filter) {
    int limit = query.integer("limit", 1, Page.LARGEST_LIMIT, Page.DEFAULT_LIMIT);
    Position after = position(query.text("cursor"), "cursor");
    List<Event> read =
        after == null
            ? events.latest(request.orgId(), limit).reversed()
            : events.after(request.orgId(), after, limit);
    Position next = read.isEmpty() ? after : read.getLast().position();
    ObjectNode page = Json.object();
    page.putArray("items").addAll(read.stream().filter(filter).map(EventJson::of).toList());
    page.put("next_cursor", (next == null ? events.tip() : next).toString());
    return Answer.ok(page);
  }
}
