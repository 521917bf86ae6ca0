package dev.carillon.importers.openclaw;

import dev.carillon.importers.Draft;
import dev.carillon.importers.Lenient;
import dev.carillon.importers.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a job does: it speaks to an agent. */
final class JobTarget {

  /** What OpenClaw calls the agent of jobs that name none. */
  private static final String DEFAULT_AGENT = "main";

  private static final List<String> KEPT =
      List.of("sessionTarget", "sessionKey", "wakeMode", "sessionReuse");

  private JobTarget() {}

  /** Why no schedule can do it; null when the draft has its target. */
  static @Nullable String put(Draft draft, ObjectNode job, Settings settings) {
    ObjectNode payload = (ObjectNode) job.get("payload");
    String kind = payload.path("kind").asString("").toLowerCase(Locale.ROOT);
    String problem =
        switch (kind) {
          case "agentturn" -> speak(draft, job, settings, "message", text(payload, "message"));
          case "systemevent" -> speak(draft, job, settings, "system_event", text(payload, "text"));
          case "heartbeat", "wake" -> speak(draft, job, settings, "system_event", kind);
          case "command", "script" -> code(draft, job, settings, kind);
          case "" -> "it says nothing: neither a message nor a text";
          default -> "its payload is of a kind that is not known: " + kind;
        };
    JsonNode timeout = payload.path("timeoutSeconds");
    if (problem == null && timeout.asDouble(0) > 0) {
      draft.seconds("timeout_seconds", Duration.ofMillis((long) (timeout.asDouble(0) * 1_000)));
    }
    return problem;
  }

  private static String text(ObjectNode payload, String name) {
    String text = payload.path(name).asString("");
    return text.isBlank()
        ? payload.path(name.equals("text") ? "message" : "text").asString("")
        : text;
  }

  private static @Nullable String speak(
      Draft draft, ObjectNode job, Settings settings, String kind, String text) {
    if (text.isBlank()) {
      return "its text is empty";
    }
    String named = job.path("agentId").asString("");
    String given = settings.text("agent");
    String agent = given == null ? DEFAULT_AGENT : given;
    if (!named.isBlank()) {
      agent = settings.map("agents").getOrDefault(named, named);
    }
    draft
        .put("target", "message")
        .put("agent_id", agent)
        .put("room_id", settings.text("room_id"))
        .put("payload_kind", kind)
        .put("payload_text", text);
    ObjectNode rest = rest(job);
    if (!rest.isEmpty()) {
      draft.set("payload", Lenient.object().set("openclaw", rest));
    }
    return null;
  }

  /** What Carillon has no field for, and the agent may want to know. */
  private static ObjectNode rest(ObjectNode job) {
    ObjectNode rest = ((ObjectNode) job.get("payload")).deepCopy();
    rest.remove(List.of("kind", "message", "text", "timeoutSeconds"));
    for (String name : KEPT) {
      if (job.hasNonNull(name)) {
        rest.set(name, job.get(name));
      }
    }
    if (job.get("delivery") instanceof ObjectNode delivery && !delivery.isEmpty()) {
      rest.set("delivery", delivery);
    }
    return rest;
  }

  private static @Nullable String code(
      Draft draft, ObjectNode job, Settings settings, String kind) {
    if (settings.text("url") == null) {
      return "it runs a %s on OpenClaw's host; give the URL of something that does so as url"
          .formatted(kind);
    }
    draft.codeTarget(kind, job.get("payload"));
    return null;
  }
}
