package dev.carillon.server.store;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Authority that runs are carried out under.
 *
 * @param userId on whose behalf
 * @param billingAccountId at whose expense
 * @param expired by the database's clock, when it was read
 */
public record Grant(
    UUID id,
    String userId,
    String billingAccountId,
    List<String> scopes,
    Instant createdAt,
    String createdBy,
    @Nullable Instant expiresAt,
    @Nullable Instant revokedAt,
    @Nullable String revokedBy,
    boolean expired) {

  public Grant {
    scopes = List.copyOf(scopes);
  }

  /** What a new one is made of. */
  public record Draft(
      UUID id,
      String userId,
      String billingAccountId,
      List<String> scopes,
      String createdBy,
      @Nullable Instant expiresAt) {

    public Draft {
      scopes = List.copyOf(scopes);
    }
  }
}
