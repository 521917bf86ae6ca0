package dev.carillon.engine.store;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The buckets of time by which the agenda names timers.
 *
 * <p>A timer that is due has a name in the agenda, in the bucket its due time lies in. Whoever
 * moves a timer into another bucket names it there in the same transaction. Names that timers have
 * moved on from stay behind until {@link RunStore#tidy}.
 */
public final class Agenda {

  /**
   * Narrow enough that a bucket's timers fit into memory well before they are due, and wide enough
   * that those of one batch of completions mostly share one.
   */
  public static final Duration WIDTH = Duration.ofSeconds(2);

  private static final long WIDTH_SECONDS = WIDTH.toSeconds();

  private Agenda() {}

  public static long bucketOf(Instant moment) {
    return Math.floorDiv(moment.getEpochSecond(), WIDTH_SECONDS);
  }

  public static Instant beginningOf(long bucket) {
    return Instant.ofEpochSecond(bucket * WIDTH_SECONDS);
  }

  /** The bucket a timer is to be named in when it moves, or null when its name can stay. */
  static @Nullable Long newBucket(@Nullable Instant dueBefore, @Nullable Instant dueAfter) {
    if (dueAfter == null) {
      return null;
    }
    long bucket = bucketOf(dueAfter);
    return dueBefore != null && bucketOf(dueBefore) == bucket ? null : bucket;
  }

  /** The shards as the agenda has them: one bit each. */
  static long mask(Iterable<Integer> shards) {
    long mask = 0;
    for (int shard : shards) {
      mask |= 1L << shard;
    }
    return mask;
  }
}
