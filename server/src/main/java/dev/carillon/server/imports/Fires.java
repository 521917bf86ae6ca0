package dev.carillon.server.imports;

import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.timing.Interval;
import dev.carillon.engine.timing.Preview;
import dev.carillon.engine.timing.PreviewSlot;
import dev.carillon.server.web.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The next slots of an imported schedule, held against what the source says. */
final class Fires {

  private static final int COUNT = 5;

  private Fires() {}

  static List<Instant> of(Schedule schedule, Instant now) {
    return Preview.of(
            schedule.slots().timing(), schedule.slots().window(), ZoneOffset.UTC, now, COUNT)
        .slots()
        .stream()
        .map(PreviewSlot::at)
        .toList();
  }

  /**
   * What to say when the source would run it at another moment than we do; null when they agree.
   *
   * @param next when the source would run it next
   */
  static @Nullable String difference(
      Schedule schedule, List<Instant> fires, @Nullable Instant next, Instant now) {
    if (next == null || !next.isAfter(now) || fires.isEmpty()) {
      return null;
    }
    // A cron slot is a whole second, and sources may add milliseconds to theirs.
    Duration apart =
        schedule.slots().timing() instanceof Interval
            ? schedule.slots().jitter()
            : schedule.slots().jitter().plusMillis(999);
    boolean agrees =
        fires.stream().anyMatch(at -> !next.isBefore(at) && !next.isAfter(at.plus(apart)));
    if (agrees) {
      return null;
    }
    return schedule.slots().timing() instanceof Interval
        ? "the source runs it next at %s; an interval counts from the moment it is resumed here"
            .formatted(Json.instant(next))
        : "the source runs it next at %s, and its timing says %s: check the time zone"
            .formatted(Json.instant(next), Json.instant(fires.getFirst()));
  }
}
