package dev.carillon.engine.schedule;

import java.time.Duration;

/**
 * The rules a schedule lives by.
 *
 * @param totalRepeats slots to carry out before the schedule is done; 0 is without end
 * @param maxRetries further attempts of one run after its first
 * @param retryDelay base of the backoff for cron and once; an interval uses its own length
 * @param timeout longest duration of one attempt
 * @param maxFailures runs that fail for good in a row before {@code onMaxFailures}; 0 is never
 * @param startingDeadline how late a slot may be and still start
 * @param backfillLimit most slots that {@link CatchUp#ALL} runs after an outage
 */
public record Policies(
    int totalRepeats,
    int maxRetries,
    Duration retryDelay,
    Duration timeout,
    int maxFailures,
    OnMaxFailures onMaxFailures,
    Overlap overlap,
    CatchUp catchUp,
    Duration startingDeadline,
    int backfillLimit) {

  private static final Duration LONGEST = Duration.ofDays(366);

  public Policies {
    atLeastZero("total_repeats", totalRepeats);
    atLeastZero("max_retries", maxRetries);
    atLeastZero("max_failures", maxFailures);
    atLeastZero("backfill_limit", backfillLimit);
    within("retry_delay_seconds", retryDelay, Duration.ZERO);
    within("timeout_seconds", timeout, Duration.ofMillis(1));
    within("starting_deadline_seconds", startingDeadline, Duration.ZERO);
  }

  /** The defaults of a target's kind; they differ because the uses do. */
  public static Policies defaultsFor(TargetKind kind) {
    return switch (kind) {
      case WORKFLOW -> defaults(3, 1, OnMaxFailures.DEAD, 600, Overlap.SKIP, CatchUp.LATEST);
      case GRAPH -> defaults(3, 0, OnMaxFailures.PAUSED, 600, Overlap.QUEUE, CatchUp.SKIP);
      case MESSAGE -> defaults(0, 5, OnMaxFailures.PAUSED, 300, Overlap.SKIP, CatchUp.LATEST);
      case HTTP, HANDLER -> defaults(3, 5, OnMaxFailures.PAUSED, 300, Overlap.SKIP, CatchUp.LATEST);
    };
  }

  private static Policies defaults(
      int maxRetries,
      int maxFailures,
      OnMaxFailures onMaxFailures,
      int timeoutSeconds,
      Overlap overlap,
      CatchUp catchUp) {
    return new Policies(
        0,
        maxRetries,
        Duration.ofSeconds(60),
        Duration.ofSeconds(timeoutSeconds),
        maxFailures,
        onMaxFailures,
        overlap,
        catchUp,
        Duration.ofHours(1),
        0);
  }

  public Policies withTotalRepeats(int count) {
    return new Policies(
        count,
        maxRetries,
        retryDelay,
        timeout,
        maxFailures,
        onMaxFailures,
        overlap,
        catchUp,
        startingDeadline,
        backfillLimit);
  }

  public Policies withMaxRetries(int count) {
    return new Policies(
        totalRepeats,
        count,
        retryDelay,
        timeout,
        maxFailures,
        onMaxFailures,
        overlap,
        catchUp,
        startingDeadline,
        backfillLimit);
  }

  public Policies withRetryDelay(Duration delay) {
    return new Policies(
        totalRepeats,
        maxRetries,
        delay,
        timeout,
        maxFailures,
        onMaxFailures,
        overlap,
        catchUp,
        startingDeadline,
        backfillLimit);
  }

  public Policies withTimeout(Duration longest) {
    return new Policies(
        totalRepeats,
        maxRetries,
        retryDelay,
        longest,
        maxFailures,
        onMaxFailures,
        overlap,
        catchUp,
        startingDeadline,
        backfillLimit);
  }

  public Policies withMaxFailures(int count, OnMaxFailures then) {
    return new Policies(
        totalRepeats,
        maxRetries,
        retryDelay,
        timeout,
        count,
        then,
        overlap,
        catchUp,
        startingDeadline,
        backfillLimit);
  }

  public Policies withOverlap(Overlap policy) {
    return new Policies(
        totalRepeats,
        maxRetries,
        retryDelay,
        timeout,
        maxFailures,
        onMaxFailures,
        policy,
        catchUp,
        startingDeadline,
        backfillLimit);
  }

  public Policies withCatchUp(CatchUp policy, Duration deadline, int limit) {
    return new Policies(
        totalRepeats,
        maxRetries,
        retryDelay,
        timeout,
        maxFailures,
        onMaxFailures,
        overlap,
        policy,
        deadline,
        limit);
  }

  private static void atLeastZero(String field, int value) {
    if (value < 0) {
      throw new InvalidSchedule(field, "must be 0 or more, got " + value);
    }
  }

  private static void within(String field, Duration value, Duration least) {
    if (value.compareTo(least) < 0 || value.compareTo(LONGEST) > 0) {
      throw new InvalidSchedule(
          field,
          "must be from %s to %d seconds, got %s"
              .formatted(seconds(least), LONGEST.toSeconds(), seconds(value)));
    }
  }

  private static String seconds(Duration value) {
    return java.math.BigDecimal.valueOf(value.toMillis(), 3).stripTrailingZeros().toPlainString();
  }
}
