package dev.carillon.simulator.store;

import java.time.Instant;
import java.util.Comparator;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Things with an id that are due at a moment, shard by shard, in the order of (due, id). */
final class DueIndex {

  private static final Comparator<Due> ORDER =
      Comparator.comparing(Due::at).thenComparing(Due::id, Ids.ORDER);

  private final NavigableSet<Due>[] shards;

  /** A moment, and what is due then. */
  record Due(Instant at, UUID id) {}

  @SuppressWarnings("unchecked") // Java has no arrays of generic types; nothing else writes here.
  DueIndex(int shardCount) {
    shards =
        IntStream.range(0, shardCount)
            .mapToObj(_ -> new TreeSet<>(ORDER))
            .toArray(NavigableSet[]::new);
  }

  void move(int shard, UUID id, @Nullable Instant from, @Nullable Instant to) {
    if (from != null) {
      shards[shard].remove(new Due(from, id));
    }
    if (to != null) {
      shards[shard].add(new Due(to, id));
    }
  }

  NavigableSet<Due> all(int shard) {
    return shards[shard];
  }

  /** The first moment after the given one at which something is due, or null. */
  @Nullable Instant firstAfter(int shard, Instant moment) {
    Due next = shards[shard].higher(new Due(moment, new UUID(-1, -1)));
    return next == null ? null : next.at();
  }
}
