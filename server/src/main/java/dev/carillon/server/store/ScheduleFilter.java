package dev.carillon.server.store;

import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.schedule.TargetKind;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which schedules a list shows; null is any.
 *
 * @param statuses any of these
 * @param agentId those that speak for this agent
 * @param visibleTo the agent whose token asks: those it owns or speaks in, and no others
 * @param sought text within the name, whatever the case
 */
public record ScheduleFilter(
    @Nullable Set<Status> statuses,
    @Nullable TargetKind target,
    @Nullable String workflowId,
    @Nullable String agentId,
    @Nullable String visibleTo,
    @Nullable String sought) {

  public static final ScheduleFilter ALL = new ScheduleFilter(null, null, null, null, null, null);

  /** All that an agent's token may see; all there are for null. */
  public static ScheduleFilter visibleTo(@Nullable String agent) {
    return new ScheduleFilter(null, null, null, null, agent, null);
  }
}
