package dev.carillon.engine.dispatch;

import dev.carillon.engine.schedule.Schedule;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Definitions read before, the most recently used ones, within a budget of bytes.
 *
 * <p>A timer names the version it was planned by, so an outdated definition is never used: it is
 * simply not found.
 */
final class Definitions {

  /** What a definition takes besides its payload: an estimate, not a measurement. */
  private static final long ORDINARY_BYTES = 900;

  private final long budgetBytes;
  private final LinkedHashMap<UUID, Schedule> recent = new LinkedHashMap<>(1024, 0.75f, true);
  private long bytes;

  Definitions(long budgetBytes) {
    this.budgetBytes = budgetBytes;
  }

  @Nullable Schedule find(UUID scheduleId, long version) {
    Schedule schedule = recent.get(scheduleId);
    return schedule != null && schedule.version() == version ? schedule : null;
  }

  void put(Schedule schedule) {
    Schedule before = recent.put(schedule.id(), schedule);
    bytes += weight(schedule) - (before == null ? 0 : weight(before));
    var oldest = recent.entrySet().iterator();
    while (bytes > budgetBytes && oldest.hasNext()) {
      Map.Entry<UUID, Schedule> entry = oldest.next();
      bytes -= weight(entry.getValue());
      oldest.remove();
    }
  }

  private static long weight(Schedule schedule) {
    String payload = schedule.payload();
    return payload == null ? ORDINARY_BYTES : ORDINARY_BYTES + payload.length();
  }
}
