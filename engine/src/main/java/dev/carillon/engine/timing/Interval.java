package dev.carillon.engine.timing;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Slots at {@code anchor + k × every} for k = 1, 2, 3 …: elapsed time, blind to zones and
 * calendars.
 *
 * <p>Every slot is computed from the anchor, never from the slot before it, so the sequence does
 * not drift and any position in it is reached in constant time.
 */
public record Interval(Duration every, Instant anchor) implements Timing {

  private static final Duration SHORTEST = Duration.ofMillis(1);
  private static final Duration LONGEST = Duration.ofDays(36_525);

  public Interval {
    if (every.compareTo(SHORTEST) < 0 || every.compareTo(LONGEST) > 0) {
      throw new TimingException(
          "timing.interval.out_of_range",
          "interval must be 1 millisecond to 100 years, got %s seconds"
              .formatted(Seconds.text(every)),
          Place.whole(Seconds.text(every), "interval"),
          "1 millisecond to 36525 days",
          "Give the time between two slots, such as 600 seconds.");
    }
    if (!every.equals(every.truncatedTo(ChronoUnit.MILLIS))) {
      throw new TimingException(
          "timing.interval.too_fine",
          "interval must be a whole number of milliseconds, got %s seconds"
              .formatted(Seconds.text(every)),
          Place.whole(Seconds.text(every), "interval"),
          "whole milliseconds",
          "Round the interval to milliseconds.");
    }
    if (!TimeSpan.holds(anchor)) {
      throw new TimingException(
          "timing.interval.anchor_out_of_range",
          "the interval's start must lie in the years 1 to 9999, got " + anchor,
          Place.whole(anchor.toString(), "anchor"),
          TimeSpan.FIRST + " to " + TimeSpan.LAST,
          "Give a start within the years 1 to 9999.");
    }
  }

  @Override
  public @Nullable Instant next(Instant after) {
    return slot(Math.max(1, passedBy(after) + 1));
  }

  @Override
  public @Nullable Instant atOrBefore(Instant at) {
    long k = Math.min(passedBy(at), passedBy(TimeSpan.LAST));
    return k < 1 ? null : slot(k);
  }

  @Override
  public long count(Instant after, Instant upTo, long cap) {
    long last = Math.min(passedBy(upTo), passedBy(TimeSpan.LAST));
    long slots = last - Math.max(0, passedBy(after));
    return Math.max(0, Math.min(slots, cap));
  }

  /**
   * How many whole intervals fit between the anchor and the moment. Flooring to milliseconds loses
   * nothing: the interval is a whole number of them, so no multiple of it lies within the
   * remainder.
   *
   * <p>Asked several times for each run, hence whole numbers instead of durations: within the years
   * 1 to 9999 none of them overflows.
   */
  private long passedBy(Instant moment) {
    Instant within = TimeSpan.clamp(moment);
    long seconds = within.getEpochSecond() - anchor.getEpochSecond();
    long nanos = (long) within.getNano() - anchor.getNano();
    return Math.floorDiv(seconds * 1_000 + Math.floorDiv(nanos, 1_000_000L), everyMillis());
  }

  private @Nullable Instant slot(long k) {
    // At most one interval beyond the last year, which is far from overflow.
    long millis = k * everyMillis();
    var slot =
        Instant.ofEpochSecond(
            anchor.getEpochSecond() + Math.floorDiv(millis, 1_000L),
            anchor.getNano() + Math.floorMod(millis, 1_000L) * 1_000_000L);
    return slot.isAfter(TimeSpan.LAST) ? null : slot;
  }

  private long everyMillis() {
    return every.getSeconds() * 1_000 + every.getNano() / 1_000_000;
  }

  @Override
  public String describe() {
    long millis = every.toMillis();
    var parts = new ArrayList<String>();
    millis = take(parts, millis, 86_400_000, "day", millis >= 2 * 86_400_000L);
    millis = take(parts, millis, 3_600_000, "hour", true);
    millis = take(parts, millis, 60_000, "minute", true);
    millis = take(parts, millis, 1_000, "second", true);
    take(parts, millis, 1, "millisecond", true);
    var text = String.join(" ", parts);
    boolean single = parts.size() == 1 && text.startsWith("1 ");
    return "every " + (single ? text.substring(2) : text);
  }

  private static long take(
      ArrayList<String> parts, long millis, long unit, String name, boolean wanted) {
    if (!wanted || millis < unit) {
      return millis;
    }
    parts.add(English.count(millis / unit, name));
    return millis % unit;
  }
}
