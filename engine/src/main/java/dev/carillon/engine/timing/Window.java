package dev.carillon.engine.timing;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The part of time in which a schedule's slots count: from {@code startAt} to {@code endAt}, both
 * included; null leaves that side open.
 */
public record Window(@Nullable Instant startAt, @Nullable Instant endAt) {

  /** Open on both sides. */
  public static final Window ALWAYS = new Window(null, null);

  public Window {
    if (startAt != null && endAt != null && endAt.isBefore(startAt)) {
      throw new TimingException(
          "timing.window.reversed",
          "end_at must not lie before start_at, got " + endAt + " before " + startAt,
          Place.whole(endAt.toString(), "end_at"),
          startAt + " or later",
          "Move end_at behind start_at, or leave one of them out.");
    }
  }

  /** As {@link Timing#next}, among the slots of the window only. */
  public @Nullable Instant next(Timing timing, Instant after) {
    var slot = timing.next(notBeforeStart(after));
    return slot == null || (endAt != null && slot.isAfter(endAt)) ? null : slot;
  }

  /** As {@link Timing#atOrBefore}, among the slots of the window only. */
  public @Nullable Instant atOrBefore(Timing timing, Instant at) {
    var slot = timing.atOrBefore(notAfterEnd(at));
    return slot == null || (startAt != null && slot.isBefore(startAt)) ? null : slot;
  }

  /** As {@link Timing#count}, among the slots of the window only. */
  public long count(Timing timing, Instant after, Instant upTo, long cap) {
    return timing.count(notBeforeStart(after), notAfterEnd(upTo), cap);
  }

  /** The last instant before the window, if that is later: the slot at startAt itself is wanted. */
  private Instant notBeforeStart(Instant after) {
    if (startAt == null || !after.isBefore(startAt)) {
      return after;
    }
    return startAt.minusNanos(1);
  }

  private Instant notAfterEnd(Instant at) {
    return endAt != null && at.isAfter(endAt) ? endAt : at;
  }
}
