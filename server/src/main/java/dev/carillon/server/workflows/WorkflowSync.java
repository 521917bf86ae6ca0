package dev.carillon.server.workflows;

import dev.carillon.engine.Refused;
import dev.carillon.engine.ScheduleDraft;
import dev.carillon.engine.Schedules;
import dev.carillon.engine.ledger.Reply;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.store.ScheduleStore.Entry;
import dev.carillon.server.store.Workflow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Makes the schedules of a workflow follow its triggers: added, changed, gone, switched on or off.
 * A trigger is compared with the one of the workflow as it was saved before, not with its schedule:
 * what did not change there keeps everything here, what a person did to the schedule included. One
 * edited stays edited, one paused stays paused, one deleted stays deleted, until its trigger
 * changes.
 *
 * <p>The workflow is written last, and every step can be repeated, so that a save that was cut
 * short is completed by asking again.
 */
final class WorkflowSync {

  private static final String DEACTIVATED = "the workflow's trigger is not active";

  /** How often a schedule is read again that somebody edits at the same time. */
  private static final int MOST_TRIES = 5;

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

  /**
   * @param before the workflow as it was saved before
   */
  void follow(Workflow before, List<Wanted> after) {
    Map<String, Trigger> old = new LinkedHashMap<>();
    Trigger.all(before.triggers()).stream()
        .filter(Trigger::schedule)
        .forEach(trigger -> old.put(trigger.id(), trigger));
    for (Wanted wanted : after) {
      follow(before.name(), old.remove(wanted.trigger().id()), wanted);
    }
    old.keySet().forEach(this::remove);
  }

  private void follow(String nameBefore, @Nullable Trigger before, Wanted wanted) {
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
    edit(entry, nameBefore, before, wanted, 1);
    if (before == null || before.active() != trigger.active()) {
      setActive(id, entry.schedule().status(), trigger.active());
    }
  }

  private void edit(
      Entry entry, String nameBefore, @Nullable Trigger before, Wanted wanted, int tries) {
    Schedule is = entry.schedule();
    Schedule asked = wanted.draft().toSchedule(is.id(), schedules.now());
    String titleBefore = ScheduleTrigger.title(workflowId, nameBefore, wanted.trigger().id());
    ScheduleDraft draft =
        TriggerChange.of(before, titleBefore, wanted.trigger(), asked.name()).applied(is, asked);
    if (TriggerChange.same(is, draft.toSchedule(is.id(), schedules.now()))) {
      return;
    }
    try {
      // Not against any version but the one merged with: a change in between must not be undone.
      schedules.edit(is.id(), draft, is.version());
    } catch (Refused refused) {
      Entry again = refused.reason() == Reply.Reason.STALE_VERSION ? find(is.id()) : null;
      if (again == null || tries == MOST_TRIES) {
        throw refused;
      }
      edit(again, nameBefore, before, wanted, tries + 1);
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
