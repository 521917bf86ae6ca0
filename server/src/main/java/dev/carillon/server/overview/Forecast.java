package dev.carillon.server.overview;

import dev.carillon.engine.schedule.Slots;
import dev.carillon.server.store.Ahead;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * What will begin in the time ahead, by the timing rules, if every run takes no time and nothing is
 * changed. Bounded: a schedule that fires every second would fill an hour by itself.
 *
 * @param slots in the order of time
 * @param until all that begin before this are there
 */
record Forecast(List<Slot> slots, Instant until) {

  /**
   * One beginning.
   *
   * @param slot by the timing
   * @param at when it is due: the slot and its jitter
   */
  record Slot(Ahead schedule, Instant slot, Instant at) {}

  Forecast {
    slots = List.copyOf(slots);
  }

  /**
   * @param ahead all that are due before {@code to}; of those that are about to begin, what follows
   * @param most slots
   */
  static Forecast of(List<Ahead> ahead, Instant from, Instant to, int most) {
    PriorityQueue<Slot> queue = new PriorityQueue<>(Comparator.comparing(Slot::at));
    ahead.forEach(schedule -> queue.add(new Slot(schedule, schedule.slotAt(), schedule.dueAt())));
    List<Slot> slots = new ArrayList<>();
    while (slots.size() < most) {
      Slot soonest = queue.poll();
      if (soonest == null) {
        return new Forecast(slots, to);
      }
      if (!soonest.at().isBefore(from)) {
        slots.add(soonest);
      }
      Slot next = following(soonest);
      if (next != null && next.at().isBefore(to)) {
        queue.add(next);
      }
    }
    Slot left = queue.peek();
    return new Forecast(slots, left == null ? to : left.at());
  }

  private static @Nullable Slot following(Slot slot) {
    Slots rule = slot.schedule().slots();
    Instant next = rule.following(slot.slot(), slot.at());
    return next == null
        ? null
        : new Slot(slot.schedule(), next, rule.dueAt(slot.schedule().scheduleId(), next));
  }
}
