package dev.carillon.engine.dispatch;

import dev.carillon.engine.schedule.Schedule;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Definitions read before, within a budget of bytes.
 *
 * <p>When the budget is used up, a further definition is kept only in the place of one that nobody
 * has asked for in a while. Of more schedules than fit, each coming by in its turn, some are then
 * found again and the others die young; the most recently used ones would all be thrown out before
 * their next turn, and the collector would have to move each of them first.
 *
 * <p>A timer names the version it was planned by, so an outdated definition is never used: it is
 * simply not found.
 */
final class Definitions {

  /** What a definition takes besides its payload: an estimate, not a measurement. */
  private static final long ORDINARY_BYTES = 900;

  private static final long A_WHILE = Duration.ofMinutes(5).toNanos();

  private static final class Kept {
    final Schedule schedule;
    long usedAt;

    Kept(Schedule schedule, long usedAt) {
      this.schedule = schedule;
      this.usedAt = usedAt;
    }
  }

  private final long budgetBytes;
  private final LinkedHashMap<UUID, Kept> kept = new LinkedHashMap<>(1024, 0.75f, true);
  private long bytes;

  Definitions(long budgetBytes) {
    this.budgetBytes = budgetBytes;
  }

  @Nullable Schedule find(UUID scheduleId, long version, long nanos) {
    Kept found = kept.get(scheduleId);
    if (found == null || found.schedule.version() != version) {
      return null;
    }
    found.usedAt = nanos;
    return found.schedule;
  }

  void put(Schedule schedule, long nanos) {
    remove(schedule.id());
    long needed = weight(schedule);
    var oldest = kept.entrySet().iterator();
    while (bytes + needed > budgetBytes && oldest.hasNext()) {
      Map.Entry<UUID, Kept> candidate = oldest.next();
      if (nanos - candidate.getValue().usedAt < A_WHILE) {
        return;
      }
      bytes -= weight(candidate.getValue().schedule);
      oldest.remove();
    }
    if (bytes + needed <= budgetBytes) {
      kept.put(schedule.id(), new Kept(schedule, nanos));
      bytes += needed;
    }
  }

  private void remove(UUID scheduleId) {
    Kept before = kept.remove(scheduleId);
    if (before != null) {
      bytes -= weight(before.schedule);
    }
  }

  private static long weight(Schedule schedule) {
    String payload = schedule.payload();
    return payload == null ? ORDINARY_BYTES : ORDINARY_BYTES + payload.length();
  }
}
