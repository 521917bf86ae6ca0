package dev.carillon.engine.dispatch;

import dev.carillon.engine.schedule.Schedule;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Definitions read before, within a budget of bytes. A million ordinary ones take about 150 MB, see
 * {@link Kept}.
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

  private static final long A_WHILE = Duration.ofMinutes(5).toSeconds();

  private final long budgetBytes;
  private final LinkedHashMap<UUID, Kept> kept = new LinkedHashMap<>(1024, 0.75f, true);
  private final Patterns patterns = new Patterns();
  private long bytes;

  Definitions(long budgetBytes) {
    this.budgetBytes = budgetBytes;
  }

  @Nullable Schedule find(UUID scheduleId, long version, long nanos) {
    Kept found = kept.get(scheduleId);
    if (found == null || !found.is(version)) {
      return null;
    }
    found.usedAt = seconds(nanos);
    return found.of(scheduleId);
  }

  void put(Schedule schedule, long nanos) {
    remove(schedule.id());
    Kept next = patterns.keep(schedule);
    var oldest = kept.entrySet().iterator();
    while (bytes + next.weight() > budgetBytes && oldest.hasNext()) {
      Map.Entry<UUID, Kept> candidate = oldest.next();
      if (seconds(nanos) - candidate.getValue().usedAt < A_WHILE) {
        return;
      }
      bytes -= candidate.getValue().weight();
      oldest.remove();
    }
    if (bytes + next.weight() <= budgetBytes) {
      next.usedAt = seconds(nanos);
      kept.put(schedule.id(), next);
      bytes += next.weight();
    }
  }

  int size() {
    return kept.size();
  }

  private void remove(UUID scheduleId) {
    Kept before = kept.remove(scheduleId);
    if (before != null) {
      bytes -= before.weight();
    }
  }

  /** Of a clock that may begin anywhere; only differences count. */
  private static int seconds(long nanos) {
    return (int) (nanos / 1_000_000_000);
  }
}
