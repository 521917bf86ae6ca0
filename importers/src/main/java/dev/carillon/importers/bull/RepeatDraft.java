package dev.carillon.importers.bull;

import dev.carillon.importers.Draft;
import dev.carillon.importers.Found;
import dev.carillon.importers.Identity;
import dev.carillon.importers.Lenient;
import dev.carillon.importers.Moments;
import dev.carillon.importers.Progress;
import dev.carillon.importers.Settings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes the draft of a schedule of a repeatable job. */
final class RepeatDraft {

  /** What Bull calls jobs without a name. */
  private static final String UNNAMED = "__default__";

  /** The queue of the workflow system whose jobs name a workflow and a trigger. */
  private static final String WORKFLOW_QUEUE = "schedule-jobs";

  private final Repeat repeat;
  private final Draft draft;
  private final ObjectNode timing;

  private RepeatDraft(Repeat repeat, Settings settings) {
    this.repeat = repeat;
    this.draft = new Draft(settings, name(repeat));
    this.timing = repeat.timing();
  }

  static Found of(Repeat repeat, Identity identity, boolean paused, Settings settings) {
    return new RepeatDraft(repeat, settings).found(identity, paused);
  }

  private static String name(Repeat repeat) {
    String job = repeat.jobName();
    RepeatKey key = repeat.key();
    String id = key == null ? repeat.member() : key.jobId();
    boolean hashed = id.matches("[0-9a-f]{32,128}");
    if (!id.isEmpty() && !hashed) {
      return id;
    }
    return job.isEmpty() || job.equals(UNNAMED) ? repeat.queueName() : job;
  }

  private Found found(Identity identity, boolean paused) {
    Instant next = Moments.millis((double) repeat.next());
    String problem = timing(next);
    if (problem != null) {
      return new Found.Broken(identity, name(repeat), problem);
    }
    target();
    policies();
    if (paused) {
      draft.warn("its queue is paused");
    }
    return new Found.Job(
        identity,
        draft.body().get("name").stringValue(),
        draft.body(),
        repeat.original(),
        !paused,
        next,
        true,
        draft.warnings(),
        new Progress(timing.has("limit") ? repeat.made() : 0, 0),
        List.of());
  }

  private @Nullable String timing(@Nullable Instant next) {
    String pattern = timing.path("pattern").asString("").strip();
    Long every = number(timing.get("every"));
    if (!pattern.isEmpty()) {
      String zone = timing.path("tz").asString("");
      boolean utc = timing.path("utc").asBoolean(false);
      draft.cron(
          pattern, zone.isEmpty() && utc ? "UTC" : zone, "the process that filled the queue");
    } else if (every != null && every > 0) {
      draft.every(Duration.ofMillis(every), next);
    } else {
      return "it says neither a pattern nor an interval; the job that would say so is gone";
    }
    draft.instant("start_at", moment(timing.get("startDate")));
    draft.instant("end_at", moment(timing.get("endDate")));
    Long limit = number(timing.get("limit"));
    if (limit != null && limit > 0 && limit < Integer.MAX_VALUE) {
      draft.put("total_repeats", limit.intValue());
    }
    return null;
  }

  private static @Nullable Long number(@Nullable JsonNode value) {
    if (value != null && value.isNumber()) {
      return value.longValue();
    }
    return value != null && value.isString() && value.stringValue().matches("\\d{1,15}")
        ? Long.valueOf(value.stringValue())
        : null;
  }

  private static @Nullable Instant moment(@Nullable JsonNode value) {
    Instant millis = Moments.millis(value);
    return millis == null && value != null && value.isString()
        ? Moments.iso(value.stringValue())
        : millis;
  }

  private void target() {
    JsonNode data = repeat.data();
    if (data == null) {
      draft.warn("its data was nowhere to be found, and is empty");
      data = Lenient.object();
    }
    String[] pair = workflow(data);
    if (pair.length == 2) {
      draft
          .put("target", "workflow")
          .put("workflow_id", pair[0])
          .put("trigger_node_id", pair[1])
          .put("description", data.path("description").asString(null))
          .set("payload", data);
      return;
    }
    String job = repeat.jobName();
    ObjectNode payload =
        Lenient.object()
            .put("queue", repeat.queueName())
            .put("name", job.equals(UNNAMED) ? null : job);
    payload.set("data", data);
    draft.codeTarget(repeat.queueName(), payload);
  }

  /** Workflow and trigger, from the data or else from the id: the part before the first dash. */
  private String[] workflow(JsonNode data) {
    String workflow = data.path("workflowId").asString("");
    String trigger = data.path("triggerId").asString("");
    if (!workflow.isEmpty()) {
      return new String[] {workflow, trigger};
    }
    RepeatKey key = repeat.key();
    String id = key == null ? repeat.member() : key.jobId();
    return repeat.queueName().equals(WORKFLOW_QUEUE) && id.indexOf('-') > 0
        ? id.split("-", 2)
        : new String[0];
  }

  private void policies() {
    ObjectNode options = repeat.options();
    int attempts = options.path("attempts").asInt(0);
    draft.put("max_retries", attempts > 1 ? attempts - 1 : 0);
    JsonNode backoff = options.path("backoff");
    long delay = backoff.isNumber() ? backoff.longValue() : backoff.path("delay").asLong(0);
    if (attempts > 1 && delay > 0) {
      draft.seconds("retry_delay_seconds", Duration.ofMillis(delay));
      if (!backoff.path("type").asString("fixed").equals("exponential")) {
        draft.warn("it waited equally long before every retry; here the wait doubles each time");
      }
    }
    long timeout = options.path("timeout").asLong(0);
    if (timeout > 0) {
      draft.seconds("timeout_seconds", Duration.ofMillis(timeout));
    }
  }
}
