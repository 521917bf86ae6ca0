package dev.carillon.engine.dispatch;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The notes this node wrote before it began slots.
 *
 * <p>A note must outlive all its runs, until each is settled or written down as open: it is what an
 * heir finds. Thrown away too late it costs a row; too early, a slot could start twice.
 *
 * <p>A note whose writing was not answered may still be written after it was thrown away. It would
 * stay as long as the node, and at its death name runs that ended long ago. So it is thrown away
 * once more when no statement sent before can still be under way.
 */
final class Notes {

  /** More than the longest statement the store allows, 30 s. */
  private static final long DOUBT = Duration.ofSeconds(40).toNanos();

  private record Doubtful(long batch, long untilNanos) {}

  private final Map<Long, Integer> underWay = new HashMap<>();
  private final List<Long> finished = new ArrayList<>();
  private final ArrayDeque<Doubtful> doubtful = new ArrayDeque<>();
  private long last;

  long open() {
    return ++last;
  }

  /** So many runs of the note have begun; with none, it is finished at once. */
  void begun(long batch, int runs) {
    if (runs == 0) {
      finished.add(batch);
    } else {
      underWay.put(batch, runs);
    }
  }

  /** Nobody knows whether the note was written, or will be yet; no run of it has begun. */
  void doubt(long batch, long nanos) {
    finished.add(batch);
    doubtful.addLast(new Doubtful(batch, nanos + DOUBT));
  }

  /** One run of the note needs it no longer. */
  void done(long batch) {
    Integer left = underWay.computeIfPresent(batch, (_, runs) -> runs - 1);
    if (left != null && left == 0) {
      underWay.remove(batch);
      finished.add(batch);
    }
  }

  /** Takes up doubtful notes whose time has come, and says when the next one's comes. */
  long recall(long nanos) {
    while (!doubtful.isEmpty() && doubtful.peekFirst().untilNanos() <= nanos) {
      finished.add(doubtful.removeFirst().batch());
    }
    return doubtful.isEmpty() ? Long.MAX_VALUE : doubtful.peekFirst().untilNanos();
  }

  int finishedCount() {
    return finished.size();
  }

  List<Long> takeFinished() {
    List<Long> taken = List.copyOf(finished);
    finished.clear();
    return taken;
  }

  void putBack(List<Long> batches) {
    finished.addAll(batches);
  }
}
