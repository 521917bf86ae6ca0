package dev.carillon.engine.dispatch;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Items by the moment each waits for; those of one moment in the order they came.
 *
 * <p>Moments mostly come in their own order: those of a reading, of a note, of attempts that
 * started one after the other. They wait in line, and only the others are sorted, since putting
 * each in its place and taking it out again was a tenth of the dispatcher's time.
 */
final class Alarms<T> {

  private record Alarm<T>(long at, long order, T item) implements Comparable<Alarm<T>> {

    boolean isBefore(Alarm<T> other) {
      return at < other.at || (at == other.at && order < other.order);
    }

    @Override
    public int compareTo(Alarm<T> other) {
      int byTime = Long.compare(at, other.at);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  private final ArrayDeque<Alarm<T>> inOrder = new ArrayDeque<>();
  private final PriorityQueue<Alarm<T>> others = new PriorityQueue<>();
  private long added;

  void add(long at, T item) {
    Alarm<T> alarm = new Alarm<>(at, added++, item);
    Alarm<T> last = inOrder.peekLast();
    if (last == null || last.at() <= at) {
      inOrder.addLast(alarm);
    } else {
      others.add(alarm);
    }
  }

  boolean isEmpty() {
    return inOrder.isEmpty() && others.isEmpty();
  }

  /** The moment of the first item; the largest long when there is none. */
  long firstAt() {
    Alarm<T> first = firstAlarm();
    return first == null ? Long.MAX_VALUE : first.at();
  }

  /** The item with the first moment, or null. */
  @Nullable T first() {
    Alarm<T> first = firstAlarm();
    return first == null ? null : first.item();
  }

  /** Takes out the item with the first moment. */
  void removeFirst() {
    if (firstInOrder()) {
      inOrder.removeFirst();
    } else {
      others.remove();
    }
  }

  private @Nullable Alarm<T> firstAlarm() {
    return firstInOrder() ? inOrder.peekFirst() : others.peek();
  }

  private boolean firstInOrder() {
    Alarm<T> line = inOrder.peekFirst();
    Alarm<T> other = others.peek();
    return other == null || (line != null && line.isBefore(other));
  }

  /** Takes out all items of which this holds, in no order; a walk through all of them. */
  List<T> removeIf(Predicate<T> condition) {
    List<T> removed = new ArrayList<>();
    Predicate<Alarm<T>> noting =
        alarm -> {
          boolean goes = condition.test(alarm.item());
          if (goes) {
            removed.add(alarm.item());
          }
          return goes;
        };
    inOrder.removeIf(noting);
    others.removeIf(noting);
    return removed;
  }
}
