package dev.carillon.server.access;

import dev.carillon.engine.clock.Ticker;
import dev.carillon.server.store.Organization;
import dev.carillon.server.store.Organizations;
import dev.carillon.server.store.Session;
import dev.carillon.server.store.Sessions;
import dev.carillon.server.store.Token;
import dev.carillon.server.store.Tokens;
import dev.carillon.server.web.Approach;
import dev.carillon.server.web.Authenticator;
import dev.carillon.server.web.Caller;
import dev.carillon.server.web.Code;
import dev.carillon.server.web.Principal;
import dev.carillon.server.web.Problem;
import dev.carillon.server.web.Scope;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Bearer tokens, and sessions of the page. Every request looks its token up in the database, so
 * that a revocation counts at once on every node; that is one index probe. A cookie does not count
 * where there is a token.
 */
public final class Authentication implements Authenticator {

  private static final String BEARER = "bearer ";
  private static final int LONGEST_TOKEN = 500;
  static final String DEFAULT_ORGANIZATION = "default";

  /**
   * Somebody known by a token.
   *
   * @param tokenId null for the operator
   */
  record Known(Caller caller, @Nullable UUID tokenId) {}

  /**
   * Somebody who is signed in.
   *
   * @param expiresAt when that ends unless it is used; null for a token that came along
   */
  record SignedIn(Caller caller, @Nullable Instant expiresAt) {}

  private final Tokens tokens;
  private final Sessions sessions;
  private final Organizations organizations;
  private final String operator;
  private final FailureLimit limit;

  /**
   * @param failuresPerMinute wrong tokens of one address before it has to wait
   */
  public Authentication(
      Tokens tokens,
      Sessions sessions,
      Organizations organizations,
      Secret operator,
      int failuresPerMinute) {
    this.tokens = tokens;
    this.sessions = sessions;
    this.organizations = organizations;
    this.operator = operator.hash();
    limit = new FailureLimit(Ticker.system(), failuresPerMinute);
  }

  @Override
  public Caller authenticate(Approach approach) {
    return signedIn(approach).caller();
  }

  @Override
  public boolean stands(Approach approach) {
    String authorization = approach.authorization();
    if (authorization != null) {
      Secret secret = bearer(authorization);
      return secret != null
          && (Secret.same(secret.hash(), operator) || holder(secret.hash()) != null);
    }
    return approach.session() != null && session(approach.session()) != null;
  }

  SignedIn signedIn(Approach approach) {
    String authorization = approach.authorization();
    if (authorization != null) {
      Secret secret = bearer(authorization);
      if (secret == null) {
        throw invalidToken(approach.address());
      }
      return new SignedIn(
          known(secret, approach.organization(), approach.address()).caller(), null);
    }
    if (approach.session() == null) {
      throw Problem.of(Code.TOKEN_MISSING, "expected a token, got no Authorization header")
          .expected("Authorization: Bearer car_…")
          .fix("Send the header Authorization: Bearer TOKEN.")
          .header("WWW-Authenticate", "Bearer");
    }
    SameSite.check(approach);
    return bySession(approach.session(), approach.organization());
  }

  private static @Nullable Secret bearer(String authorization) {
    boolean bearer = authorization.regionMatches(true, 0, BEARER, 0, BEARER.length());
    return bearer ? secret(authorization.substring(BEARER.length()).strip()) : null;
  }

  /** Null for text that is no secret of ours. */
  static @Nullable Secret secret(String text) {
    return text.isEmpty() || text.length() > LONGEST_TOKEN ? null : new Secret(text);
  }

  /** Who holds this token. */
  Known known(@Nullable Secret secret, @Nullable String organization, String address) {
    if (secret == null) {
      throw invalidToken(address);
    }
    String hash = secret.hash();
    if (Secret.same(hash, operator)) {
      return new Known(operator(organization), null);
    }
    Token.Holder holder = holder(hash);
    if (holder == null) {
      throw invalidToken(address);
    }
    Caller caller =
        Caller.of(
            holder.orgId(),
            holder.organization(),
            Principal.parse(holder.principal()),
            scopes(holder.scopes()));
    return new Known(within(organization, caller), holder.id());
  }

