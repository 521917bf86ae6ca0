package dev.carillon.server.store;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened in an organization.
 *
 * @param owner of the schedule it is about, as {@code user:ada}
 * @param agentId the agent whom that schedule's messages are for
 * @param data JSON
 */
public record Event(
    Position position,
    Instant at,
    String type,
    @Nullable UUID scheduleId,
    @Nullable UUID runId,
    @Nullable String owner,
    @Nullable String agentId,
    String data) {}
