package dev.carillon.server.overview;

import dev.carillon.server.store.Overviews.Bucket;
import dev.carillon.server.web.Json;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;

/** Runs that ended, minute by minute, and how late they had begun. */
final class Throughput {

  private static final int MINUTES = 60;

  private Throughput() {}

  /** The last hour, the minute that has just begun included; minutes without runs too. */
  static void write(List<Bucket> buckets, Instant now, ArrayNode into) {
    Map<Instant, List<Bucket>> byMinute = new HashMap<>();
    buckets.forEach(
        bucket -> byMinute.computeIfAbsent(bucket.minute(), _ -> new ArrayList<>()).add(bucket));
    Instant first = now.truncatedTo(ChronoUnit.MINUTES).minus(MINUTES - 1L, ChronoUnit.MINUTES);
    for (int i = 0; i < MINUTES; i++) {
      Instant minute = first.plus(i, ChronoUnit.MINUTES);
      List<Bucket> some = byMinute.getOrDefault(minute, List.of());
      into.addObject()
          .put("at", Json.instant(minute))
          .put("success", some.stream().mapToLong(Bucket::success).sum())
          .put("error", some.stream().mapToLong(Bucket::error).sum())
          .put("timeout", some.stream().mapToLong(Bucket::timeout).sum())
          .put("skipped", some.stream().mapToLong(Bucket::skipped).sum())
          .put("lateness_p50_ms", lateness(some, 0.50))
          .put("lateness_p99_ms", lateness(some, 0.99));
    }
  }

  /**
   * How late at most this share of the runs began, or null when none did. Within a bucket, runs are
   * taken to lie evenly between its bounds.
   *
   * @param buckets in the order of their lateness
   */
  static @Nullable Long lateness(List<Bucket> buckets, double share) {
    List<Bucket> began = buckets.stream().filter(Bucket::began).toList();
    long all = began.stream().mapToLong(Throughput::runs).sum();
    if (all == 0) {
      return null;
    }
    double wanted = share * all;
    double below = 0;
    for (Bucket bucket : began) {
      long runs = runs(bucket);
      if (below + runs >= wanted && runs > 0) {
        double part = (wanted - below) / runs;
        long width = bucket.mostMillis() - bucket.leastMillis();
        return bucket.leastMillis() + (long) (part * (width - 1));
      }
      below += runs;
    }
    return began.getLast().mostMillis();
  }

  private static long runs(Bucket bucket) {
    return bucket.success() + bucket.error() + bucket.timeout() + bucket.skipped();
  }
}
