package dev.carillon.server.store;

import dev.carillon.engine.run.Origin;
import dev.carillon.engine.run.RunStatus;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which runs a list shows; null is any.
 *
 * @param from their moment is this or later
 * @param to their moment is before this
 */
public record RunFilter(
    @Nullable UUID scheduleId,
    @Nullable RunStatus status,
    @Nullable Origin origin,
    @Nullable Instant from,
    @Nullable Instant to) {

  public boolean passes(RunStatus runStatus, Origin runOrigin, Instant moment) {
    return (status == null || status == runStatus)
        && (origin == null || origin == runOrigin)
        && (from == null || !moment.isBefore(from))
        && (to == null || moment.isBefore(to));
  }
}
