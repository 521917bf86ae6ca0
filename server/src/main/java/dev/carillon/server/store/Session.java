package dev.carillon.server.store;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a browser that is signed in stands on. */
public final class Session {

  private Session() {}

  /**
   * What a session that is to be opened shall be; it stands on a token or on the operator's.
   *
   * @param operator the hash of the operator's token
   */
  public record Draft(int orgId, String hash, @Nullable UUID tokenId, @Nullable String operator) {}

  /**
   * Who holds a good session.
   *
   * @param operator the hash of the operator's token that it was opened with; null for any other
   * @param principal null for the operator
   * @param scopes of its token; none for the operator
   * @param expiresAt its own end or its token's, whichever comes first
   * @param stale whether it has to be prolonged
   */
  public record Holder(
      String hash,
      int orgId,
      String organization,
      @Nullable String operator,
      @Nullable String principal,
      List<String> scopes,
      Instant expiresAt,
      boolean stale) {

    public Holder {
      scopes = List.copyOf(scopes);
    }
  }
}
