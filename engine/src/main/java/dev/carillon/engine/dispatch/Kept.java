package dev.carillon.engine.dispatch;

import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.store.RunStore.Sighting;
import dev.carillon.engine.timing.Interval;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A definition as it is kept in memory: what is its own, and a pattern that it shares with others.
 *
 * <p>Fleets have few rules and many schedules. In parts, one takes a third of what it takes as a
 * {@link Schedule}, which is made anew for whoever asks.
 */
final class Kept {

  /**
   * This object, the array of its name, its id and its entry in the map, reckoned by their fields:
   * 56, 16, 24 and 40 bytes, and what they are rounded up to.
   */
  private static final int OWN_BYTES = 144;

  private final Schedule pattern;
  private final byte[] name;
  private final long version;
  private final long createdAt;
  private final long updatedAt;

  /** Of an interval; otherwise 0. */
  private final long anchor;

  private final int weight;

  /** A second of the node's clock. */
  int usedAt;

  /** The schedule's timer, if it has ever rested here. */
  @Nullable Rest rest;

  /**
   * @param patternBytes what the pattern takes if it is this definition's alone; otherwise 0
   */
  Kept(Schedule schedule, Schedule pattern, int patternBytes) {
    this.pattern = pattern;
    this.name = schedule.name().getBytes(StandardCharsets.UTF_8);
    this.version = schedule.version();
    this.createdAt = DatabaseTime.micros(schedule.createdAt());
    this.updatedAt = DatabaseTime.micros(schedule.updatedAt());
    this.anchor =
        schedule.slots().timing() instanceof Interval interval
            ? DatabaseTime.micros(interval.anchor())
            : 0;
    this.weight = OWN_BYTES + name.length + patternBytes;
  }

  boolean is(long other) {
    return version == other;
  }

  int weight() {
    return weight;
  }

  /** The timer that rests here, which then no longer does, or null. */
  @Nullable Sighting wake(UUID id) {
    return rest == null ? null : rest.wake(id, pattern.orgId(), version);
  }

  Schedule of(UUID id) {
    Instant created = DatabaseTime.instant(createdAt);
    return new Schedule(
        id,
        pattern.orgId(),
        new String(name, StandardCharsets.UTF_8),
        pattern.description(),
        pattern.slots().anchoredAt(DatabaseTime.instant(anchor)),
        pattern.target(),
        pattern.payload(),
        pattern.policies(),
        pattern.owner(),
        pattern.status(),
        pattern.statusReason(),
        version,
        created,
        updatedAt == createdAt ? created : DatabaseTime.instant(updatedAt));
  }
}
