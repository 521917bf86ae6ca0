package dev.carillon.server.workflows;

import dev.carillon.engine.ScheduleDraft;
import dev.carillon.engine.schedule.InvalidSchedule;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Target;
import dev.carillon.engine.timing.TimingException;
import dev.carillon.server.web.Fields;
import dev.carillon.server.web.Json;
import dev.carillon.server.web.Problem;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/** Turns a schedule trigger into the schedule it stands for. */
final class ScheduleTrigger {

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
    Fields settings =
        trigger.json().has("settings")
            ? Fields.of(trigger.json().get("settings"), path + ".settings")
            : Fields.of(Json.object(), path + ".settings");
    ScheduleDraft draft =
        ScheduleDraft.named(title(workflowId, workflowName, trigger.id()))
            .target(new Target.Workflow(workflowId, trigger.id()))
            .owner(owner);
    String description = settings.text("description");
    draft.description(description == null ? "" : description);
    JsonNode payload = settings.value("payload");
    if (payload != null) {
      draft.payload(Json.text(payload));
    }
    return timed(draft, settings, path);
  }

  private static ScheduleDraft timed(ScheduleDraft draft, Fields settings, String path) {
    String cron = settings.text("cronExpression");
    Duration every = settings.seconds("intervalSeconds");
    String zone = settings.text("timezone");
    if ((cron == null) == (every == null)) {
      throw Problem.field(
              path + ".settings.cronExpression",
              cron == null ? "is missing" : "and intervalSeconds exclude each other")
          .expected("cronExpression with timezone, or intervalSeconds");
    }
    try {
      return every == null
          ? draft.cron(String.valueOf(cron), zone == null ? "UTC" : zone)
          : draft.every(every);
    } catch (TimingException | InvalidSchedule e) {
      throw Problem.field(
              path + ".settings." + (every == null ? "cronExpression" : "intervalSeconds"),
              "cannot be used: " + e.getMessage())
          .got(cron == null ? String.valueOf(every) : cron);
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
