package dev.carillon.server.mcp;

import dev.carillon.engine.timing.TimingException;
import dev.carillon.server.web.Caller;
import dev.carillon.server.web.Fields;
import dev.carillon.server.web.Inquiry;
import dev.carillon.server.web.Json;
import dev.carillon.server.web.Refusals;
import dev.carillon.server.web.Router;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The eight tools: each asks the API on behalf of its caller, and tells what came of it. */
final class Toolbox {

  static final String SCHEDULES = "/api/v1/schedules";

  private static final int MOST = 100;
  private static final int MOST_SLOTS = 50;

  /** Arguments of create_schedule that the API calls by the same name. */
  private static final List<String> AS_THEY_ARE =
      List.of(
          "name",
          "description",
          "agent_id",
          "room_id",
          "payload_kind",
          "workflow_id",
          "trigger_node_id",
          "graph_id",
          "url",
          "method",
          "headers",
          "payload",
          "total_repeats",
          "max_retries",
          "timeout_seconds",
          "overlap",
          "start_at",
          "end_at");

  private final Router api;
  private final Function<Caller, Instant> now;
  private final Named named;

  Toolbox(Router api, Function<Caller, Instant> now) {
    this.api = api;
    this.now = now;
    named = new Named(api);
  }

  /** What a tool has to say, in words and as data. */
  record Told(String text, ObjectNode structured) {}

  Told call(Caller caller, String tool, Fields arguments) throws Exception {
    try {
      return switch (tool) {
        case "create_schedule" -> create(caller, arguments);
        case "list_schedules" -> list(caller, arguments);
        case "pause_schedule" -> change(caller, arguments, "pause", "Paused");
        case "resume_schedule" -> change(caller, arguments, "resume", "Resumed");
        case "stop_schedule" -> stop(caller, arguments);
        case "run_schedule" -> run(caller, arguments);
        case "schedule_history" -> history(caller, arguments);
        case "preview_schedule" -> preview(caller, arguments);
        default -> throw new IllegalArgumentException("tools.json has an unknown tool: " + tool);
      };
    } catch (TimingException e) {
      throw Refusals.of(e);
    }
  }

  private Told create(Caller caller, Fields arguments) throws Exception {
    TimingArguments.Understood timing = TimingArguments.read(arguments, now.apply(caller));
    ObjectNode body = timing.fields();
    AS_THEY_ARE.forEach(name -> set(body, name, arguments.value(name)));
    set(body, "payload_text", arguments.value("message"));
    JsonNode made = ask(caller, Inquiry.post(SCHEDULES, body));
    JsonNode slots =
        ask(
            caller,
            Inquiry.get(SCHEDULES + "/" + made.get("id").stringValue() + "/upcoming")
                .with("count", "3"));
    ObjectNode structured = Json.object();
    structured.set("schedule", Telling.schedule(made));
    structured.put("understood", timing.text());
    ArrayNode next = structured.putArray("next_runs");
    slots.get("slots").forEach(slot -> next.add(slot.get("at")));
    StringBuilder text =
        new StringBuilder("Created ")
            .append(Telling.scheduleLine(made))
            .append("\nUnderstood: ")
            .append(timing.text());
    slots.get("slots").forEach(slot -> text.append("\nNext: ").append(slotLine(slot)));
    return new Told(text.toString(), structured);
  }

  private static void set(ObjectNode body, String name, @Nullable JsonNode value) {
    if (value != null) {
      body.set(name, value);
    }
  }

  private static String slotLine(JsonNode slot) {
    String line = slot.get("at").stringValue();
    String local = slot.get("local").stringValue();
    if (!local.endsWith("Z")) {
      line += " (" + local + ")";
    }
    return slot.hasNonNull("note") ? line + ", " + slot.get("note").stringValue() : line;
  }

  private Told list(Caller caller, Fields arguments) throws Exception {
    Integer limit = arguments.integer("limit", 1, MOST);
    int wanted = limit == null ? 20 : limit;
    String cursor = arguments.text("cursor");
    ObjectNode structured = Json.object();
    ArrayNode schedules = structured.putArray("schedules");
    StringBuilder text = new StringBuilder();
    do {
      JsonNode page =
          ask(
              caller,
              Inquiry.get(SCHEDULES)
                  .with("status", arguments.text("status"))
                  .with("q", arguments.text("search"))
                  .with("agent_id", arguments.text("agent_id"))
                  .with("workflow_id", arguments.text("workflow_id"))
                  .with("target", arguments.text("target"))
                  .with("cursor", cursor)
                  .with("limit", String.valueOf(wanted - schedules.size())));
      for (JsonNode schedule : page.get("items")) {
        schedules.add(Telling.schedule(schedule));
        text.append("\n- ").append(Telling.scheduleLine(schedule));
      }
      cursor = page.get("next_cursor").isNull() ? null : page.get("next_cursor").stringValue();
      // A page may be a short one; an agent would take it for all there is.
    } while (cursor != null && schedules.size() < wanted);
    structured.put("next_cursor", cursor);
    if (cursor != null) {
      text.append("\nThere are more: go on with cursor ").append(cursor);
    }
    String head =
        schedules.isEmpty()
            ? "There are no such schedules."
            : schedules.size() == 1 ? "1 schedule:" : schedules.size() + " schedules:";
    return new Told(head + text, structured);
  }

