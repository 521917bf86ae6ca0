package dev.carillon.engine.run;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A run that has not ended and that the database knows of.
 *
 * <p>Short runs never become one: they are begun, carried out and settled in memory, with one write
 * at the end. A run is written down as open when it takes longer, waits for a retry, stands in a
 * queue or was asked for.
 *
 * @param dueAt when it could start first; lateness counts from here
 * @param startedAt when its first attempt started, or null before that
 * @param payload what overrides the schedule's payload, or null
 * @param cancelReason why somebody asked to end it, or null
 */
public record OpenRun(
    UUID id,
    int orgId,
    UUID scheduleId,
    int shard,
    Origin origin,
    Instant slotAt,
    Instant dueAt,
    int repeat,
    int retry,
    RunState state,
    @Nullable Instant startedAt,
    @Nullable String payload,
    @Nullable String cancelReason,
    List<PastAttempt> attempts) {

  public OpenRun {
    attempts = List.copyOf(attempts);
  }

  public boolean underWay() {
    return state instanceof RunState.Running || state instanceof RunState.Accepted;
  }

  public OpenRun moved(RunState next, int retryCount) {
    return copy(next, retryCount, startedAt, cancelReason, attempts);
  }

  public OpenRun started(RunState.Running running) {
    return copy(
        running,
        retry,
        startedAt == null ? running.startedAt() : startedAt,
        cancelReason,
        attempts);
  }

  public OpenRun cancelAsked(String reason) {
    return copy(state, retry, startedAt, reason, attempts);
  }

  public OpenRun after(PastAttempt attempt) {
    List<PastAttempt> all = new ArrayList<>(attempts);
    all.add(attempt);
    return copy(state, retry, startedAt, cancelReason, all);
  }

  private OpenRun copy(
      RunState nextState,
      int retryCount,
      @Nullable Instant firstStart,
      @Nullable String cancel,
      List<PastAttempt> past) {
    return new OpenRun(
        id,
        orgId,
        scheduleId,
        shard,
        origin,
        slotAt,
        dueAt,
        repeat,
        retryCount,
        nextState,
        firstStart,
        payload,
        cancel,
        past);
  }
}
