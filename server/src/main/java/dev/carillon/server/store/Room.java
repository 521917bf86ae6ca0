package dev.carillon.server.store;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Where messages are put.
 *
 * @param scheduleId the schedule it was made for, or null
 * @param agentId the agent it belongs to, or null
 * @param messages how many were put here
 */
public record Room(
    UUID id,
    @Nullable UUID scheduleId,
    String name,
    @Nullable String agentId,
    String createdBy,
    Instant createdAt,
    long messages) {

  /** What a new one is made of. */
  public record Draft(UUID id, String name, @Nullable String agentId, String createdBy) {}
}
