package dev.carillon.server.store;

import dev.carillon.server.store.PastStretch.Mark;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The stretches that were looked up last; about a megabyte each. Safe for all threads. */
final class PastStretches {

  private static final int MOST = 16;

  private final Deque<PastStretch> newest = new ArrayDeque<>();

  synchronized @Nullable PastStretch around(int orgId, boolean down, Mark place) {
    for (PastStretch stretch : newest) {
      if (stretch.orgId() == orgId && stretch.down() == down && stretch.around(place)) {
        return stretch;
      }
    }
    return null;
  }

  synchronized void keep(PastStretch stretch) {
    if (!stretch.marks().isEmpty()) {
      newest.addFirst(stretch);
    }
    if (newest.size() > MOST) {
      newest.removeLast();
    }
  }
}
