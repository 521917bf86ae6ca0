package dev.carillon.importers.openclaw;

import dev.carillon.importers.Digest;
import dev.carillon.importers.Lenient;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Brings a job of any age into the shape of today: unwrapped, with a schedule and a payload. */
final class JobShape {

  private static final List<String> OF_PAYLOAD =
      List.of("model", "thinking", "timeoutSeconds", "timeout", "allowUnsafeExternalContent");
  private static final List<String> OF_DELIVERY =
      List.of("deliver", "channel", "to", "threadId", "bestEffortDeliver", "provider");

  private JobShape() {}

  static ObjectNode of(ObjectNode raw) {
    ObjectNode job = unwrapped(raw).deepCopy();
    job.put("id", id(job));
    job.set("schedule", schedule(job.get("schedule")));
    ObjectNode payload = payload(job);
    job.set("payload", payload);
    job.set("delivery", delivery(job, payload));
    return job;
  }

  private static ObjectNode unwrapped(ObjectNode raw) {
    for (String wrapper : List.of("data", "job")) {
      if (raw.get(wrapper) instanceof ObjectNode inner && !raw.has("schedule")) {
        return inner;
      }
    }
    return raw;
  }

  /** Jobs without an id are real; theirs follows from what they say, so that it stays the same. */
  private static String id(ObjectNode job) {
    for (String name : List.of("id", "jobId")) {
      JsonNode id = job.get(name);
      if (id != null && id.isValueNode() && !id.isNull() && !id.asString().isBlank()) {
        return id.asString();
      }
    }
    ObjectNode constant = job.deepCopy();
    constant.remove(List.of("state", "updatedAtMs", "enabled"));
    return "cron-" + Digest.sha256(Lenient.text(constant)).substring(0, 16);
  }

  private static ObjectNode schedule(@Nullable JsonNode given) {
    ObjectNode schedule = Lenient.object();
    if (given instanceof ObjectNode object) {
      schedule = object.deepCopy();
    } else if (given != null && given.isString()) {
      schedule.put("kind", "cron").put("expr", given.stringValue());
    }
    if (!schedule.has("expr") && schedule.has("cron")) {
      schedule.set("expr", schedule.remove("cron"));
    }
    if (!schedule.path("kind").isString()) {
      String kind =
          schedule.has("at") || schedule.has("atMs")
              ? "at"
              : schedule.has("everyMs") ? "every" : schedule.has("expr") ? "cron" : "";
      schedule.put("kind", kind);
    }
    return schedule.put("kind", schedule.get("kind").stringValue().toLowerCase(Locale.ROOT));
  }

  private static ObjectNode payload(ObjectNode job) {
    ObjectNode payload =
        job.get("payload") instanceof ObjectNode object ? object.deepCopy() : Lenient.object();
    fold(job, payload, "message", "message", "agentTurn");
    fold(job, payload, "text", "text", "systemEvent");
    fold(job, payload, "command", "text", "systemEvent");
    OF_PAYLOAD.forEach(name -> move(job, payload, name));
    // The environment of a command is where secrets are; it is kept nowhere.
    payload.remove("env");
    OF_DELIVERY.forEach(name -> move(job, payload, name));
    if (!payload.has("timeoutSeconds") && payload.has("timeout")) {
      payload.set("timeoutSeconds", payload.remove("timeout"));
    }
    if (!payload.path("kind").isString()) {
      payload.put(
          "kind", payload.has("message") ? "agentTurn" : payload.has("text") ? "systemEvent" : "");
    }
    return payload;
  }

  /** The first of message, text and command that stands beside the schedule is what it says. */
  private static void fold(
      ObjectNode job, ObjectNode payload, String from, String to, String kind) {
    if (job.path(from).isString() && !payload.has("message") && !payload.has("text")) {
      payload.set(to, job.get(from));
      if (!payload.has("kind")) {
        payload.put("kind", kind);
      }
    }
    job.remove(from);
  }

  private static void move(ObjectNode job, ObjectNode payload, String name) {
    JsonNode value = job.remove(name);
    if (value != null && !value.isNull() && !payload.has(name)) {
      payload.set(name, value);
    }
  }

  private static ObjectNode delivery(ObjectNode job, ObjectNode payload) {
    ObjectNode delivery =
        job.get("delivery") instanceof ObjectNode object ? object.deepCopy() : Lenient.object();
    boolean legacy = OF_DELIVERY.stream().anyMatch(payload::has);
    if (legacy && !delivery.has("mode")) {
      boolean off = payload.path("deliver").isBoolean() && !payload.get("deliver").booleanValue();
      delivery.put("mode", off ? "none" : "announce");
      JsonNode channel = payload.has("channel") ? payload.get("channel") : payload.get("provider");
      for (String name : List.of("to", "threadId")) {
        if (payload.has(name) && !delivery.has(name)) {
          delivery.set(name, payload.get(name));
        }
      }
      if (channel != null && !delivery.has("channel")) {
        delivery.set("channel", channel);
      }
      if (payload.has("bestEffortDeliver") && !delivery.has("bestEffort")) {
        delivery.set("bestEffort", payload.get("bestEffortDeliver"));
      }
    }
    payload.remove(OF_DELIVERY);
    if (delivery.path("mode").asString("").equalsIgnoreCase("deliver")) {
      delivery.put("mode", "announce");
    }
    boolean notifies = job.path("notify").asBoolean(false);
    if (notifies && !delivery.has("mode")) {
      delivery.put("mode", "webhook");
    }
    if (!delivery.has("mode") && answersAside(job, payload)) {
      delivery.put("mode", "announce");
    }
    return delivery;
  }

  /** Whether an agent is asked in a session of its own: then the answer is announced elsewhere. */
  private static boolean answersAside(ObjectNode job, ObjectNode payload) {
    return payload.path("kind").asString("").equalsIgnoreCase("agentTurn")
        && job.path("sessionTarget").asString("isolated").equals("isolated");
  }
}
