package dev.carillon.engine.schedule;

import dev.carillon.engine.timing.Seconds;
import java.time.Duration;
import java.util.function.Consumer;

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
    return changed(draft -> draft.totalRepeats = count);
  }

  public Policies withMaxRetries(int count) {
    return changed(draft -> draft.maxRetries = count);
  }

  public Policies withRetryDelay(Duration delay) {
    return changed(draft -> draft.retryDelay = delay);
  }

  public Policies withTimeout(Duration longest) {
    return changed(draft -> draft.timeout = longest);
  }

  public Policies withMaxFailures(int count, OnMaxFailures then) {
    return changed(draft -> {
      draft.maxFailures = count;
      draft.onMaxFailures = then;
    });
  }

  public Policies withOverlap(Overlap policy) {
    return changed(draft -> draft.overlap = policy);
  }

  public Policies withCatchUp(CatchUp policy, Duration deadline, int limit) {
    return changed(draft -> {
      draft.catchUp = policy;
      draft.startingDeadline = deadline;
      draft.backfillLimit = limit;
    });
  }

  private Policies changed(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.policies();
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
              .formatted(Seconds.text(least), LONGEST.toSeconds(), Seconds.text(value)));
    }
  }

  /** These policies while one of them is being changed, so that each is copied in one place. */
  private static final class Draft {

    private int totalRepeats;
    private int maxRetries;
    private Duration retryDelay;
    private Duration timeout;
    private int maxFailures;
    private OnMaxFailures onMaxFailures;
    private Overlap overlap;
    private CatchUp catchUp;
    private Duration startingDeadline;
    private int backfillLimit;

    Draft(Policies before) {
      totalRepeats = before.totalRepeats;
      maxRetries = before.maxRetries;
      retryDelay = before.retryDelay;
      timeout = before.timeout;
      maxFailures = before.maxFailures;
      onMaxFailures = before.onMaxFailures;
      overlap = before.overlap;
      catchUp = before.catchUp;
      startingDeadline = before.startingDeadline;
      backfillLimit = before.backfillLimit;
    }

    Policies policies() {
      return new Policies(
          totalRepeats,
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
  }
}
