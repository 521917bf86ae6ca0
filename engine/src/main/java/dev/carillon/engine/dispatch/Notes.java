package dev.carillon.engine.dispatch;

import dev.carillon.engine.store.RunStore.SlotClaim;
import java.time.Duration;
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
 * <p>A note whose writing was not answered may still be written. Thrown away too early it would
 * stay as long as the node, and at its death name runs that ended long ago. So it is thrown away
 * when no statement sent before can still be under way.
 */
final class Notes {

  /** More than the longest statement the store allows, 30 s. */
  private static final long DOUBT = Duration.ofSeconds(40).toNanos();

  /** A note that may or may not be written, and what it names. */
  record Doubtful(long batch, List<SlotClaim> claims, long untilNanos) {
    Doubtful {
      claims = List.copyOf(claims);
    }
  }

  private final Map<Long, Integer> underWay = new HashMap<>();
  private final List<Long> finished = new ArrayList<>();
  private final List<Doubtful> doubtful = new ArrayList<>();
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
  void doubt(long batch, List<SlotClaim> claims, long nanos) {
    doubtful.add(new Doubtful(batch, claims, nanos + DOUBT));
  }

  /** One run of the note needs it no longer. */
  void done(long batch) {
    Integer left = underWay.computeIfPresent(batch, (_, runs) -> runs - 1);
    if (left != null && left == 0) {
      underWay.remove(batch);
      finished.add(batch);
    }
  }

  /** When the first doubtful note can be thrown away; the largest long when there is none. */
  long recallAt() {
    return doubtful.isEmpty() ? Long.MAX_VALUE : doubtful.getFirst().untilNanos();
  }

  /** The first doubtful note, which is finished now. */
  Doubtful recall() {
    Doubtful first = doubtful.removeFirst();
    finished.add(first.batch());
    return first;
  }

  /** What doubtful notes name of this shard; the caller answers for it from now on. */
  List<SlotClaim> takeDoubts(int shard) {
    List<SlotClaim> taken = new ArrayList<>();
    doubtful.replaceAll(note -> {
      taken.addAll(note.claims().stream().filter(claim -> claim.shard() == shard).toList());
      return new Doubtful(
          note.batch(),
          note.claims().stream().filter(claim -> claim.shard() != shard).toList(),
          note.untilNanos());
    });
    return taken;
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
