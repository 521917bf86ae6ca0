package dev.carillon.server.access;

import dev.carillon.engine.clock.Dice;
import dev.carillon.server.store.Session;
import dev.carillon.server.store.Sessions;
import dev.carillon.server.web.Answer;
import dev.carillon.server.web.Approach;
import dev.carillon.server.web.Caller;
import dev.carillon.server.web.Code;
import dev.carillon.server.web.Fields;
import dev.carillon.server.web.Json;
import dev.carillon.server.web.Problem;
import dev.carillon.server.web.Request;
import dev.carillon.server.web.Route;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Signing in to the page and out of it. The session is a random number in a cookie that no script
 * can read; its hash is in the database, so that it works on every node and ends for all of them.
 */
public final class SessionResource {

  private static final String PATH = "/api/v1/session";

  /** A cookie outlives its session, which goes on while it is used; what ends it is the server. */
  private static final Duration COOKIE_LIFE = Duration.ofDays(7);

  private final Authentication authentication;
  private final Sessions sessions;
  private final SignInCode code;
  private final Dice dice;

  public SessionResource(
      Authentication authentication, Sessions sessions, SignInCode code, Dice dice) {
    this.authentication = authentication;
    this.sessions = sessions;
    this.code = code;
    this.dice = dice;
  }

  public List<Route> routes() {
    return List.of(
        Route.open("GET", PATH, this::show),
        Route.open("POST", PATH, this::signIn),
        Route.open("DELETE", PATH, this::signOut));
  }

  private Answer show(Request request) {
    Approach approach = request.approach();
    Authentication.SignedIn signedIn = authentication.signedIn(approach);
    Answer answer = Answer.ok(json(signedIn.caller(), signedIn.expiresAt()));
    return approach.session() == null || approach.authorization() != null
        ? answer
        : answer.header("Set-Cookie", cookie(approach, approach.session(), COOKIE_LIFE));
  }

  private Answer signIn(Request request) {
    Approach approach = request.approach();
    // Otherwise another site could sign somebody in as one of its own choice.
    SameSite.checkOrigin(approach);
    Fields fields = request.fields().only("code", "token", "organization");
    String given = fields.text("code");
    String token = fields.text("token");
    String organization = fields.text("organization");
    if ((given == null) == (token == null)) {
      throw Problem.of(
              given == null ? Code.FIELD_MISSING : Code.FIELD_INVALID,
              "expected exactly one of code and token")
          .at("$.token")
          .expected("exactly one of code and token");
    }
    return given == null
        ? byToken(approach, String.valueOf(token), organization)
        : byCode(approach, given, organization);
  }

  private Answer byToken(Approach approach, String token, @Nullable String organization) {
    Authentication.Known known =
        authentication.known(
            Authentication.secret(token.strip()), organization, approach.address());
    return open(approach, known.caller(), known.tokenId());
  }

  private Answer byCode(Approach approach, String text, @Nullable String organization) {
    // Before the code is used up: a misspelt organization must not cost it.
    Caller operator = authentication.operator(organization);
    Secret secret = Authentication.secret(text.strip());
    if (secret == null || !code.redeem(secret)) {
      throw authentication.failed(
          approach.address(),
          Problem.of(Code.SIGN_IN_CODE_INVALID, "the code is wrong, was used before or has expired")
              .fix(
                  "Sign in with a token; the operator's is in operator.token of the data"
                      + " directory. A restart prints a new link."));
    }
    return open(approach, operator, null);
  }

  private Answer open(Approach approach, Caller caller, @Nullable UUID tokenId) {
    Secret session = Secret.plain(dice.bytes(32));
    Instant expiresAt =
        sessions.open(
            new Session.Draft(
                caller.orgId(),
                session.hash(),
                tokenId,
                tokenId == null ? authentication.operatorHash() : null));
    return Answer.ok(json(caller, expiresAt))
        .header("Set-Cookie", cookie(approach, session.text(), COOKIE_LIFE));
  }

  /** Whoever has no session any more is signed out as well. */
  private Answer signOut(Request request) {
    Approach approach = request.approach();
    if (approach.authorization() == null && approach.session() != null) {
      SameSite.check(approach);
      Secret secret = Authentication.secret(approach.session());
      if (secret != null) {
        sessions.end(secret.hash());
      }
    }
    return Answer.noContent().header("Set-Cookie", cookie(approach, "", Duration.ZERO));
  }

  private static String cookie(Approach approach, String value, Duration life) {
    return "%s=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Strict%s"
        .formatted(Approach.COOKIE, value, life.toSeconds(), approach.secure() ? "; Secure" : "");
  }

  private static ObjectNode json(Caller caller, @Nullable Instant expiresAt) {
    ObjectNode json =
        Json.object()
            .put("principal", caller.principal().toString())
            .put("organization", caller.organization());
    ArrayNode scopes = json.putArray("scopes");
    caller.scopes().stream().sorted().forEach(scope -> scopes.add(scope.word()));
    return json.put("expires_at", Json.instant(expiresAt));
  }
}
