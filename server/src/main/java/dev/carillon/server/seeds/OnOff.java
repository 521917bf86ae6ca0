package dev.carillon.server.seeds;

import dev.carillon.server.web.Caller;
import dev.carillon.server.web.Inquiry;
import dev.carillon.server.web.Json;
import dev.carillon.server.web.Router;
import tools.jackson.databind.JsonNode;

/**
 * Pausing and resuming for systems that know a job as on or off: whoever asks for what is so
 * already made no mistake, and a job that died of its failures is one that is off.
 */
final class OnOff {

  static final String SCHEDULES = "/api/v1/schedules";

  private final Router api;

  OnOff(Router api) {
    this.api = api;
  }

  /** The schedule as it is afterwards. */
  JsonNode pause(Caller caller, JsonNode schedule) throws Exception {
    return switch (status(schedule)) {
      case "active" -> verb(caller, schedule, "pause");
      default -> schedule;
    };
  }

  /** The schedule as it is afterwards; one that is done or stopped is refused. */
  JsonNode resume(Caller caller, JsonNode schedule) throws Exception {
    return switch (status(schedule)) {
      case "active" -> schedule;
      case "dead" -> verb(caller, schedule, "revive");
      default -> verb(caller, schedule, "resume");
    };
  }

  private static String status(JsonNode schedule) {
    return schedule.get("status").stringValue();
  }

  private JsonNode verb(Caller caller, JsonNode schedule, String verb) throws Exception {
    String path = SCHEDULES + "/" + schedule.get("id").stringValue() + "/" + verb;
    return api.ask(caller, Inquiry.post(path, Json.object())).content();
  }
}
