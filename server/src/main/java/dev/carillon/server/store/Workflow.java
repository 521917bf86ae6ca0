package dev.carillon.server.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A workflow as it was saved.
 *
 * @param executor the name of the executor that runs it, or null for the one named default
 * @param triggers a JSON array, as its owner wrote it
 * @param definition JSON for the executor, which Carillon only keeps; or null
 * @param version grows with every save; 0 while it is being made
 */
public record Workflow(
    String id,
    String name,
    @Nullable String executor,
    String triggers,
    @Nullable String definition,
    long version,
    Instant createdAt,
    Instant updatedAt) {

  /** What is saved. */
  public record Draft(
      String name, @Nullable String executor, String triggers, @Nullable String definition) {}
}
