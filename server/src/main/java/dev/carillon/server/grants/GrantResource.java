package dev.carillon.server.grants;

import dev.carillon.engine.clock.Ids;
import dev.carillon.server.store.Grant;
import dev.carillon.server.store.Grants;
import dev.carillon.server.target.GraphCarrier;
import dev.carillon.server.web.Answer;
import dev.carillon.server.web.Code;
import dev.carillon.server.web.Fields;
import dev.carillon.server.web.Json;
import dev.carillon.server.web.Names;
import dev.carillon.server.web.Page;
import dev.carillon.server.web.Problem;
import dev.carillon.server.web.Request;
import dev.carillon.server.web.Route;
import dev.carillon.server.web.Scope;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Grants: given, looked at, revoked; never changed and never deleted. */
public final class GrantResource {

  private static final String PATH = "/api/v1/grants";
  private static final int LONGEST_NAME = 255;
  private static final int MOST_SCOPES = 50;
  private static final Pattern SCOPE = Pattern.compile("[\\x21\\x23-\\x5B\\x5D-\\x7E]{1,100}");

  private final Grants grants;
  private final Ids ids;

  public GrantResource(Grants grants, Ids ids) {
    this.grants = grants;
    this.ids = ids;
  }

  public List<Route> routes() {
    return List.of(
        Route.get(PATH, Scope.READ, this::list),
        Route.post(PATH, Scope.WRITE, this::create),
        Route.get(PATH + "/{id}", Scope.READ, this::show),
        Route.post(PATH + "/{id}/revoke", Scope.WRITE, this::revoke));
  }

  private Answer list(Request request) {
    Page page = Page.of(request.query("limit", "cursor"), "grants");
    return page.answer(
        grants.list(request.orgId(), page.after(), page.rows()), Grant::id, GrantResource::json);
  }

  private Answer create(Request request) {
    Fields fields = request.fields().only("user_id", "billing_account_id", "scopes", "expires_at");
    String principal = request.caller().principal().toString();
    String user = name(fields, "user_id");
    String account = name(fields, "billing_account_id");
    if (account == null) {
      throw fields.missing("billing_account_id");
    }
    Grant grant =
        grants.create(
            request.orgId(),
            new Grant.Draft(
                ids.next(),
                user == null ? principal : user,
                account,
                scopes(fields),
                principal,
                fields.instant("expires_at")));
    if (grant == null) {
      throw Fields.past("$.expires_at", fields.text("expires_at"));
    }
    return Answer.created(PATH + "/" + grant.id(), json(grant));
  }

  private static @Nullable String name(Fields fields, String field) {
    String name = fields.name(field);
    if (name != null && (name.isBlank() || name.length() > LONGEST_NAME)) {
      throw Problem.field(
              fields.path(field), "must have 1 to %d characters".formatted(LONGEST_NAME))
          .got(name);
    }
    return name == null ? null : Names.plain(fields.path(field), name);
  }

  /** As OAuth writes them: no spaces, so that several fit into one claim. */
  private static List<String> scopes(Fields fields) {
    List<String> scopes = fields.texts("scopes", MOST_SCOPES);
    if (scopes == null) {
      return List.of(GraphCarrier.SCOPE);
    }
    for (String scope : scopes) {
      if (!SCOPE.matcher(scope).matches()) {
        throw Problem.field("$.scopes", "must be words such as " + GraphCarrier.SCOPE).got(scope);
      }
    }
    if (scopes.isEmpty()) {
      throw Problem.field("$.scopes", "must not be empty").expected(GraphCarrier.SCOPE);
    }
    return scopes.stream().distinct().toList();
  }

  private Answer show(Request request) {
    return Answer.ok(
        json(found(grants.find(request.orgId(), request.id("id", Code.GRANT_NOT_FOUND)))));
  }

  private Answer revoke(Request request) {
    request.optionalFields().only();
    return Answer.ok(
        json(
            found(
                grants.revoke(
                    request.orgId(),
                    request.id("id", Code.GRANT_NOT_FOUND),
                    request.caller().principal().toString()))));
  }

  private static Grant found(@Nullable Grant grant) {
    if (grant == null) {
      throw Problem.of(Code.GRANT_NOT_FOUND, "there is no such grant");
    }
    return grant;
  }

  private static ObjectNode json(Grant grant) {
    ObjectNode json =
        Json.object()
            .put("id", grant.id().toString())
            .put("user_id", grant.userId())
            .put("billing_account_id", grant.billingAccountId());
    grant.scopes().forEach(json.putArray("scopes")::add);
    return json.put("valid", grant.revokedAt() == null && !grant.expired())
        .put("expires_at", Json.instant(grant.expiresAt()))
        .put("revoked_at", Json.instant(grant.revokedAt()))
        .put("revoked_by", grant.revokedBy())
        .put("created_by", grant.createdBy())
        .put("created_at", Json.instant(grant.createdAt()));
  }
}
