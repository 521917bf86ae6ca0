package dev.carillon.engine.dispatch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The notes this node wrote before it began slots.
 *
 * <p>A note must outlive all its runs, until each is settled or written down as open: it is what an
 * heir finds. Thrown away too late it costs a row; too early, a slot could start twice.
 */
final class Notes {

  private final Map<Long, Integer> underWay = new HashMap<>();
  private final List<Long> finished = new ArrayList<>();
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

  /** One run of the note needs it no longer. */
  void done(long batch) {
    Integer left = underWay.computeIfPresent(batch, (_, runs) -> runs - 1);
    if (left != null && left == 0) {
      underWay.remove(batch);
      finished.add(batch);
    }
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
