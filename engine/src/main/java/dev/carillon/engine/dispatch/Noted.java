package dev.carillon.engine.dispatch;

import dev.carillon.engine.store.RunStore.SlotClaim;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Slots whose note is written, each until its moment has come or it is given up. */
final class Noted {

  /** A slot, what was claimed of it, and the number of the note that names it. */
  record Slot(Entry entry, SlotClaim claim, long note) {}

  private final Alarms<Slot> alarms = new Alarms<>();

  void add(Slot slot) {
    alarms.add(DatabaseTime.micros(slot.claim().dueAt()), slot);
  }

  boolean isEmpty() {
    return alarms.isEmpty();
  }

  /** The next slot that is due by then, or null. */
  @Nullable Slot takeDue(long nowMicros) {
    if (alarms.firstAt() > nowMicros) {
      return null;
    }
    Slot slot = alarms.first();
    if (slot != null) {
      alarms.removeFirst();
    }
    return slot;
  }

  /** When the next slot is due; the largest long for never. */
  long nextDueMicros() {
    return alarms.firstAt();
  }

  /** Gives up the slot of this entry; there are few, and it is rarely asked for. */
  Slot take(Entry entry) {
    return alarms.removeIf(slot -> slot.entry() == entry).getFirst();
  }

  List<Slot> takeAll() {
    return alarms.removeIf(_ -> true);
  }
}
