package dev.carillon.server.events;

import dev.carillon.server.store.Event;
import dev.carillon.server.web.Caller;
import dev.carillon.server.web.Code;
import dev.carillon.server.web.Json;
import dev.carillon.server.web.Problem;
import dev.carillon.server.web.Query;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which events a caller wants and may see.
 *
 * @param owner an agent sees what concerns its own schedules only; null for everybody else
 */
record EventFilter(
    List<String> types, @Nullable UUID scheduleId, @Nullable String owner, @Nullable String agentId)
    implements Predicate<Event> {

  static EventFilter of(Query query, Caller caller) {
    return new EventFilter(
        types(query.text("types")),
        query.uuid("schedule_id"),
        caller.agent() ? caller.principal().toString() : null,
        caller.agent() ? caller.principal().name() : null);
  }

  private static List<String> types(@Nullable String text) {
    if (text == null) {
      return EventType.ALL;
    }
    List<String> types = List.of(text.split(",", -1));
    for (String type : types) {
      if (!EventType.ALL.contains(type)) {
        throw Problem.of(Code.QUERY_INVALID, "there is no type of event \"%s\"".formatted(type))
            .at("types")
            .expected(String.join(", ", EventType.ALL))
            .got(type)
            .fix(Json.didYouMean(EventType.ALL, type));
      }
    }
    return types;
  }

  boolean wantsSuccesses() {
    return types.contains(EventType.SUCCESS);
  }

  @Override
  public boolean test(Event event) {
    return types.contains(event.type())
        && (scheduleId == null || scheduleId.equals(event.scheduleId()))
        && (owner == null || owner.equals(event.owner()) || agentIs(event));
  }

  private boolean agentIs(Event event) {
    return agentId != null && agentId.equals(event.agentId());
  }
}
