package dev.carillon.engine.ledger;

import dev.carillon.engine.run.Attempt;
import dev.carillon.engine.run.Origin;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.run.RunStatus;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ordinary life of a run, decided from memory: a slot comes due on time with nothing open,
 * starts, and succeeds.
 *
 * <p>It says exactly what the {@link Bookkeeper} would say; a test holds one against the other. The
 * store applies it only if the books have not changed since they were read.
 */
public final class ShortPath {

  private ShortPath() {}

  /** True when the slot can start without a look into the books. */
  public static boolean opens(Schedule schedule, Timer timer, Instant now) {
    Instant slot = timer.slotAt();
    return slot != null
        && schedule.active()
        && timer.openRuns() == 0
        && !mayHaveRun(timer, slot)
        && Backlog.isPlain(schedule.slots(), schedule.policies(), slot, now);
  }

  /**
   * True when a run has started after the slot. As no slot starts early, that is usually another
   * one's; but when the database's clock was set back and the schedule planned anew, this very slot
   * may have been carried out before, and only the books can tell.
   */
  private static boolean mayHaveRun(Timer timer, Instant slot) {
    Instant last = timer.lastRunAt();
    return last != null && last.isAfter(slot);
  }

  /** The timer and the history row after the attempt has succeeded. */
  public static Ending succeed(Schedule schedule, Timer timer, Attempt attempt, Instant now) {
    int total = schedule.policies().totalRepeats();
    boolean usedUp = total > 0 && timer.repeat() + 1 >= total;
    Instant next = usedUp ? null : schedule.slots().following(attempt.slotAt(), now);
    Timer after =
        timer
            .edit()
            .slot(schedule, next)
            .repeatConcluded()
            .retry(0)
            .consecutiveFailures(0)
            .succeeded()
            .lastRun(attempt.startedAt(), RunStatus.SUCCESS)
            .recorded(attempt.runId())
            .done();
    return new Ending(after, record(timer, attempt, now), next == null);
  }

  private static RunRecord record(Timer timer, Attempt attempt, Instant now) {
    return new RunRecord(
        attempt.runId(),
        timer.orgId(),
        timer.scheduleId(),
        timer.lastRunId(),
        timer.runSeq() + 1,
        Origin.SCHEDULE,
        attempt.slotAt(),
        attempt.repeat(),
        attempt.retry(),
        RunStatus.SUCCESS,
        null,
        0,
        null,
        attempt.startedAt(),
        null,
        now,
        Duration.between(attempt.dueAt(), attempt.startedAt()).toMillis(),
        null,
        attempt.node(),
        List.of());
  }

  /** When the slot after the timer's comes due, if that is known before the run has ended. */
  public static @Nullable Instant followingDue(Schedule schedule, Timer timer) {
    Instant slot = timer.slotAt();
    if (slot == null || schedule.slots().fromCompletion()) {
      return null;
    }
    Instant next = schedule.slots().next(slot);
    return next == null ? null : schedule.slots().dueAt(schedule.id(), next);
  }

  /**
   * @param done true when the schedule has no further slot
   */
  public record Ending(Timer after, RunRecord record, boolean done) {}
}
