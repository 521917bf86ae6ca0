package dev.carillon.server.workflows;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides which triggers of a workflow an event of a schedule starts. */
public final class TriggerResolver {

  private TriggerResolver() {}

  /**
   * The one that the schedule names, else every schedule trigger whose filter lets the schedule
   * through; one without a filter answers to all.
   *
   * @param triggerNodeId the trigger's id, or that of its node, or null
   * @param scheduleId of the schedule whose event it is
   */
  public static List<Trigger> resolve(
      List<Trigger> triggers, @Nullable String triggerNodeId, String scheduleId) {
    if (triggerNodeId != null) {
      return triggers.stream()
          .filter(trigger ->
              triggerNodeId.equals(trigger.id()) || triggerNodeId.equals(trigger.nodeId()))
          .toList();
    }
    return triggers.stream()
        .filter(trigger -> trigger.schedule() && trigger.active())
        .filter(trigger ->
            trigger.scheduleFilter() == null || trigger.scheduleFilter().equals(scheduleId))
        .toList();
  }
}
