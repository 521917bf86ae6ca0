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

  private final Map<Integer, ArrayDeque<T>> byOrg = new LinkedHashMap<>();
  private int size;

  void add(int org, T item) {
    byOrg.computeIfAbsent(org, _ -> new ArrayDeque<>()).addLast(item);
    size++;
  }

  /** Puts an item back in front of its organization's others. */
  void addFirst(int org, T item) {
    byOrg.computeIfAbsent(org, _ -> new ArrayDeque<>()).addFirst(item);
    size++;
  }

  /** The next item of the organization whose turn it is, among those that may go on; or null. */
  @Nullable T poll(IntPredicate mayGoOn) {
    Iterator<Map.Entry<Integer, ArrayDeque<T>>> orgs = byOrg.entrySet().iterator();
    while (orgs.hasNext()) {
      Map.Entry<Integer, ArrayDeque<T>> turn = orgs.next();
      if (mayGoOn.test(turn.getKey())) {
        orgs.remove();
        T item = turn.getValue().removeFirst();
        size--;
        if (!turn.getValue().isEmpty()) {
          byOrg.put(turn.getKey(), turn.getValue());
        }
        return item;
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
