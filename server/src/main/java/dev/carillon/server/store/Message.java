package dev.carillon.server.store;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What somebody, or a run, said in a room.
 *
 * @param seq its number within the room, in the order in which they appeared
 * @param runId the run that put it there, or null
 * @param kind {@code message}, which expects a response, or {@code system_event}
 * @param agentId the agent it is for, or null
 */
public record Message(
    UUID id,
    UUID roomId,
    long seq,
    @Nullable UUID runId,
    @Nullable UUID scheduleId,
    Instant createdAt,
    String kind,
    String sender,
    @Nullable String agentId,
    String text) {

  /** What a new one is made of. */
  public record Draft(
      UUID id,
      @Nullable UUID runId,
      @Nullable UUID scheduleId,
      String kind,
      String sender,
      @Nullable String agentId,
      String text) {}
}
