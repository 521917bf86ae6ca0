package dev.carillon.engine.schedule;

import dev.carillon.engine.timing.Interval;
import dev.carillon.engine.timing.Jitter;
import dev.carillon.engine.timing.Once;
import dev.carillon.engine.timing.Timing;
import dev.carillon.engine.timing.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The slots of one schedule: its timing, within its bounds, spread by its jitter. */
public record Slots(Timing timing, IntervalFrom intervalFrom, Window window, Duration jitter) {

  private static final Duration MOST_JITTER = Duration.ofDays(1);

  public Slots {
    if (jitter.isNegative() || jitter.compareTo(MOST_JITTER) > 0) {
      throw new InvalidSchedule(
          "jitter_seconds", "must be from 0 to 86400, got " + jitter.toSeconds());
    }
    if (intervalFrom == IntervalFrom.COMPLETION && !(timing instanceof Interval)) {
      throw new InvalidSchedule(
          "interval_from", "may be completion only for a schedule with interval_seconds");
    }
  }

  public static Slots of(Timing timing) {
    return new Slots(timing, IntervalFrom.SLOT, Window.ALWAYS, Duration.ZERO);
  }

  public @Nullable Instant next(Instant after) {
    return window.next(timing, after);
  }

  /**
   * The first slot after now, which a definition must have to be worth keeping.
   *
   * @throws InvalidSchedule when there is none; it names the field that is in the way
   */
  public Instant firstAfter(Instant now) {
    Instant first = next(now);
    if (first == null) {
      throw noneAfter(now);
    }
    return first;
  }

  /** Why there is no slot after now. */
  public InvalidSchedule noneAfter(Instant now) {
    Instant start = window.startAt();
    Instant end = window.endAt();
    if (timing instanceof Once once && !once.at().isAfter(now)) {
      return past("run_at", now);
    }
    if (end != null && !end.isAfter(now)) {
      return past("end_at", now);
    }
    if (timing instanceof Once once && start != null && start.isAfter(once.at())) {
      return new InvalidSchedule(
          "start_at",
          "lies after run_at (" + once.at() + "), the only slot; choose an earlier one");
    }
    Instant unbounded = new Window(start, null).next(timing, now);
    if (end != null && unbounded != null) {
      return new InvalidSchedule(
          "end_at",
          "lies before the first slot, which is at " + unbounded + "; choose a later one");
    }
    return new InvalidSchedule(
        start == null ? "interval_seconds" : "start_at",
        "leaves no slot before the year 10000; choose an earlier one");
  }

  private static InvalidSchedule past(String field, Instant now) {
    return new InvalidSchedule(
        field, "leaves no slot after now (" + now + "); choose a moment in the future");
  }

  public @Nullable Instant atOrBefore(Instant at) {
    return window.atOrBefore(timing, at);
  }

  public long count(Instant after, Instant upTo, long cap) {
    return window.count(timing, after, upTo, cap);
  }

  /** The slot that follows a run: by the timing, or counted from the moment it concluded. */
  public @Nullable Instant following(Instant slot, Instant concludedAt) {
    if (fromCompletion() && timing instanceof Interval interval) {
      Instant next = concludedAt.plus(interval.every());
      Instant end = window.endAt();
      return end != null && next.isAfter(end) ? null : next;
    }
    return next(slot);
  }

  /** True when the next slot is known only once the open run has concluded. */
  public boolean fromCompletion() {
    return intervalFrom == IntervalFrom.COMPLETION;
  }

  public boolean once() {
    return timing instanceof Once;
  }

  /** When the slot may start: the slot itself, or later by its jitter. */
  public Instant dueAt(UUID scheduleId, Instant slot) {
    return jitter.isZero() ? slot : slot.plus(Jitter.of(scheduleId, slot, jitter));
  }

  /** The same slots counted anew from an instant; only an interval has a beginning. */
  public Slots anchoredAt(Instant instant) {
    return timing instanceof Interval interval
        ? new Slots(new Interval(interval.every(), instant), intervalFrom, window, jitter)
        : this;
  }

  /** The base of the backoff between attempts. */
  public Duration backoffBase(Policies policies) {
    return timing instanceof Interval interval ? interval.every() : policies.retryDelay();
  }
}
