package dev.carillon.server.executors;

import dev.carillon.server.store.SigningKeys;
import dev.carillon.server.target.WebhookKeys;
import dev.carillon.server.web.Answer;
import dev.carillon.server.web.Json;
import dev.carillon.server.web.Request;
import dev.carillon.server.web.Route;
import dev.carillon.server.web.Scope;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What receivers check our calls with: public keys for anybody, the shared secret for its owner.
 */
public final class KeyResource {

  private final SigningKeys keys;
  private final WebhookKeys secrets;

  public KeyResource(SigningKeys keys, WebhookKeys secrets) {
    this.keys = keys;
    this.secrets = secrets;
  }

  public List<Route> routes() {
    return List.of(
        Route.open("/.well-known/jwks.json", this::jwks),
        Route.get("/api/v1/signing-secret", Scope.ADMIN, this::secret));
  }

  private Answer jwks(Request request) {
    ObjectNode set = Json.object();
    ArrayNode all = set.putArray("keys");
    keys.list().forEach(jwk -> all.add(Json.stored(jwk)));
    return Answer.ok(set).header("Cache-Control", "public, max-age=60");
  }

  private Answer secret(Request request) {
    return Answer.ok(Json.object().put("secret", secrets.secret(request.orgId())));
  }
}