  private Told change(Caller caller, Fields arguments, String verb, String done) throws Exception {
    JsonNode schedule = named.find(caller, arguments.requiredText("schedule"));
    JsonNode changed = ask(caller, Inquiry.post(one(schedule) + "/" + verb, reason(arguments)));
    ObjectNode structured = Json.object();
    structured.set("schedule", Telling.schedule(changed));
    return new Told(done + " " + Telling.scheduleLine(changed), structured);
  }

  private static ObjectNode reason(Fields arguments) {
    ObjectNode body = Json.object();
    set(body, "reason", arguments.value("reason"));
    return body;
  }

  private static String one(JsonNode schedule) {
    return SCHEDULES + "/" + schedule.get("id").stringValue();
  }

  private Told stop(Caller caller, Fields arguments) throws Exception {
    if (!arguments.bool("delete", false)) {
      Told told = change(caller, arguments, "stop", "Stopped for good, history kept:");
      told.structured().put("deleted", false);
      return told;
    }
    JsonNode schedule = named.find(caller, arguments.requiredText("schedule"));
    api.ask(caller, Inquiry.delete(one(schedule)));
    ObjectNode structured = Json.object();
    structured.set("schedule", Telling.schedule(schedule));
    structured.put("deleted", true);
    return new Told(
        "Deleted with its history: \"%s\" (id %s)"
            .formatted(Telling.name(schedule), schedule.get("id").stringValue()),
        structured);
  }

  private Told run(Caller caller, Fields arguments) throws Exception {
    JsonNode schedule = named.find(caller, arguments.requiredText("schedule"));
    ObjectNode body = Json.object();
    set(body, "payload", arguments.value("payload"));
    JsonNode run = ask(caller, Inquiry.post(one(schedule) + "/run", body));
    ObjectNode structured = Json.object();
    structured.set("run", Telling.run(run));
    return new Told(
        "Started a run of \"%s\": run %s is %s. schedule_history tells how it ends."
            .formatted(
                Telling.name(schedule),
                run.get("id").stringValue(),
                run.get("status").stringValue()),
        structured);
  }

  private Told history(Caller caller, Fields arguments) throws Exception {
    Integer limit = arguments.integer("limit", 1, MOST);
    JsonNode schedule = named.find(caller, arguments.requiredText("schedule"));
    JsonNode page =
        ask(
            caller,
            Inquiry.get(one(schedule) + "/runs")
                .with("status", arguments.text("status"))
                .with("limit", String.valueOf(limit == null ? 10 : limit)));
    ObjectNode structured = Json.object();
    structured.set("schedule", Telling.schedule(schedule));
    ArrayNode runs = structured.putArray("runs");
    StringBuilder text = new StringBuilder(Telling.scheduleLine(schedule));
    for (JsonNode run : page.get("items")) {
      runs.add(Telling.run(run));
      text.append("\n- ").append(Telling.runLine(run));
    }
    return new Told(
        runs.isEmpty() ? text + "\nThere are no such runs." : text.toString(), structured);
  }

  private Told preview(Caller caller, Fields arguments) throws Exception {
    Integer count = arguments.integer("count", 1, MOST_SLOTS);
    TimingArguments.Understood timing = TimingArguments.read(arguments, now.apply(caller));
    ObjectNode body = timing.fields();
    String zone = arguments.text("timezone");
    if (zone != null) {
      body.put("timezone", zone);
    }
    body.put("count", count == null ? 5 : count);
    JsonNode preview = ask(caller, Inquiry.post(SCHEDULES + "/preview", body));
    ObjectNode structured = Json.object();
    structured.put("understood", timing.text());
    structured.set("description", preview.get("description"));
    structured.set("slots", preview.get("slots"));
    StringBuilder text =
        new StringBuilder("Understood: ")
            .append(timing.text())
            .append("\nRuns ")
            .append(preview.get("description").stringValue());
    preview.get("slots").forEach(slot -> text.append("\n- ").append(slotLine(slot)));
    if (preview.get("slots").isEmpty()) {
      text.append("\nNo run lies ahead: that moment has passed.");
    }
    return new Told(text.toString(), structured);
  }

  private JsonNode ask(Caller caller, Inquiry inquiry) throws Exception {
    return api.ask(caller, inquiry).content();
  }
}
