package dev.carillon.engine.ledger;

import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.Origin;
import dev.carillon.engine.run.RunIds;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Slots;
import dev.carillon.engine.schedule.Status;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Pause, resume, stop, revive and edit. */
final class Lifecycle {

  /** Why what runs is cancelled when somebody ends the schedule for good. */
  static final String STOPPED = "the schedule is stopped";

  private Lifecycle() {}

  static Verdict pause(Books books, Command.Pause pause) {
    if (!books.schedule.active()) {
      return wrongStatus(books, "paused", "active");
    }
    recordUnbegun(books, "paused");
    end(books, Status.PAUSED, pause.reason());
    return books.verdict(new Reply.Done());
  }

  static Verdict stop(Books books, Command.Stop stop) {
    if (books.schedule.status() == Status.STOPPED) {
      return wrongStatus(books, "stopped", "active, paused, done or dead");
    }
    recordUnbegun(books, "stopped");
    end(books, Status.STOPPED, stop.reason());
    for (OpenRun run : List.copyOf(books.openRuns)) {
      if (books.openRun(run.id()) != null) {
        Settling.cancel(books, run, STOPPED);
      }
    }
    return books.verdict(new Reply.Done());
  }

  static Verdict resume(Books books) {
    Status status = books.schedule.status();
    if (status != Status.PAUSED) {
      boolean ended = status == Status.DEAD || status == Status.DONE;
      return wrongStatus(books, "resumed", "paused", ended ? "; revive it" : "");
    }
    int maxFailures = books.schedule.policies().maxFailures();
    if (maxFailures > 0 && books.consecutiveFailures() >= maxFailures) {
      // It was paused for these failures; kept, the very next one would pause it again.
      books.failuresInARow(0);
    }
    activate(books);
    return books.verdict(new Reply.Done());
  }

  /** What is done has no slot or no repeat left, unless it was edited since. */
  static Verdict revive(Books books) {
    Status status = books.schedule.status();
    if (status != Status.DEAD && status != Status.DONE) {
      return wrongStatus(books, "revived", "dead or done");
    }
    if (Settling.repeatsUsedUp(books)) {
      return books.refuse(
          Reply.Reason.WRONG_STATUS,
          "the schedule has used up its repeats; raise total_repeats, or trigger a run");
    }
    if (books.schedule.slots().next(books.now) == null) {
      return books.refuse(
          Reply.Reason.WRONG_STATUS,
          "the schedule has no slot after now; give it another timing, or trigger a run");
    }
    books.failuresInARow(0);
    books.timer.retry(0);
    activate(books);
    return books.verdict(new Reply.Done());
  }

  /** The next slot is the first one after now; an interval counts anew. */
  private static void activate(Books books) {
    books.schedule = books.schedule.withSlots(books.schedule.slots().anchoredAt(books.now));
    books.status(Status.ACTIVE, null);
    planAfter(books, latest(books));
  }

  private static void planAfter(Books books, Instant latest) {
    Instant next = books.schedule.slots().next(latest);
    books.planSlot(next);
    if (next == null) {
      recordPassedWhilePaused(books);
    }
    Settling.endIfFinished(books);
  }

  /**
   * Now, or the latest slot that has its answer if the database's clock was set back behind it: a
   * slot that has run, was skipped or was cancelled is not planned again.
   */
  private static Instant latest(Books books) {
    Instant latest = later(books.now, books.ledger.timer().lastRunAt());
    latest = later(latest, books.unstartedThrough());
    for (OpenRun run : books.openRuns) {
      if (run.origin() == Origin.SCHEDULE && run.slotAt().isAfter(latest)) {
        latest = run.slotAt();
      }
    }
    return latest;
  }

  private static Instant later(Instant known, @Nullable Instant other) {
    return other != null && other.isAfter(known) ? other : known;
  }

  /** A once schedule whose moment passed while it was paused: its slot gets its answer. */
  private static void recordPassedWhilePaused(Books books) {
    Slots slots = books.schedule.slots();
    Instant last = slots.once() ? slots.atOrBefore(books.now) : null;
    boolean never = last != null && books.ledger.timer().lastRunId() == null;
    if (never && last != null) {
      books.recordSkipped(last, 1, last, "missed");
    }
  }

