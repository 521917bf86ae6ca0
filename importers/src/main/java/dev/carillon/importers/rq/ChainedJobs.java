package dev.carillon.importers.rq;

import dev.carillon.importers.Draft;
import dev.carillon.importers.Found;
import dev.carillon.importers.Identity;
import dev.carillon.importers.ImportFile;
import dev.carillon.importers.Lenient;
import dev.carillon.importers.Moments;
import dev.carillon.importers.Progress;
import dev.carillon.importers.Settings;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Jobs of a scheduler that enqueues each next run itself, under ids that say how far it has come:
 * {@code sched-{job_id}-n{repeat}-rc{retry}}. Redis has that and the next moment; what the job is,
 * its own API says, whose answer may be handed over as a file.
 */
final class ChainedJobs {

  private static final Pattern ID = Pattern.compile("sched-(.+)-n(\\d{1,9})-rc(\\d{1,9})");

  private static final List<String> TAKEN_OVER =
      List.of(
          "description",
          "interval_seconds",
          "total_repeats",
          "max_retries",
          "timeout_seconds",
          "trigger_node_id");

  private final Settings settings;
  private final Map<String, ObjectNode> definitions = new HashMap<>();

  ChainedJobs(Settings settings, List<ImportFile> files) {
    this.settings = settings;
    for (ImportFile file : files) {
      JsonNode root = Lenient.json5(file.text(), file.name());
      JsonNode items = root.isArray() ? root : root.path("items");
      items
          .values()
          .forEach(item -> {
            if (item instanceof ObjectNode object) {
              definitions.put(object.path("id").asString(""), object);
            }
          });
    }
  }

  static boolean is(String id) {
    return ID.matcher(id).matches();
  }

  /**
   * @param id as RQ has it
   */
  Found found(String instance, String id, RqJob job, double score) {
    Matcher parts = ID.matcher(id);
    Instant next = Moments.seconds(score);
    if (!parts.matches() || next == null) {
      return new Found.Broken(new Identity(instance, id), id, "the moment of its next run is none");
    }
    String jobId = parts.group(1);
    int repeat = Integer.parseInt(parts.group(2));
    int retry = Integer.parseInt(parts.group(3));
    ObjectNode definition = definitions.getOrDefault(jobId, Lenient.object());
    Draft draft = new Draft(settings, definition.path("name").asString(jobId));
    TAKEN_OVER.forEach(field -> draft.set(field, definition.get(field)));
    draft.put("description", definition.path("description").asString(null));
    Double interval = settings.number("interval_seconds");
    if (!draft.body().has("interval_seconds")) {
      if (interval != null) {
        draft.every(Duration.ofMillis(Math.round(interval * 1_000)), null);
      } else {
        draft.once(next);
        draft.warn(
            "Redis knows only its next run, so it runs once; hand over the answer of its GET"
                + " /api/v1/schedules/ as a file, or give interval_seconds");
      }
    }
    target(draft, definition, jobId);
    return new Found.Job(
        new Identity(instance, jobId),
        draft.body().get("name").stringValue(),
        draft.body(),
        job.original().put("rq_id", id),
        !definition.path("status").asString("active").equals("paused"),
        next,
        true,
        draft.warnings(),
        new Progress(repeat, retry),
        List.of());
  }

  private void target(Draft draft, ObjectNode definition, String jobId) {
    JsonNode workflow = definition.get("workflow_id");
    JsonNode payload = definition.get("trigger_payload");
    if (workflow != null && !workflow.isNull() && settings.text("url") == null) {
      draft.put("target", "workflow").put("workflow_id", workflow.asString());
      draft.set("payload", payload);
      return;
    }
    draft.body().remove("trigger_node_id");
    draft.codeTarget(
        jobId, payload == null ? Lenient.object().put("scheduled_job_id", jobId) : payload);
  }
}
