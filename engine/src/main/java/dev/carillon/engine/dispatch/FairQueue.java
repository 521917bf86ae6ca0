package dev.carillon.engine.dispatch;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * First come, first served within an organization; turn by turn between organizations. So one with
 * a million due slots delays the others by one slot each, not by a million.
 */
final class FairQueue<T> {

  /** The items of one organization. */
  private static final class Line<T> {

    private final int org;
    private final ArrayDeque<T> items = new ArrayDeque<>();

    Line(int org) {
      this.org = org;
    }
  }

  /** Those with items, in the order of their turns. */
  private final Map<Integer, Line<T>> lines = new LinkedHashMap<>();

  /** The line that was added to last, while it has items: mostly that of the next item, too. */
  private @Nullable Line<T> latest;

  private int size;

  void add(int org, T item) {
    line(org).items.addLast(item);
    size++;
  }

  /** Puts an item back in front of its organization's others. */
  void addFirst(int org, T item) {
    line(org).items.addFirst(item);
    size++;
  }

  private Line<T> line(int org) {
    Line<T> line = latest;
    if (line == null || line.org != org) {
      line = lines.computeIfAbsent(org, Line::new);
      latest = line;
    }
    return line;
  }

  /** The next item of the organization whose turn it is, among those that may go on; or null. */
  @Nullable T poll(IntPredicate mayGoOn) {
    Line<T> turn = nextTurn(mayGoOn);
    if (turn == null) {
      return null;
    }
    T item = turn.items.removeFirst();
    size--;
    boolean spent = turn.items.isEmpty();
    if (spent && latest == turn) {
      latest = null;
    }
    if (spent || lines.size() > 1) {
      lines.remove(turn.org);
    }
    if (!spent) {
      lines.putIfAbsent(turn.org, turn);
    }
    return item;
  }

  private @Nullable Line<T> nextTurn(IntPredicate mayGoOn) {
    Iterator<Line<T>> turns = lines.values().iterator();
    while (turns.hasNext()) {
      Line<T> turn = turns.next();
      if (mayGoOn.test(turn.org)) {
        return turn;
      }
    }
    return null;
  }

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }
}
