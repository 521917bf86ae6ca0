package dev.carillon.server.workflows;

import dev.carillon.engine.Refused;
import dev.carillon.engine.ScheduleDraft;
import dev.carillon.engine.Schedules;
import dev.carillon.engine.ledger.Reply;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.store.ScheduleStore.Entry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Makes the schedules of a workflow follow its triggers: added, changed, gone, switched on or off.
 * What did not change keeps everything, what a person did to the schedule included: one paused
 * stays paused, one deleted stays deleted, until its trigger changes.
 *
 * <p>Every step compares with what is there, so that a save that was cut short is completed by the
 * next.
 */
final class WorkflowSync {

  private static final String DEACTIVATED = "the workflow's trigger is not active";

  private final Schedules schedules;
  private final int orgId;
  private final String workflowId;

  WorkflowSync(Schedules schedules, int orgId, String workflowId) {
    this.schedules = schedules;
    this.orgId = orgId;
    this.workflowId = workflowId;
  }

  /** A schedule trigger and the schedule that it asks for. */
  record Wanted(Trigger trigger, ScheduleDraft draft) {}

  void follow(List<Trigger> before, List<Wanted> after) {
    Map<String, Trigger> old = new LinkedHashMap<>();
    before.stream().filter(Trigger::schedule).forEach(trigger -> old.put(trigger.id(), trigger));
    for (Wanted wanted : after) {
      follow(old.remove(wanted.trigger().id()), wanted);
    }
    old.keySet().forEach(this::remove);
  }

  private void follow(@Nullable Trigger before, Wanted wanted) {
    Trigger trigger = wanted.trigger();
    UUID id = ScheduleTrigger.scheduleId(orgId, workflowId, trigger.id());
    Entry entry = find(id);
    if (entry == null) {
      if (before == null || !before.json().equals(trigger.json())) {
        schedules.create(
            id, trigger.active() ? wanted.draft() : wanted.draft().paused(DEACTIVATED));
      }
      return;
    }
    Schedule is = entry.schedule();
    if (!ScheduleTrigger.same(is, wanted.draft().toSchedule(id, schedules.now()))) {
      schedules.edit(id, wanted.draft(), null);
    }
    if (before == null || before.active() != trigger.active()) {
      setActive(id, is.status(), trigger.active());
    }
  }

  /** A schedule that ended by itself is left as it is. */
  private void setActive(UUID id, Status status, boolean active) {
    if (active && status == Status.PAUSED) {
      schedules.resume(id);
    } else if (!active && status == Status.ACTIVE) {
      schedules.pause(id, DEACTIVATED);
    }
  }

  void removeAll(List<Trigger> triggers) {
    triggers.stream().filter(Trigger::schedule).map(Trigger::id).forEach(this::remove);
  }

  private void remove(String triggerId) {
    try {
      schedules.delete(orgId, ScheduleTrigger.scheduleId(orgId, workflowId, triggerId));
    } catch (Refused refused) {
      if (refused.reason() != Reply.Reason.NO_SCHEDULE) {
        throw refused;
      }
    }
  }

  private @Nullable Entry find(UUID id) {
    try {
      return schedules.find(orgId, id);
    } catch (Refused refused) {
      if (refused.reason() == Reply.Reason.NO_SCHEDULE) {
        return null;
      }
      throw refused;
    }
  }
}
