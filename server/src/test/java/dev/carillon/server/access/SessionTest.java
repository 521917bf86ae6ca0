package dev.carillon.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.engine.Engine;
import dev.carillon.server.ApiServer;
import dev.carillon.server.Browser;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Signing in to the page: what a session is worth, how long, and who cannot abuse it. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SessionTest {

  private static final String SESSION = "/api/v1/session";
  private static final String SCHEDULES = "/api/v1/schedules";
  private static final String SCHEDULE = "{\"handler\":\"h\",\"interval_seconds\":3600}";

  @RegisterExtension static final ApiServer api = new ApiServer();

  @RegisterExtension
  static final ApiServer limited = new ApiServer(UnaryOperator.<Engine.Builder>identity(), 3);

  @RegisterExtension
  static final ApiServer proxied =
      new ApiServer(UnaryOperator.<Engine.Builder>identity(), Map.of("behind_proxy", "true"));

  private static Browser signedIn(ApiServer.Client client) {
    Browser browser = Browser.at(api.url());
    assertThat(browser.signIn(client.token()).status()).isEqualTo(200);
    return browser;
  }

  @Test
  void a_token_opens_a_session_that_does_what_the_token_does() {
    ApiServer.Client org = api.organization("session-org");
    ApiServer.Client reader = org.token("user:reader", "read");
    Browser browser = Browser.at(api.url());
    JsonNode opened = browser.signIn(reader.token()).json();
    assertThat(opened.get("principal").stringValue()).isEqualTo("user:reader");
    assertThat(opened.get("organization").stringValue()).isEqualTo("session-org");
    assertThat(opened.get("scopes").toString()).isEqualTo("[\"read\"]");
    assertThat(Instant.parse(opened.get("expires_at").stringValue()))
        .isBetween(
            Instant.now().plus(Duration.ofHours(11)), Instant.now().plus(Duration.ofHours(13)));
    assertThat(browser.json(SESSION).get("principal")).isEqualTo(opened.get("principal"));
    assertThat(browser.get(SCHEDULES).status()).isEqualTo(200);
    assertThat(browser.post(SCHEDULES, SCHEDULE).code()).isEqualTo("scope.missing");
  }

  @Test
  void the_cookie_is_out_of_reach_of_scripts_and_of_other_sites() {
    ApiServer.Reply reply = Browser.at(api.url()).signIn(api.operatorToken());
    assertThat(reply.header("Set-Cookie"))
        .matches(
            "carillon_session=[A-Za-z0-9_-]{43}; Path=/; Max-Age=\\d+; HttpOnly; SameSite=Strict");
    assertThat(reply.header("Cache-Control")).isEqualTo("no-store");
    assertThat(reply.body()).doesNotContain(cookieValue(reply));
  }

  private static String cookieValue(ApiServer.Reply reply) {
    return reply.header("Set-Cookie").replaceFirst("^carillon_session=([^;]*);.*", "$1");
  }

  @Test
  void the_database_has_no_session_in_the_clear() {
    Browser browser = Browser.at(api.url());
    String value = cookieValue(browser.signIn(api.operatorToken()));
    assertThat(api.query("select s::text from carillon.sessions s", row -> row.getString(1)))
        .isNotEmpty()
        .noneMatch(row -> row.contains(value) || row.contains(api.operatorToken()));
  }

  @Test
  void over_https_the_cookie_is_secure_as_a_trusted_proxy_says_and_nobody_else() {
    Browser https = Browser.at(api.url()).with("X-Forwarded-Proto", "https");
    assertThat(https.signIn(api.operatorToken()).header("Set-Cookie")).doesNotContain("Secure");
    Browser behind =
        Browser.at(proxied.url())
            .with("X-Forwarded-Proto", "https")
            .with("X-Forwarded-Host", "carillon.example")
            .with("Origin", "https://carillon.example");
    assertThat(behind.signIn(proxied.operatorToken()).header("Set-Cookie")).endsWith("; Secure");
    assertThat(behind.post(SCHEDULES, SCHEDULE).status()).isEqualTo(201);
    Browser downgraded = behind.with("Origin", "http://carillon.example");
    assertThat(downgraded.post(SCHEDULES, SCHEDULE).code()).isEqualTo("csrf");
  }

  @Test
  void a_change_by_cookie_needs_the_header_of_the_page() {
    Browser browser = signedIn(api.organization("csrf").token("user:ada", "admin"));
    assertThat(browser.post(SCHEDULES, SCHEDULE).status()).isEqualTo(201);
    Browser form = browser.with("Carillon-Page", null);
    assertThat(form.post(SCHEDULES, SCHEDULE).status()).isEqualTo(403);
    assertThat(form.post(SCHEDULES, SCHEDULE).code()).isEqualTo("csrf");
    assertThat(form.send("DELETE", SESSION, null).code()).isEqualTo("csrf");
    assertThat(form.get(SCHEDULES).status()).isEqualTo(200);
    assertThat(browser.with("Carillon-Page", "0").post(SCHEDULES, SCHEDULE).code())
        .isEqualTo("csrf");
  }

  @Test
  void a_change_by_cookie_from_another_origin_is_refused() {
    Browser browser = signedIn(api.organization("origin").token("user:ada", "admin"));
    assertThat(browser.with("Origin", null).post(SCHEDULES, SCHEDULE).status()).isEqualTo(201);
    for (String origin :
        new String[] {
          "null",
          "http://evil.example",
          api.url() + "0",
          api.url().replace("http://", "http://evil.example@"),
          api.url().replace("http:", "ftp:"),
          "http://127.0.0.1",
          "127.0.0.1",
          "http://[::1",
        }) {
      ApiServer.Reply reply = browser.with("Origin", origin).post(SCHEDULES, SCHEDULE);
      assertThat(reply.status()).as(origin).isEqualTo(403);
      assertThat(reply.code()).isEqualTo("csrf");
    }
  }

  @Test
  void another_site_cannot_sign_somebody_in() {
    Browser evil = Browser.at(api.url()).with("Origin", "http://evil.example");
    assertThat(evil.signIn(api.operatorToken()).code()).isEqualTo("csrf");
    assertThat(evil.cookie()).isNull();
  }

  @Test
  void a_cookie_does_not_count_where_there_is_a_token() {
    Browser browser = signedIn(api.operator());
    Browser wrong = browser.with("Authorization", "Bearer car_wrong");
    assertThat(wrong.get(SCHEDULES).code()).isEqualTo("token.invalid");
    ApiServer.Client reader = api.operator().token("user:other", "read");
    Browser both = browser.with("Authorization", "Bearer " + reader.token());
    assertThat(both.post(SCHEDULES, SCHEDULE).code()).isEqualTo("scope.missing");
    assertThat(both.json(SESSION).get("principal").stringValue()).isEqualTo("user:other");
  }

  @Test
  void a_revoked_token_ends_its_sessions_at_once() {
    ApiServer.Client org = api.organization("revoked");
    JsonNode token =
        org.post("/api/v1/tokens", "{\"principal\":\"user:x\",\"scopes\":[\"read\"]}").json();
    Browser browser = Browser.at(api.url());
    browser.signIn(token.get("token").stringValue());
    assertThat(browser.get(SCHEDULES).status()).isEqualTo(200);
    org.delete("/api/v1/tokens/" + token.get("id").stringValue());
    assertThat(browser.get(SCHEDULES).status()).isEqualTo(401);
    assertThat(browser.get(SCHEDULES).code()).isEqualTo("session.ended");
    assertThat(browser.get(SESSION).status()).isEqualTo(401);
  }

  @Test
  void an_expired_token_ends_its_sessions_at_once_and_says_so_beforehand() {
    ApiServer.Client org = api.organization("expired");
    Instant soon = Instant.parse("2099-01-01T00:00:00Z");
    ApiServer.Client token =
        api.withToken(
            org.post(
                    "/api/v1/tokens",
                    "{\"principal\":\"user:x\",\"scopes\":[\"read\"],\"expires_at\":\"%s\"}"
                        .formatted(soon))
                .text("token"));
    Browser browser = signedIn(token);
    api.execute(
        "update carillon.tokens set expires_at = now() + interval '1 hour' where principal ="
            + " 'user:x' and expires_at is not null");
    assertThat(Instant.parse(browser.json(SESSION).get("expires_at").stringValue()))
        .isBefore(Instant.now().plus(Duration.ofHours(2)));
    api.execute(
        "update carillon.tokens set expires_at = now() where principal = 'user:x' and expires_at"
            + " is not null");
    assertThat(browser.get(SCHEDULES).code()).isEqualTo("session.ended");
  }

  @Test
  void a_session_in_use_goes_on_and_one_that_is_not_ends() {
    Browser browser = signedIn(api.organization("sliding").token("user:slider", "read"));
    String mine =
        " where token_id = (select id from carillon.tokens where principal = 'user:slider')";
    api.execute("update carillon.sessions set expires_at = now() + interval '1 hour'" + mine);
    assertThat(browser.get(SCHEDULES).status()).isEqualTo(200);
    assertThat(
            api.query(
                "select expires_at > now() + interval '11 hours' from carillon.sessions" + mine,
                row -> row.getBoolean(1)))
        .containsExactly(true);
    api.execute("update carillon.sessions set expires_at = now()" + mine);
    assertThat(browser.get(SCHEDULES).code()).isEqualTo("session.ended");
  }

  @Test
  void signing_out_ends_the_session_for_every_window() {
    Browser browser = signedIn(api.organization("out").token("user:ada", "read"));
    Browser other = browser.with("X-Window", "2");
    ApiServer.Reply out = browser.send("DELETE", SESSION, null);
    assertThat(out.status()).isEqualTo(204);
    assertThat(out.header("Set-Cookie")).startsWith("carillon_session=;").contains("Max-Age=0");
    assertThat(other.get(SCHEDULES).code()).isEqualTo("session.ended");
    assertThat(browser.get(SESSION).code()).isEqualTo("token.missing");
    assertThat(browser.send("DELETE", SESSION, null).status()).isEqualTo(204);
  }

  @Test
  void a_session_works_on_every_node() throws IOException {
    Browser browser = signedIn(api.operator());
    try (ApiServer.Another another = api.another()) {
      Browser there = browser.movedTo(another.url());
      assertThat(there.get(SCHEDULES).status()).isEqualTo(200);
      there.send("DELETE", SESSION, null);
    }
    assertThat(browser.get(SCHEDULES).code()).isEqualTo("session.ended");
  }

  @Test
  void the_operator_chooses_an_organization_and_nobody_else_does() {
    ApiServer.Client one = api.organization("chosen");
    one.post(SCHEDULES, SCHEDULE);
    Browser operator = Browser.at(api.url());
    ApiServer.Reply opened =
        operator.post(
            SESSION,
            "{\"token\":\"%s\",\"organization\":\"chosen\"}".formatted(api.operatorToken()));
    assertThat(opened.text("organization")).isEqualTo("chosen");
    assertThat(operator.json(SCHEDULES).get("items")).hasSize(1);
    ApiServer.Client stranger = api.organization("stranger").token("user:eve", "admin");
    ApiServer.Reply refused =
        Browser.at(api.url())
            .post(
                SESSION,
                "{\"token\":\"%s\",\"organization\":\"chosen\"}".formatted(stranger.token()));
    assertThat(refused.status()).isEqualTo(404);
    assertThat(refused.code()).isEqualTo("organization.not_found");
    Browser eve = signedIn(stranger);
    assertThat(eve.with("Carillon-Organization", "chosen").get(SCHEDULES).status()).isEqualTo(404);
    assertThat(eve.json(SCHEDULES).get("items")).isEmpty();
  }

  @Test
  void wrong_tokens_and_codes_are_counted_and_slowed_down() {
    Browser browser = Browser.at(limited.url());
    assertThat(browser.signIn("car_wrong").status()).isEqualTo(401);
    assertThat(browser.post(SESSION, "{\"code\":\"wrong\"}").code())
        .isEqualTo("session.code_invalid");
    assertThat(browser.signIn("car_wrong").status()).isEqualTo(401);
    ApiServer.Reply held = browser.post(SESSION, "{\"code\":\"wrong\"}");
    assertThat(held.status()).isEqualTo(429);
    assertThat(held.header("Retry-After")).isNotNull();
    assertThat(browser.signIn(limited.operatorToken()).status()).isEqualTo(200);
  }

  @Test
  void what_is_no_sign_in_is_refused_at_its_field() {
    Browser browser = Browser.at(api.url());
    assertThat(browser.post(SESSION, "{}").code()).isEqualTo("field.missing");
    assertThat(browser.post(SESSION, "{\"code\":\"a\",\"token\":\"b\"}").code())
        .isEqualTo("field.invalid");
    assertThat(browser.post(SESSION, "{\"password\":\"x\"}").code()).isEqualTo("field.unknown");
    assertThat(browser.get(SESSION).code()).isEqualTo("token.missing");
  }
}
