package dev.carillon.server.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.server.ApiServer;
import dev.carillon.server.ApiServer.Client;
import dev.carillon.server.Browser;
import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** A stream ends with what its reader was let in by, on whichever server that ended. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class StreamEndTest {

  /** It takes two seconds, and longer where the machine is busy. */
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  @RegisterExtension static final ApiServer api = new ApiServer();

  private static JsonNode token(Client org, String principal) {
    return org.post(
            "/api/v1/tokens",
            "{\"principal\":\"%s\",\"scopes\":[\"read\"],\"expires_at\":\"2099-01-01T00:00:00Z\"}"
                .formatted(principal))
        .json();
  }

  private static Listener listen(JsonNode token) throws Exception {
    return new Listener(api.url(), token.get("token").stringValue(), "", null);
  }

  private static Browser signedIn(JsonNode token) {
    Browser browser = Browser.at(api.url());
    assertThat(browser.signIn(token.get("token").stringValue()).status()).isEqualTo(200);
    return browser;
  }

  private static void revoke(Client org, JsonNode token) {
    org.delete("/api/v1/tokens/" + token.get("id").stringValue());
  }

  @Test
  void a_stream_ends_when_its_token_does() throws Exception {
    Client org = api.organization("tokens");
    org.put("/api/v1/agents/frank", "{}");
    JsonNode revoked = token(org, "user:revoked");
    JsonNode expired = token(org, "user:expired");
    try (Listener one = listen(revoked);
        Listener two = listen(expired);
        Listener three = listen(token(org, "agent:frank"));
        Listener good = listen(token(org, "user:good"));
        Listener operator = new Listener(api.url(), api.operatorToken(), "", null)) {
      revoke(org, revoked);
      api.execute("update carillon.tokens set expires_at = now() where principal = 'user:expired'");
      org.delete("/api/v1/agents/frank");
      assertThat(one.ends(PATIENCE)).as("revoked").isTrue();
      assertThat(two.ends(PATIENCE)).as("expired").isTrue();
      assertThat(three.ends(PATIENCE)).as("the agent's").isTrue();

      org.post("/api/v1/schedules", "{\"name\":\"on\",\"handler\":\"h\",\"interval_seconds\":99}");
      assertThat(good.next().schedule()).isEqualTo("on");
      assertThat(operator.open()).isTrue();
      assertThat(one.rest()).isEmpty();
    }
  }

  @Test
  void a_stream_ends_when_its_session_does() throws Exception {
    Client org = api.organization("sessions");
    JsonNode revoked = token(org, "user:revoked-later");
    Browser leaving = signedIn(token(org, "user:leaving"));
    Browser idle = signedIn(token(org, "user:idle"));
    Browser staying = signedIn(token(org, "user:staying"));
    try (ApiServer.Another second = api.another();
        Listener one = Listener.signedIn(api.url(), leaving);
        Listener two = Listener.signedIn(api.url(), idle);
        Listener three = Listener.signedIn(api.url(), signedIn(revoked));
        Listener good = Listener.signedIn(api.url(), staying)) {
      leaving.movedTo(second.url()).send("DELETE", "/api/v1/session", null);
      api.execute(
          "update carillon.sessions set expires_at = now() where token_id ="
              + " (select id from carillon.tokens where principal = 'user:idle')");
      revoke(org, revoked);
      assertThat(one.ends(PATIENCE)).as("signed out, on another server").isTrue();
      assertThat(two.ends(PATIENCE)).as("expired").isTrue();
      assertThat(three.ends(PATIENCE)).as("its token was revoked").isTrue();
      assertThat(good.open()).isTrue();
    }
  }

  @Test
  void an_open_stream_is_no_use_of_a_session_and_does_not_prolong_it() throws Exception {
    Browser browser = signedIn(token(api.organization("unused"), "user:away"));
    String mine =
        " where token_id = (select id from carillon.tokens where principal = 'user:away')";
    try (Listener listener = Listener.signedIn(api.url(), browser)) {
      api.execute("update carillon.sessions set expires_at = now() + interval '5 seconds'" + mine);
      assertThat(listener.ends(PATIENCE)).isTrue();
    }
    assertThat(
            api.query(
                "select expires_at < now() from carillon.sessions" + mine,
                row -> row.getBoolean(1)))
        .containsExactly(true);
  }
}
