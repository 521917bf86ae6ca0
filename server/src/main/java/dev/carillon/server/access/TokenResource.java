package dev.carillon.server.access;

import dev.carillon.engine.clock.Dice;
import dev.carillon.engine.clock.Ids;
import dev.carillon.server.store.Token;
import dev.carillon.server.store.Tokens;
import dev.carillon.server.web.Answer;
import dev.carillon.server.web.Caller;
import dev.carillon.server.web.Code;
import dev.carillon.server.web.Fields;
import dev.carillon.server.web.Json;
import dev.carillon.server.web.Names;
import dev.carillon.server.web.Page;
import dev.carillon.server.web.Principal;
import dev.carillon.server.web.Problem;
import dev.carillon.server.web.Request;
import dev.carillon.server.web.Route;
import dev.carillon.server.web.Scope;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Tokens: made, listed, revoked. The token's text appears once, in the answer to its making. */
public final class TokenResource {

  private static final String PATH = "/api/v1/tokens";
  private static final int LONGEST_NAME = 255;

  private final Tokens tokens;
  private final Ids ids;
  private final Dice dice;

  public TokenResource(Tokens tokens, Ids ids, Dice dice) {
    this.tokens = tokens;
    this.ids = ids;
    this.dice = dice;
  }

  public List<Route> routes() {
    return List.of(
        Route.get(PATH, Scope.ADMIN, this::list),
        Route.post(PATH, Scope.ADMIN, this::create),
        Route.get(PATH + "/{id}", Scope.ADMIN, this::show),
        Route.delete(PATH + "/{id}", Scope.ADMIN, this::revoke));
  }

  private Answer list(Request request) {
    Page page = Page.of(request.query("limit", "cursor"), "tokens");
    return page.answer(
        tokens.list(request.orgId(), page.after(), page.rows()),
        Token::id,
        token -> json(token, null));
  }

  private Answer create(Request request) {
    Fields fields = request.fields().only("name", "principal", "scopes", "expires_at");
    Caller caller = request.caller();
    Secret secret = Secret.of(dice.bytes(32));
    String name = fields.text("name");
    if (name != null && name.length() > LONGEST_NAME) {
      throw Problem.field("$.name", "must have at most %d characters".formatted(LONGEST_NAME));
    }
    if (name != null) {
      Names.plain("$.name", name);
    }
    Token token =
        tokens.create(
            request.orgId(),
            new Token.Draft(
                ids.next(),
                principal(fields, caller),
                name == null ? "" : name,
                scopes(fields, caller),
                caller.principal().toString(),
                fields.instant("expires_at"),
                secret.hash()));
    if (token == null) {
      throw Fields.past("$.expires_at", fields.text("expires_at"));
    }
    return Answer.created(PATH + "/" + token.id(), json(token, secret)).keptAs(json(token, null));
  }

  private static String principal(Fields fields, Caller caller) {
    String text = fields.text("principal");
    if (text == null) {
      return caller.principal().toString();
    }
    Names.plain("$.principal", text);
    try {
      Principal principal = Principal.parse(text);
      if (principal.equals(Principal.OPERATOR) && !caller.may(Scope.OPERATOR)) {
        throw Problem.field("$.principal", "must not be the operator's, user:operator").got(text);
      }
      return principal.toString();
    } catch (IllegalArgumentException e) {
      throw Problem.field("$.principal", "cannot be this: " + e.getMessage())
          .expected("user:NAME or agent:NAME")
          .got(text);
    }
  }

  /** Nobody hands out more than they have. */
  private static List<String> scopes(Fields fields, Caller caller) {
    List<String> words = fields.texts("scopes", Scope.values().length);
    if (words == null) {
      throw fields.missing("scopes").expected("some of read, write, run, admin");
    }
    if (words.isEmpty()) {
      throw Problem.field("$.scopes", "must name at least one scope, got none")
          .expected("some of read, write, run, admin");
    }
    List<String> scopes = new ArrayList<>();
    for (String word : words) {
      Scope scope = scope(word);
      if (scope == null || scope == Scope.OPERATOR) {
        throw Problem.field("$.scopes", "must be some of read, write, run, admin")
            .expected("some of read, write, run, admin")
            .got(word);
      }
      if (!caller.may(scope)) {
        throw Problem.of(Code.SCOPE_MISSING, "a token cannot hand out more than it has")
            .at("$.scopes")
            .got(word)
            .fix("Leave %s out, or ask with a token that has it.".formatted(word));
      }
      if (!scopes.contains(word)) {
        scopes.add(word);
      }
    }
    return scopes;
  }

  private static @Nullable Scope scope(String word) {
    for (Scope scope : Scope.values()) {
      if (scope.word().equals(word)) {
        return scope;
      }
    }
    return null;
  }

  private Answer show(Request request) {
    Token token = tokens.find(request.orgId(), request.id("id", Code.TOKEN_NOT_FOUND));
    return Answer.ok(json(found(token), null));
  }

  private Answer revoke(Request request) {
    Token token = tokens.revoke(request.orgId(), request.id("id", Code.TOKEN_NOT_FOUND));
    return Answer.ok(json(found(token), null));
  }

  private static Token found(@Nullable Token token) {
    if (token == null) {
      throw Problem.of(Code.TOKEN_NOT_FOUND, "there is no such token");
    }
    return token;
  }

  private static ObjectNode json(Token token, @Nullable Secret secret) {
    ObjectNode json =
        Json.object()
            .put("id", token.id().toString())
            .put("name", token.name())
            .put("principal", token.principal());
    token.scopes().forEach(json.putArray("scopes")::add);
    json.put("created_by", token.createdBy())
        .put("created_at", Json.instant(token.createdAt()))
        .put("expires_at", Json.instant(token.expiresAt()))
        .put("revoked_at", Json.instant(token.revokedAt()));
    if (secret != null) {
      json.put("token", secret.text());
    }
    return json;
  }
}
