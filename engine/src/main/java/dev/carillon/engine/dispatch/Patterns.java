package dev.carillon.engine.dispatch;

import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Slots;
import dev.carillon.engine.timing.Interval;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Definitions without what is each one's own: one object for all that are alike in the rest. */
final class Patterns {

  private static final int MOST_SHARED = 4_096;
  private static final int LARGEST_SHARED_PAYLOAD = 1_024;

  /** What a pattern takes besides its payload: an estimate, not a measurement. */
  private static final int ORDINARY_BYTES = 600;

  private static final UUID NO_ID = new UUID(0, 0);
  private static final String NO_NAME = "-";

  private final Map<Schedule, Schedule> shared = new HashMap<>();

  /** Most definitions come beside others like them: comparing is cheaper than hashing. */
  private @Nullable Schedule last;

  Kept keep(Schedule schedule) {
    if (last != null && isLike(last, schedule)) {
      return new Kept(schedule, last, 0);
    }
    Schedule pattern = patternOf(schedule);
    Schedule known = shared.get(pattern);
    if (known == null) {
      int payload = pattern.payload() == null ? 0 : pattern.payload().length();
      if (shared.size() == MOST_SHARED || payload > LARGEST_SHARED_PAYLOAD) {
        return new Kept(schedule, pattern, ORDINARY_BYTES + payload);
      }
      shared.put(pattern, pattern);
      known = pattern;
    }
    last = known;
    return new Kept(schedule, known, 0);
  }

  private static Schedule patternOf(Schedule schedule) {
    return new Schedule(
        NO_ID,
        schedule.orgId(),
        NO_NAME,
        schedule.description(),
        schedule.slots().anchoredAt(Instant.EPOCH),
        schedule.target(),
        schedule.payload(),
        schedule.policies(),
        schedule.owner(),
        schedule.status(),
        schedule.statusReason(),
        0,
        Instant.EPOCH,
        Instant.EPOCH);
  }

  private static boolean isLike(Schedule pattern, Schedule schedule) {
    return pattern.orgId() == schedule.orgId()
        && pattern.status() == schedule.status()
        && isLike(pattern.slots(), schedule.slots())
        && pattern.target().equals(schedule.target())
        && Objects.equals(pattern.payload(), schedule.payload())
        && pattern.policies().equals(schedule.policies())
        && pattern.owner().equals(schedule.owner())
        && pattern.description().equals(schedule.description())
        && Objects.equals(pattern.statusReason(), schedule.statusReason());
  }

  private static boolean isLike(Slots pattern, Slots slots) {
    boolean timing =
        pattern.timing() instanceof Interval interval
            ? slots.timing() instanceof Interval other && interval.every().equals(other.every())
            : pattern.timing().equals(slots.timing());
    return timing
        && pattern.intervalFrom() == slots.intervalFrom()
        && pattern.window().equals(slots.window())
        && pattern.jitter().equals(slots.jitter());
  }
}
