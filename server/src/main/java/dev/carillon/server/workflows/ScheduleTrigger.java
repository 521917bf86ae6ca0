package dev.carillon.server.workflows;

import dev.carillon.engine.ScheduleDraft;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Target;
import dev.carillon.engine.timing.TimingException;
import dev.carillon.server.web.Code;
import dev.carillon.server.web.Fields;
import dev.carillon.server.web.Json;
import dev.carillon.server.web.Problem;
import dev.carillon.server.web.Refusals;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/** Turns a schedule trigger into the schedule it stands for. */
final class ScheduleTrigger {

  /** What the schedule's own description may have; it could not be edited with more. */
  private static final int LONGEST_DESCRIPTION = 10_000;

  private ScheduleTrigger() {}

  /**
   * The schedule of a trigger always has the same id, so that saving a workflow twice, or after a
   * crash half-way, makes nothing twice. Lengths keep the parts apart: ids may contain anything.
   */
  static UUID scheduleId(int orgId, String workflowId, String triggerId) {
    String name =
        "carillon:workflow:%d:%d:%s:%s"
            .formatted(orgId, workflowId.length(), workflowId, triggerId);
    return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Reads a trigger.
   *
   * @param path where it stands in the body, for whatever is wrong with it
   */
  static ScheduleDraft draft(
      Trigger trigger, String path, String workflowId, String workflowName, String owner) {
    Fields given = Fields.of(trigger.json(), path).object("settings");
    Fields settings = given == null ? Fields.of(Json.object(), path + ".settings") : given;
    ScheduleDraft draft =
        ScheduleDraft.named(title(workflowId, workflowName, trigger.id()))
            .target(new Target.Workflow(workflowId, trigger.id()))
            .owner(owner);
    String description = settings.text("description");
    if (description != null && description.length() > LONGEST_DESCRIPTION) {
      throw Problem.field(
              settings.path("description"),
              "must have at most %d characters, got %d"
                  .formatted(LONGEST_DESCRIPTION, description.length()))
          .expected("at most %d characters".formatted(LONGEST_DESCRIPTION));
    }
    draft.description(description == null ? "" : description);
    JsonNode payload = settings.value("payload");
    if (payload != null) {
      draft.payload(bounded(settings.path("payload"), Json.text(payload)));
    }
    return timed(draft, settings);
  }

  private static String bounded(String path, String payload) {
    int bytes = payload.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > Schedule.LARGEST_PAYLOAD_BYTES) {
      throw Problem.of(
              Code.PAYLOAD_TOO_LARGE,
              "payload must be at most %d bytes, got %d"
                  .formatted(Schedule.LARGEST_PAYLOAD_BYTES, bytes))
          .at(path)
          .expected("at most 256 KiB")
          .fix("Keep large data elsewhere, and hand over where it is.");
    }
    return Fields.wellFormed(path, payload);
  }

  private static ScheduleDraft timed(ScheduleDraft draft, Fields settings) {
    String cron = settings.text("cronExpression");
    Duration every = settings.seconds("intervalSeconds");
    String zone = settings.text("timezone");
    if ((cron == null) == (every == null)) {
      throw Problem.field(
              settings.path("cronExpression"),
              cron == null ? "is missing" : "and intervalSeconds exclude each other")
          .expected("cronExpression with timezone, or intervalSeconds");
    }
    try {
      ScheduleDraft timed =
          every == null
              ? draft.cron(String.valueOf(cron), zone == null ? "UTC" : zone)
              : draft.every(every);
      // An interval is judged only now; later would be after other triggers were followed.
      timed.toSchedule(new UUID(0, 0), Instant.EPOCH);
      return timed;
    } catch (TimingException e) {
      String field = every == null ? "cronExpression" : "intervalSeconds";
      throw Refusals.at(e, settings.path(e.field().equals("timezone") ? "timezone" : field));
    }
  }

  /** What the schedule is called. */
  static String title(String workflowId, String workflowName, String triggerId) {
    String title = (workflowName.isBlank() ? workflowId : workflowName) + " / " + triggerId;
    return title.length() > Schedule.LONGEST_NAME
        ? Fields.cut(title, Schedule.LONGEST_NAME - 1)
        : title;
  }
}
