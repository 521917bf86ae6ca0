package dev.carillon.engine.run;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One row of history: a run that ended, or slots that were skipped and why.
 *
 * @param previousId the schedule's history row before this one; following it lists the history of a
 *     schedule without an index that every run would have to write
 * @param seq its number within the schedule's history, from 1
 * @param reason why it was skipped or cancelled
 * @param skippedSlots how many slots a skipped record stands for
 * @param skippedUntil the last of them
 * @param attemptStartedAt when the last attempt began, where it was not the first
 * @param node the node of the last attempt
 */
public record RunRecord(
    UUID id,
    int orgId,
    UUID scheduleId,
    @Nullable UUID previousId,
    int seq,
    Origin origin,
    Instant slotAt,
    int repeat,
    int retry,
    RunStatus status,
    @Nullable String reason,
    long skippedSlots,
    @Nullable Instant skippedUntil,
    @Nullable Instant startedAt,
    @Nullable Instant attemptStartedAt,
    Instant completedAt,
    long latenessMillis,
    @Nullable RunError error,
    @Nullable Integer node,
    List<PastAttempt> attempts) {

  public RunRecord {
    attempts = List.copyOf(attempts);
  }

  public Duration duration() {
    return startedAt == null ? Duration.ZERO : Duration.between(startedAt, completedAt);
  }
}
