package dev.carillon.engine.dispatch;

import dev.carillon.engine.store.RunStore.SlotClaim;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Slots whose note is written, each until its moment has come or it is given up. */
final class Noted {

  /** A slot, what was claimed of it, and the number of the note that names it. */
  record Slot(Entry entry, SlotClaim claim, long note) {}

  private record Alarm(long dueMicros, long order, Slot slot) implements Comparable<Alarm> {
    @Override
    public int compareTo(Alarm other) {
      int byTime = Long.compare(dueMicros, other.dueMicros);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  private final PriorityQueue<Alarm> alarms = new PriorityQueue<>();
  private long added;

  void add(Slot slot) {
    alarms.add(new Alarm(DatabaseTime.micros(slot.claim().dueAt()), added++, slot));
  }

  boolean isEmpty() {
    return alarms.isEmpty();
  }

  /** The next slot that is due by then, or null. */
  @Nullable Slot takeDue(long nowMicros) {
    Alarm alarm = alarms.peek();
    if (alarm == null || alarm.dueMicros() > nowMicros) {
      return null;
    }
    alarms.remove();
    return alarm.slot();
  }

  /** When the next slot is due; the largest long for never. */
  long nextDueMicros() {
    Alarm alarm = alarms.peek();
    return alarm == null ? Long.MAX_VALUE : alarm.dueMicros();
  }

  /** Gives up the slot of this entry; there are few, and it is rarely asked for. */
  Slot take(Entry entry) {
    Alarm found =
        alarms.stream().filter(alarm -> alarm.slot().entry() == entry).findFirst().orElseThrow();
    alarms.remove(found);
    return found.slot();
  }

  List<Slot> takeAll() {
    List<Slot> all = alarms.stream().map(Alarm::slot).toList();
    alarms.clear();
    return all;
  }
}