  static Verdict edit(Books books, Command.Edit edit) {
    Schedule before = books.schedule;
    Long expected = edit.expectedVersion();
    if (expected != null && expected != before.version()) {
      return books.refuse(
          Reply.Reason.STALE_VERSION,
          "the schedule has version %d, the edit was made to version %d"
              .formatted(before.version(), expected));
    }
    boolean retimed = !sameTiming(before.slots(), edit.definition().slots());
    Schedule after = edited(before, edit.definition(), retimed, books.now);
    if (retimed && isLive(before.status()) && after.slots().next(books.now) == null) {
      // Accepted, it would end the schedule, in silence.
      return books.verdict(Reply.Refused.noSlot(after.slots().noneAfter(books.now)));
    }
    // Looked up before what waits is cancelled: a slot with a run that waits has begun its answer.
    Instant latest = latest(books);
    if (retimed && endsBefore(after.slots(), latest, books.now)) {
      return books.refuse(
          Reply.Reason.WRONG_STATUS,
          "the new timing ends before %s, up to which the schedule's slots have run or were skipped;"
                  .formatted(latest)
              + " the database's clock was set back to "
              + books.now
              + " since. Give it a later time, or make a new schedule");
    }
    if (retimed) {
      recordUnbegun(books, "edited");
    }
    books.schedule = after;
    if (after.active() && retimed) {
      cancelWaiting(books, "the schedule was edited");
      planAfter(books, later(latest, books.unstartedThrough()));
    } else {
      books.planSlot(books.slotAt());
    }
    return books.verdict(new Reply.Done());
  }

  private static boolean isLive(Status status) {
    return status == Status.ACTIVE || status == Status.PAUSED;
  }

  /** Has slots ahead, and none of them may be planned: accepted, it would end in silence. */
  private static boolean endsBefore(Slots slots, Instant latest, Instant now) {
    return slots.next(latest) == null && slots.next(now) != null;
  }

  private static Schedule edited(
      Schedule before, Schedule definition, boolean retimed, Instant now) {
    return new Schedule(
        before.id(),
        before.orgId(),
        definition.name(),
        definition.description(),
        retimed ? definition.slots().anchoredAt(now) : before.slots(),
        definition.target(),
        definition.payload(),
        definition.policies(),
        definition.owner(),
        before.status(),
        before.statusReason(),
        before.version() + 1,
        before.createdAt(),
        now);
  }

  /** Equal but for the moment an interval is counted from, which no edit names. */
  private static boolean sameTiming(Slots before, Slots after) {
    return before.anchoredAt(Instant.EPOCH).equals(after.anchoredAt(Instant.EPOCH));
  }

  /**
   * Slots that are due and that nobody has begun get their answer before they are taken away. The
   * next one may be under way without the books knowing more of it than a note.
   */
  private static void recordUnbegun(Books books, String reason) {
    Instant first = books.slotAt();
    Instant due = books.ledger.timer().dueAt();
    if (!books.schedule.active() || first == null || due == null || due.isAfter(books.now)) {
      return;
    }
    Slots slots = books.schedule.slots();
    UUID runId = RunIds.ofSlot(books.schedule.id(), first);
    boolean begun = books.recorded(runId) || books.openRun(runId) != null;
    if (begun) {
      first = books.oneMoreOpens() ? books.slotAfter(first) : null;
    }
    Backlog.Missed missed = first == null ? null : Backlog.passed(slots, first, begun, books.now);
    if (missed != null) {
      books.recordSkipped(missed.from(), missed.count(), missed.until(), reason);
    }
  }

  /** Leaves the active life: no slot is ahead, and nothing that waits will start. */
  static void end(Books books, Status status, @Nullable String reason) {
    books.status(status, reason);
    books.planSlot(null);
    cancelWaiting(books, "the schedule is " + word(status));
  }

  private static void cancelWaiting(Books books, String reason) {
    for (OpenRun run : List.copyOf(books.openRuns)) {
      if (run.origin() != Origin.MANUAL && !run.underWay() && books.openRun(run.id()) != null) {
        Settling.cancel(books, run, reason);
      }
    }
  }

  private static Verdict wrongStatus(Books books, String verb, String needed) {
    return wrongStatus(books, verb, needed, "");
  }

  private static Verdict wrongStatus(Books books, String verb, String needed, String instead) {
    return books.refuse(
        Reply.Reason.WRONG_STATUS,
        "only a schedule that is %s can be %s; this one is %s%s"
            .formatted(needed, verb, word(books.schedule.status()), instead));
  }

  static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
