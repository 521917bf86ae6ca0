package dev.carillon.server.store;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A place that events are sent to.
 *
 * @param types the types it wants
 * @param active false when it was disabled, by people or because its receiver said it is gone
 */
public record Webhook(
    UUID id,
    String url,
    String description,
    List<String> types,
    boolean active,
    @Nullable String statusReason,
    String createdBy,
    Instant createdAt,
    Instant updatedAt) {

  public Webhook {
    types = List.copyOf(types);
  }

  /** What people choose of it. */
  public record Draft(
      String url,
      String description,
      List<String> types,
      boolean active,
      @Nullable String statusReason) {}
}
