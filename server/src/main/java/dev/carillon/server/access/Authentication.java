package dev.carillon.server.access;

import dev.carillon.engine.clock.Ticker;
import dev.carillon.server.store.Organization;
import dev.carillon.server.store.Organizations;
import dev.carillon.server.store.Token;
import dev.carillon.server.store.Tokens;
import dev.carillon.server.web.Authenticator;
import dev.carillon.server.web.Caller;
import dev.carillon.server.web.Code;
import dev.carillon.server.web.Principal;
import dev.carillon.server.web.Problem;
import dev.carillon.server.web.Scope;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Bearer tokens. Every request looks its token up in the database, so that a revocation counts at
 * once on every node; that is one index probe.
 */
public final class Authentication implements Authenticator {

  private static final String BEARER = "bearer ";
  private static final int LONGEST_TOKEN = 500;
  static final String DEFAULT_ORGANIZATION = "default";

  private final Tokens tokens;
  private final Organizations organizations;
  private final String operator;
  private final FailureLimit limit;

  public Authentication(Tokens tokens, Organizations organizations, Secret operator) {
    this(tokens, organizations, operator, FailureLimit.MOST_PER_MINUTE);
  }

  /**
   * The same with another limit.
   *
   * @param failuresPerMinute wrong tokens of one address before it has to wait
   */
  public Authentication(
      Tokens tokens, Organizations organizations, Secret operator, int failuresPerMinute) {
    this.tokens = tokens;
    this.organizations = organizations;
    this.operator = operator.hash();
    limit = new FailureLimit(Ticker.system(), failuresPerMinute);
  }

  @Override
  public Caller authenticate(
      @Nullable String authorization, @Nullable String organization, String address) {
    if (authorization == null) {
      throw Problem.of(Code.TOKEN_MISSING, "expected a token, got no Authorization header")
          .expected("Authorization: Bearer car_…")
          .fix("Send the header Authorization: Bearer TOKEN.")
          .header("WWW-Authenticate", "Bearer");
    }
    Secret secret = secret(authorization);
    if (secret == null) {
      throw invalid(address);
    }
    String hash = secret.hash();
    if (Secret.same(hash, operator)) {
      return operator(organization);
    }
    Token.Holder holder = tokens.holder(hash);
    if (holder == null || !Secret.same(holder.hash(), hash)) {
      throw invalid(address);
    }
    if (organization != null && !organization.equals(holder.organization())) {
      throw noOrganization();
    }
    return Caller.of(
        holder.orgId(),
        holder.organization(),
        Principal.parse(holder.principal()),
        holder.scopes().stream()
            .map(word -> Scope.valueOf(word.toUpperCase(Locale.ROOT)))
            .toList());
  }

  private static @Nullable Secret secret(String authorization) {
    boolean bearer = authorization.regionMatches(true, 0, BEARER, 0, BEARER.length());
    String text = bearer ? authorization.substring(BEARER.length()).strip() : "";
    return text.isEmpty() || text.length() > LONGEST_TOKEN ? null : new Secret(text);
  }

  private Caller operator(@Nullable String organization) {
    Organization found =
        organizations.find(organization == null ? DEFAULT_ORGANIZATION : organization);
    if (found == null) {
      throw noOrganization();
    }
    return Caller.of(found.id(), found.name(), Principal.OPERATOR, List.of(Scope.OPERATOR));
  }

  private static Problem noOrganization() {
    return Problem.of(
            Code.ORGANIZATION_NOT_FOUND,
            "the header Carillon-Organization names no organization of this token")
        .fix("Leave the header out, or name an organization that the token belongs to.");
  }

  /** Unknown, expired and revoked tokens are answered alike. */
  private Problem invalid(String address) {
    int wait = limit.failed(address);
    if (wait > 0) {
      return Problem.of(
              Code.TOO_MANY_FAILURES, "too many wrong tokens came from this address; wait")
          .header("Retry-After", Integer.toString(wait));
    }
    return Problem.of(Code.TOKEN_INVALID, "the token is unknown, has expired or was revoked")
        .expected("Authorization: Bearer car_…")
        .fix("Check the token, or ask an administrator for a new one.")
        .header("WWW-Authenticate", "Bearer error=\"invalid_token\"");
  }
}
