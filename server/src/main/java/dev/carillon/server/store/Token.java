package dev.carillon.server.store;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A token as it can be shown: without itself.
 *
 * @param principal who it speaks for, as {@code user:ada}
 * @param createdBy who made it
 */
public record Token(
    UUID id,
    String principal,
    String name,
    List<String> scopes,
    String createdBy,
    Instant createdAt,
    @Nullable Instant expiresAt,
    @Nullable Instant revokedAt) {

  public Token {
    scopes = List.copyOf(scopes);
  }

  /** What a token that is to be made shall be. */
  public record Draft(
      UUID id,
      String principal,
      String name,
      List<String> scopes,
      String createdBy,
      @Nullable Instant expiresAt,
      String hash) {}

  /** Who holds a valid token. */
  public record Holder(
      String hash,
      UUID id,
      int orgId,
      String organization,
      String principal,
      List<String> scopes) {}
}