  /** The holder of the valid token with this hash, or null. */
  private Token.@Nullable Holder holder(String hash) {
    Token.Holder holder = tokens.holder(hash);
    return holder != null && Secret.same(holder.hash(), hash) ? holder : null;
  }

  /** The holder of a session that is good here and now, or null. */
  private Session.@Nullable Holder session(String cookie) {
    Secret secret = secret(cookie);
    Session.Holder holder = secret == null ? null : sessions.holder(secret.hash());
    if (secret == null || holder == null || !Secret.same(holder.hash(), secret.hash())) {
      return null;
    }
    // One of the operator's may have been opened with a token that has been replaced since, or is
    // another server's.
    return holder.operator() == null || Secret.same(holder.operator(), operator) ? holder : null;
  }

  private SignedIn bySession(String cookie, @Nullable String organization) {
    Session.Holder holder = session(cookie);
    if (holder == null) {
      throw ended();
    }
    Caller caller;
    if (holder.operator() != null) {
      caller = operator(organization == null ? holder.organization() : organization);
    } else {
      caller =
          within(
              organization,
              Caller.of(
                  holder.orgId(),
                  holder.organization(),
                  Principal.parse(String.valueOf(holder.principal())),
                  scopes(holder.scopes())));
    }
    if (holder.stale()) {
      sessions.prolong(holder);
    }
    return new SignedIn(caller, holder.expiresAt());
  }

  private static List<Scope> scopes(List<String> words) {
    return words.stream().map(word -> Scope.valueOf(word.toUpperCase(Locale.ROOT))).toList();
  }

  /** A token belongs to one organization; asking for another finds none. */
  private static Caller within(@Nullable String organization, Caller caller) {
    if (organization != null && !organization.equals(caller.organization())) {
      throw noOrganization();
    }
    return caller;
  }

  /** The operator, acting in an organization: the default one if none is named. */
  Caller operator(@Nullable String organization) {
    Organization found =
        organizations.find(organization == null ? DEFAULT_ORGANIZATION : organization);
    if (found == null) {
      throw noOrganization();
    }
    return Caller.of(found.id(), found.name(), Principal.OPERATOR, List.of(Scope.OPERATOR));
  }

  /** What the operator's sessions stand on. */
  String operatorHash() {
    return operator;
  }

  private static Problem noOrganization() {
    return Problem.of(
            Code.ORGANIZATION_NOT_FOUND,
            "the header Carillon-Organization names no organization of this token")
        .fix("Leave the header out, or name an organization that the token belongs to.");
  }

  /** Expired, signed out and never opened are answered alike. */
  private static Problem ended() {
    return Problem.of(Code.SESSION_ENDED, "the session has expired, or its token was revoked")
        .fix("Sign in again.")
        .header("WWW-Authenticate", "Bearer");
  }

  /** Unknown, expired and revoked tokens are answered alike. */
  private Problem invalidToken(String address) {
    return failed(
        address,
        Problem.of(Code.TOKEN_INVALID, "the token is unknown, has expired or was revoked")
            .expected("Authorization: Bearer car_…")
            .fix("Check the token, or ask an administrator for a new one.")
            .header("WWW-Authenticate", "Bearer error=\"invalid_token\""));
  }

  /** Counts a wrong secret: beyond the limit, the answer is to wait. */
  Problem failed(String address, Problem otherwise) {
    int wait = limit.failed(address);
    return wait > 0
        ? Problem.of(Code.TOO_MANY_FAILURES, "too many wrong tokens came from this address; wait")
            .fix("Wait for the seconds of Retry-After; a right token is answered at once.")
            .header("Retry-After", Integer.toString(wait))
        : otherwise;
  }
}
