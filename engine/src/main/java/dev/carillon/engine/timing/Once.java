package dev.carillon.engine.timing;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A single slot. */
public record Once(Instant at) implements Timing {

  public Once {
    if (!TimeSpan.holds(at)) {
      throw new TimingException(
          "timing.once.out_of_range",
          "run_at must lie in the years 1 to 9999, got " + at,
          Place.whole(at.toString(), "run_at"),
          TimeSpan.FIRST + " to " + TimeSpan.LAST,
          "Give a moment within the years 1 to 9999.");
    }
  }

  @Override
  public @Nullable Instant next(Instant after) {
    return after.isBefore(at) ? at : null;
  }

  @Override
  public @Nullable Instant atOrBefore(Instant moment) {
    return moment.isBefore(at) ? null : at;
  }

  @Override
  public long count(Instant after, Instant upTo, long cap) {
    boolean inside = after.isBefore(at) && !upTo.isBefore(at);
    return inside ? Math.min(1, Math.max(0, cap)) : 0;
  }

  @Override
  public String describe() {
    return "once, at " + at;
  }
}
