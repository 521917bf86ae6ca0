package dev.carillon.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.server.ApiServer;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class TokenTest {

  @RegisterExtension static final ApiServer api = new ApiServer();

  @Test
  void without_a_token_nothing_is_told() {
    ApiServer.Reply reply = api.anonymous().get("/api/v1/tokens");
    assertThat(reply.status()).isEqualTo(401);
    assertThat(reply.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(reply.code()).isEqualTo("token.missing");
  }

  @Test
  void a_token_is_shown_once_and_kept_as_a_hash() {
    ApiServer.Reply made =
        api.operator().post("/api/v1/tokens", "{\"principal\":\"user:ada\",\"scopes\":[\"read\"]}");
    assertThat(made.status()).isEqualTo(201);
    String token = made.text("token");
    assertThat(token).matches("car_[A-Za-z0-9_-]{43}");
    assertThat(api.operator().get("/api/v1/tokens").body()).doesNotContain(token);
    assertThat(api.operator().get(made.header("Location")).body()).doesNotContain(token);
    assertThat(api.query("select t::text from carillon.tokens t", row -> row.getString(1)))
        .noneMatch(row -> row.contains(token.substring(4)));
  }

  @Test
  void a_revoked_token_is_refused_at_once() {
    ApiServer.Client admin = api.operator().token("user:bob", "admin");
    String id =
        api.operator()
            .get("/api/v1/tokens")
            .json()
            .get("items")
            .valueStream()
            .filter(token -> token.get("principal").asString().equals("user:bob"))
            .findFirst()
            .orElseThrow()
            .get("id")
            .asString();
    assertThat(admin.get("/api/v1/tokens").status()).isEqualTo(200);
    assertThat(api.operator().delete("/api/v1/tokens/" + id).status()).isEqualTo(200);
    ApiServer.Reply refused = admin.get("/api/v1/tokens");
    assertThat(refused.status()).isEqualTo(401);
    assertThat(refused.code()).isEqualTo("token.invalid");
  }

  @Test
  void a_scope_that_the_token_lacks_is_named() {
    ApiServer.Reply reply = api.operator().token("user:eve", "read").get("/api/v1/tokens");
    assertThat(reply.status()).isEqualTo(403);
    assertThat(reply.code()).isEqualTo("scope.missing");
    assertThat(reply.text("detail")).contains("admin");
  }

  @Test
  void an_unknown_field_is_refused_with_a_suggestion() {
    ApiServer.Reply reply = api.operator().post("/api/v1/tokens", "{\"scpoes\":[\"read\"]}");
    assertThat(reply.status()).isEqualTo(422);
    assertThat(reply.code()).isEqualTo("field.unknown");
    assertThat(reply.text("fix")).isEqualTo("Did you mean scopes?");
    assertThat(reply.json().get("errors").get(0).get("path").asString()).isEqualTo("$.scpoes");
  }

  @Test
  void the_operator_token_is_for_its_owner_only() throws Exception {
    assertThat(Files.getPosixFilePermissions(api.dataDirectory().resolve("operator.token")))
        .isEqualTo(Set.copyOf(PosixFilePermissions.fromString("rw-------")));
  }

  @Test
  void organizations_do_not_see_each_others_tokens() {
    ApiServer.Client one = api.organization("one");
    ApiServer.Client two = api.organization("two");
    String id =
        one.post("/api/v1/tokens", "{\"scopes\":[\"read\"],\"principal\":\"user:a\"}").text("id");
    assertThat(two.get("/api/v1/tokens").json().get("items")).isEmpty();
    assertThat(two.get("/api/v1/tokens/" + id).status()).isEqualTo(404);
    assertThat(two.delete("/api/v1/tokens/" + id).status()).isEqualTo(404);
    assertThat(one.get("/api/v1/tokens/" + id).json().get("revoked_at").isNull()).isTrue();
  }

  @Test
  void a_token_that_has_expired_already_is_not_made() {
    for (String body :
        List.of(
            "{\"scopes\":[\"read\"],\"expires_at\":\"2020-01-01T00:00:00Z\"}",
            "{\"scopes\":[],\"principal\":\"user:eve\"}",
            "{\"scopes\":[\"READ\"]}",
            "{\"scopes\":[\"read\"],\"principal\":\"user:%s\"}".formatted("x".repeat(256)))) {
      ApiServer.Reply refused = api.operator().post("/api/v1/tokens", body);
      assertThat(refused.status()).as(body).isEqualTo(422);
      assertThat(refused.code()).as(body).isEqualTo("field.invalid");
    }
    String late = "{\"billing_account_id\":\"b\",\"expires_at\":\"2001-01-01T00:00:00Z\"}";
    assertThat(api.operator().post("/api/v1/grants", late).code()).isEqualTo("field.invalid");
  }

  @Test
  void nobody_but_the_operator_acts_under_the_operators_name() {
    ApiServer.Client admin = api.organization("posing").token("user:root", "admin");
    String body = "{\"principal\":\"user:operator\",\"scopes\":[\"read\"]}";
    ApiServer.Reply refused = admin.post("/api/v1/tokens", body);
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.body()).contains("$.principal");
    assertThat(api.operator().post("/api/v1/tokens", body).status()).isEqualTo(201);
  }
}
