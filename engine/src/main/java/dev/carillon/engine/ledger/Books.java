package dev.carillon.engine.ledger;

import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.Origin;
import dev.carillon.engine.run.Outcome;
import dev.carillon.engine.run.RunIds;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.run.RunState;
import dev.carillon.engine.run.RunStatus;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.schedule.TimerEdit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The working copy of one ledger while a command is decided. It lives for one decision only. */
final class Books {

  final Ledger ledger;
  final Instant now;
  Schedule schedule;
  final TimerEdit timer;
  final List<OpenRun> openRuns;

  private final List<RunRecord> history = new ArrayList<>();
  private @Nullable Instant slotAt;
  private @Nullable UUID lastRunId;
  private int runSeq;
  private int repeat;
  private int consecutiveFailures;
  private @Nullable Instant unstartedThrough;
  private boolean touched;

  Books(Ledger ledger, Instant now) {
    this.ledger = ledger;
    this.now = now;
    schedule = ledger.schedule();
    Timer before = ledger.timer();
    timer = before.edit();
    openRuns = new ArrayList<>(ledger.openRuns());
    slotAt = before.slotAt();
    lastRunId = before.lastRunId();
    runSeq = before.runSeq();
    repeat = before.repeat();
    consecutiveFailures = before.consecutiveFailures();
    unstartedThrough = ledger.unstartedThrough();
  }

  @Nullable Instant slotAt() {
    return slotAt;
  }

  int repeat() {
    return repeat;
  }

  int consecutiveFailures() {
    return consecutiveFailures;
  }

  void planSlot(@Nullable Instant slot) {
    slotAt = slot;
    timer.slot(schedule, slot);
    touched = true;
  }

  void failuresInARow(int count) {
    consecutiveFailures = count;
    timer.consecutiveFailures(count);
    touched = true;
  }

  void repeatConcluded() {
    repeat++;
    timer.repeatConcluded();
    touched = true;
  }

  void status(Status status, @Nullable String reason) {
    schedule = schedule.withStatus(status, reason, now);
    touched = true;
  }

  void open(OpenRun run) {
    openRuns.add(run);
    touched = true;
  }

  void replace(OpenRun run) {
    openRuns.replaceAll(other -> other.id().equals(run.id()) ? run : other);
    touched = true;
  }

  void close(UUID runId) {
    openRuns.removeIf(run -> run.id().equals(runId));
    touched = true;
  }

  @Nullable OpenRun openRun(UUID runId) {
    for (OpenRun run : openRuns) {
      if (run.id().equals(runId)) {
        return run;
      }
    }
    return null;
  }

  boolean recorded(UUID runId) {
    return ledger.recordedRuns().contains(runId)
        || history.stream().anyMatch(record -> record.id().equals(runId));
  }

  /** Slots that were opened as runs so far, concluded or not: the number of the next one. */
  int opened() {
    int open = 0;
    for (OpenRun run : openRuns) {
      if (run.origin() == Origin.SCHEDULE) {
        open++;
      }
    }
    return repeat + open;
  }

  /** True when as many slots were opened as the schedule repeats. */
  boolean repeatsOpened() {
    int total = schedule.policies().totalRepeats();
    return total > 0 && opened() >= total;
  }

  /** True when the schedule has a repeat left after one more slot was opened. */
  boolean oneMoreOpens() {
    int total = schedule.policies().totalRepeats();
    return total == 0 || opened() + 1 < total;
  }

  /** The slot after this one, unless all repeats are opened or it is known only at completion. */
  @Nullable Instant slotAfter(Instant slot) {
    return schedule.slots().fromCompletion() || repeatsOpened()
        ? null
        : schedule.slots().next(slot);
  }

  void recordSkipped(Instant from, long slots, Instant until, String reason) {
    if (recorded(RunIds.ofSlot(schedule.id(), from))) {
      return; // the slot has its answer already
    }
    append(
        new RunRecord(
            RunIds.ofSlot(schedule.id(), from),
            schedule.orgId(),
            schedule.id(),
            lastRunId,
            runSeq + 1,
            Origin.SCHEDULE,
            from,
            repeat,
            0,
            RunStatus.SKIPPED,
            reason,
            slots,
            until,
            null,
            null,
            now,
            0,
            null,
            null,
            List.of()));
    timer.skipped(slots);
    endedUnstarted(until);
  }

  /** The latest slot that has its answer without a start; it never goes back. */
  @Nullable Instant unstartedThrough() {
    return unstartedThrough;
  }

  private void endedUnstarted(Instant slot) {
    if (unstartedThrough == null || slot.isAfter(unstartedThrough)) {
      unstartedThrough = slot;
    }
  }

  void recordSettled(OpenRun run, Outcome outcome, int node) {
    Instant startedAt = run.startedAt();
    append(
        new RunRecord(
            run.id(),
            schedule.orgId(),
            schedule.id(),
            lastRunId,
            runSeq + 1,
            run.origin(),
            run.slotAt(),
            run.repeat(),
            run.retry(),
            outcome.status(),
            outcome instanceof Outcome.Cancelled cancelled ? cancelled.reason() : null,
            0,
            null,
            startedAt,
            run.attempts().isEmpty() ? null : attemptStart(run),
            now,
            startedAt == null ? 0 : Duration.between(run.dueAt(), startedAt).toMillis(),
            outcome.error(),
            node == 0 ? null : node,
            run.attempts()));
    if (startedAt != null) {
      timer.lastRun(startedAt, outcome.status());
    } else if (run.origin() == Origin.SCHEDULE) {
      endedUnstarted(run.slotAt());
    }
  }

  /** The node and start of the attempt that is under way; 0 and null when none is. */
  static int nodeOf(OpenRun run) {
    return run.state() instanceof RunState.Running running ? running.node() : 0;
  }

  static @Nullable Instant attemptStart(OpenRun run) {
    return switch (run.state()) {
      case RunState.Running running -> running.startedAt();
      case RunState.Accepted accepted -> accepted.startedAt();
      case RunState.Queued _, RunState.Waiting _, RunState.Settled _ -> null;
    };
  }

  private void append(RunRecord record) {
    history.add(record);
    lastRunId = record.id();
    runSeq++;
    timer.recorded(record.id());
    touched = true;
  }

  Verdict verdict(Reply reply) {
    if (!touched) {
      return unchanged(reply);
    }
    return new Verdict(
        schedule,
        timer.openRuns(openRuns.size()).version(schedule.version()).done(),
        openRuns,
        unstartedThrough,
        history,
        reply);
  }

  private Verdict unchanged(Reply reply) {
    return new Verdict(
        ledger.schedule(),
        ledger.timer(),
        ledger.openRuns(),
        ledger.unstartedThrough(),
        List.of(),
        reply);
  }

  Verdict refuse(Reply.Reason reason, String detail) {
    return unchanged(new Reply.Refused(reason, detail));
  }
}
