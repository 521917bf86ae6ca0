package dev.carillon.server.workflows;

import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Target;
import dev.carillon.server.store.Workflow;
import java.util.UUID;

/** Tells the schedules that workflows made from those that people made. */
public final class TriggerSchedules {

  private TriggerSchedules() {}

  /** The id of the schedule that a trigger makes, whether or not it is there. */
  public static UUID id(int orgId, String workflowId, String triggerId) {
    return ScheduleTrigger.scheduleId(orgId, workflowId, triggerId);
  }

  /** Whether it follows a trigger of a workflow: its id is made of theirs. */
  public static boolean made(Schedule schedule) {
    return schedule.target() instanceof Target.Workflow workflow
        && workflow.triggerNodeId() != null
        && schedule
            .id()
            .equals(
                ScheduleTrigger.scheduleId(
                    schedule.orgId(), workflow.workflowId(), workflow.triggerNodeId()));
  }

  /** Whether the workflow has a trigger of this id. */
  public static boolean has(Workflow workflow, String triggerId) {
    return Trigger.all(workflow.triggers()).stream()
        .anyMatch(trigger -> trigger.id().equals(triggerId));
  }

  /** Whether the workflow has a schedule trigger of this id, so that there should be a schedule. */
  public static boolean follows(Workflow workflow, String triggerId) {
    return Trigger.all(workflow.triggers()).stream()
        .anyMatch(trigger -> trigger.schedule() && trigger.id().equals(triggerId));
  }
}
