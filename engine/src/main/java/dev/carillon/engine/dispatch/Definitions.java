package dev.carillon.engine.dispatch;

import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.RunStore.Sighting;
import java.time.Duration;
import java.time.Instant;
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
 *
 * <p>Beside a definition its timer may {@linkplain Rest rest}, within a budget of its own.
 */
final class Definitions {

  private static final long A_WHILE = Duration.ofMinutes(5).toSeconds();

  private final long budgetBytes;
  private final LinkedHashMap<UUID, Kept> kept = new LinkedHashMap<>(1024, 0.75f, true);
  private final Patterns patterns = new Patterns();
  private final long restBudgetBytes;
  private long bytes;
  private long restBytes;

  Definitions(long budgetBytes, long restBudgetBytes) {
    this.budgetBytes = budgetBytes;
    this.restBudgetBytes = restBudgetBytes;
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
      weighLess(candidate.getValue());
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
      weighLess(before);
    }
  }

  private void weighLess(Kept gone) {
    bytes -= gone.weight();
    if (gone.rest != null) {
      restBytes -= Rest.BYTES;
    }
  }

  /** True when timers have rested here, so that it is worth asking for them. */
  boolean anyRest() {
    return restBytes > 0;
  }

  /**
   * Lets a timer rest beside its definition, if that is kept and there is room.
   *
   * @param ran the slot whose run left the timer like this
   */
  void rest(Timer timer, Instant ran, long place, long changes) {
    Kept beside = kept.get(timer.scheduleId());
    if (beside == null || !beside.is(timer.version())) {
      return;
    }
    Rest rest = beside.rest;
    if (rest == null) {
      if (restBytes + Rest.BYTES > restBudgetBytes) {
        return;
      }
      rest = new Rest();
      beside.rest = rest;
      restBytes += Rest.BYTES;
    }
    rest.lie(timer, ran, place, changes);
  }

  /** The timer that rests here, or null; {@link #wake} takes it out. */
  @Nullable Rest resting(UUID scheduleId) {
    Kept beside = kept.get(scheduleId);
    Rest rest = beside == null ? null : beside.rest;
    return rest != null && rest.asleep() ? rest : null;
  }

  /** Takes out the timer that rests here, if there is one: whoever has it is the only one. */
  @Nullable Sighting wake(UUID scheduleId) {
    Kept beside = kept.get(scheduleId);
    return beside == null ? null : beside.wake(scheduleId);
  }

  /** Of a clock that may begin anywhere; only differences count. */
  private static int seconds(long nanos) {
    return (int) (nanos / 1_000_000_000);
  }
}
