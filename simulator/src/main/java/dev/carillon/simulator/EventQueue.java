package dev.carillon.simulator;

import java.util.Comparator;
import java.util.PriorityQueue;

/** What will happen, in the order of virtual time; chance decides among equals. */
final class EventQueue {

  private final PriorityQueue<Event> events =
      new PriorityQueue<>(
          Comparator.comparingLong(Event::at)
              .thenComparingLong(Event::tieBreak)
              .thenComparingLong(Event::number));
  private final Dice dice;
  private long now;
  private long count;

  private record Event(long at, long tieBreak, long number, Runnable action) {}

  EventQueue(Dice dice) {
    this.dice = dice;
  }

  /** Nanoseconds since the world began. */
  long now() {
    return now;
  }

  void at(long nanos, Runnable action) {
    count++;
    events.add(new Event(Math.max(now, nanos), dice.bits(), count, action));
  }

  void in(long nanos, Runnable action) {
    at(now + nanos, action);
  }

  /** Lets everything happen that is to happen by then. */
  void runUntil(long end) {
    for (Event next = events.peek(); next != null && next.at() <= end; next = events.peek()) {
      events.remove();
      now = next.at();
      next.action().run();
    }
    now = end;
  }

  long happened() {
    return count - events.size();
  }
}
