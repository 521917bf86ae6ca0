package dev.carillon.importers.rq;

import dev.carillon.importers.Draft;
import dev.carillon.importers.Found;
import dev.carillon.importers.Identity;
import dev.carillon.importers.Lenient;
import dev.carillon.importers.Moments;
import dev.carillon.importers.Progress;
import dev.carillon.importers.Settings;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** An entry of a cron scheduler of RQ, which it publishes while it lives. */
final class RqCron {

  private RqCron() {}

  static Found found(String instance, String id, ObjectNode entry, Settings settings) {
    String function = entry.path("func_name").asString("");
    Identity identity = new Identity(instance, id);
    String name = entry.path("name").asString(function);
    Draft draft = new Draft(settings, name.isBlank() ? function : name);
    String cron = entry.path("cron").asString("");
    double interval = entry.path("interval").asDouble(0);
    if (!cron.isBlank()) {
      draft.cron(cron, "UTC", "");
    } else if (interval > 0) {
      draft.every(Duration.ofMillis(Math.round(interval * 1_000)), null);
    } else {
      return new Found.Broken(identity, name, "it says neither cron nor interval");
    }
    ObjectNode payload = Lenient.object().put("function", function);
    payload.set("args", arguments(draft, entry.get("args"), "[]"));
    payload.set("kwargs", arguments(draft, entry.get("kwargs"), "{}"));
    draft.codeTarget(function.isBlank() ? name : function, payload);
    if (entry.path("job_timeout").asLong(0) > 0) {
      draft.seconds("timeout_seconds", Duration.ofSeconds(entry.get("job_timeout").asLong(0)));
    }
    return new Found.Job(
        identity,
        draft.body().get("name").stringValue(),
        draft.body(),
        entry,
        true,
        Moments.iso(entry.path("next_enqueue_time").asString(null)),
        true,
        draft.warnings(),
        Progress.NONE,
        List.of());
  }

  /** JSON in a string; arguments that had no JSON are there as a remark. */
  private static JsonNode arguments(Draft draft, @Nullable JsonNode given, String none) {
    JsonNode empty = Lenient.json5(none, "nothing");
    if (given == null || given.isNull()) {
      return empty;
    }
    if (given.isContainer()) {
      return given;
    }
    JsonNode parsed = Lenient.json(given.asString(""));
    if (parsed == null || !parsed.isContainer()) {
      draft.warn("its arguments could not be published: " + given.asString(""));
      return empty;
    }
    return parsed;
  }
}
