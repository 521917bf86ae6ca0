package dev.carillon.server.events;

import dev.carillon.server.store.Event;
import dev.carillon.server.web.Json;
import tools.jackson.databind.node.ObjectNode;

/** An event as it goes over the wire. */
final class EventJson {

  private EventJson() {}

  static ObjectNode of(Event event) {
    ObjectNode json = Json.object();
    json.put("id", event.position().toString())
        .put("type", event.type())
        .put("at", Json.instant(event.at()));
    json.set("data", Json.stored(event.data()));
    return json;
  }
}
