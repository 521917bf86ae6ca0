package dev.carillon.engine.schedule;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a user asked for: when, what, and by which rules.
 *
 * <p>Runs never write to it, except to end it. Its state lives in its {@link Timer}.
 *
 * @param payload JSON text handed to the target, or null
 * @param owner the principal that answers for it, as {@code user:ada} or {@code agent:frank}
 * @param version grows with every edit; nothing fires by an older one
 */
public record Schedule(
    UUID id,
    int orgId,
    String name,
    String description,
    Slots slots,
    Target target,
    @Nullable String payload,
    Policies policies,
    String owner,
    Status status,
    @Nullable String statusReason,
    long version,
    Instant createdAt,
    Instant updatedAt) {

  public static final int LONGEST_NAME = 255;
  public static final int LARGEST_PAYLOAD_BYTES = 256 * 1024;

  public Schedule {
    if (name.isBlank() || name.length() > LONGEST_NAME) {
      throw new InvalidSchedule(
          "name",
          "must have 1 to %d characters, %s"
              .formatted(
                  LONGEST_NAME, name.isBlank() ? "and not only blanks" : "got " + name.length()));
    }
    if (payload != null && payload.length() > LARGEST_PAYLOAD_BYTES) {
      throw new InvalidSchedule(
          "payload",
          "must be at most %d bytes, got %d".formatted(LARGEST_PAYLOAD_BYTES, payload.length()));
    }
  }

  public boolean active() {
    return status == Status.ACTIVE;
  }

  public Schedule withStatus(Status next, @Nullable String reason, Instant at) {
    return new Schedule(
        id,
        orgId,
        name,
        description,
        slots,
        target,
        payload,
        policies,
        owner,
        next,
        reason,
        version,
        createdAt,
        at);
  }

  /** The same schedule counted anew; the version grows, because its slots are others now. */
  public Schedule withSlots(Slots next) {
    return new Schedule(
        id,
        orgId,
        name,
        description,
        next,
        target,
        payload,
        policies,
        owner,
        status,
        statusReason,
        version + 1,
        createdAt,
        updatedAt);
  }
}
