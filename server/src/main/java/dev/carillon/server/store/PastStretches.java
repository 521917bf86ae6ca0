package dev.carillon.server.store;

import dev.carillon.server.store.PastStretch.Mark;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The stretches that were looked up last; about two megabytes each. Safe for all threads. */
final class PastStretches {

  private static final int MOST = 16;

  /**
   * @param whole all that the look found
   * @param past the part of it that holds
   * @param lookedAt when the look ended
   * @param renewed whether the same has been looked at again
   * @param followed whether what lies behind it has been looked at
   */
  record Kept(
      PastRuns.Key key,
      PastStretch whole,
      PastStretch past,
      long lookedAt,
      AtomicBoolean renewed,
      AtomicBoolean followed) {

    /** Whether the page that ends there is among the last quarter, and more lies behind all. */
    boolean isNearlyOver(Mark end, int most) {
      int size = past.marks().size();
      return whole.marks().size() == most
          && past.marks().getLast().equals(whole.marks().getLast())
          && past.marks().get(size - 1 - size / 4).compareTo(end) <= 0;
    }
  }

  private final LookRoom room;
  private final Deque<Kept> newest = new ArrayDeque<>();

  PastStretches(LookRoom room) {
    this.room = room;
  }

  /** The part of a stretch that holds. */
  synchronized @Nullable Kept around(int orgId, boolean down, Mark place) {
    for (Kept kept : newest) {
      if (kept.past().covers(orgId, down, place)) {
        return kept;
      }
    }
    return null;
  }

  /** A stretch that somebody has just looked up. */
  synchronized @Nullable PastStretch recent(int orgId, boolean down, Mark place) {
    for (Kept kept : newest) {
      if (kept.whole().covers(orgId, down, place) && !isOlder(kept, LongLooks.RECENT)) {
        return kept.whole();
      }
    }
    return null;
  }

  boolean isOlder(Kept kept, Duration age) {
    return room.nanos() - kept.lookedAt() > age.toNanos();
  }

  synchronized void keep(PastRuns.Key key, PastStretch whole) {
    if (!whole.marks().isEmpty()) {
      newest.addFirst(
          new Kept(
              key, whole, whole.past(), room.nanos(), new AtomicBoolean(), new AtomicBoolean()));
    }
    if (newest.size() > MOST) {
      newest.removeLast();
    }
  }
}
