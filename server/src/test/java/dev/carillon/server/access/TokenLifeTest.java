package dev.carillon.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.carillon.server.ApiServer;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.LoggerFactory;

/** What a token is not: more than its maker had, longer than its time, or anywhere in a log. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class TokenLifeTest {

  private static final String TOKENS = "/api/v1/tokens";

  @RegisterExtension static final ApiServer api = new ApiServer();

  @Test
  void an_expired_token_is_refused_like_an_unknown_one() {
    ApiServer.Client org = api.organization("expiry");
    String token =
        org.post(
                TOKENS,
                "{\"scopes\":[\"read\"],\"principal\":\"user:a\",\"expires_at\":\"2099-01-01T00:00:00Z\"}")
            .text("token");
    ApiServer.Client client = api.withToken(token);
    assertThat(client.get("/api/v1/schedules").status()).isEqualTo(200);
    api.execute("update carillon.tokens set expires_at = now() where expires_at is not null");
    ApiServer.Reply expired = client.get("/api/v1/schedules");
    ApiServer.Reply unknown = api.withToken("car_unknown").get("/api/v1/schedules");
    assertThat(expired.status()).isEqualTo(401);
    assertThat(expired.body()).isEqualTo(unknown.body());
  }

  @Test
  void nobody_hands_out_more_than_they_have() {
    ApiServer.Client org = api.organization("more");
    ApiServer.Client admin = org.token("user:root", "admin");
    assertThat(admin.post(TOKENS, "{\"scopes\":[\"operator\"]}").status()).isEqualTo(422);
    assertThat(admin.post(TOKENS, "{\"scopes\":[]}").status()).isEqualTo(422);
    assertThat(admin.post(TOKENS, "{\"scopes\":[\"read\"],\"principal\":\"root\"}").status())
        .isEqualTo(422);
    assertThat(admin.get("/api/v1/orgs").status()).isEqualTo(403);
    assertThat(admin.post(TOKENS, "{\"scopes\":[\"admin\"]}").text("principal"))
        .isEqualTo("user:root");
  }

  @Test
  void no_token_stands_in_any_log_line() {
    Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    Level before = root.getLevel();
    root.addAppender(lines);
    root.setLevel(Level.DEBUG);
    String token;
    try {
      ApiServer.Client org = api.organization("logs");
      ApiServer.Client ada = org.token("user:ada", "read", "write");
      token = ada.token();
      ada.get("/api/v1/schedules");
      ada.post("/api/v1/schedules", "{broken");
      ada.get("/api/v1/tokens");
      api.withToken("car_wrong-but-secret").get("/api/v1/schedules");
    } finally {
      root.setLevel(before);
      root.detachAppender(lines);
    }
    List<String> all;
    synchronized (lines) { // a thread of the server may be about to add one more
      all = lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }
    assertThat(all)
        .noneMatch(line -> line.contains(token))
        .noneMatch(line -> line.contains("wrong-but-secret"));
  }

  @Test
  void the_operator_acts_in_the_organization_it_names() {
    api.organization("named");
    assertThat(api.operator().get("/api/v1/status").text("organization")).isEqualTo("default");
    ApiServer.Client named = new ApiServer.Client(api, api.operator().token(), "named");
    ApiServer.Reply status = named.get("/api/v1/status");
    assertThat(status.text("organization")).isEqualTo("named");
    assertThat(status.json().at("/schedules/active").intValue()).isZero();
    assertThat(status.json().get("nodes")).isNotEmpty();
    ApiServer.Client nobody = new ApiServer.Client(api, api.operator().token(), "nobody");
    assertThat(nobody.get("/api/v1/status").code()).isEqualTo("organization.not_found");
    ApiServer.Reply taken = api.operator().post("/api/v1/orgs", "{\"name\":\"named\"}");
    assertThat(taken.code()).isEqualTo("organization.exists");
    assertThat(taken.text("fix")).isEqualTo("Choose another name.");
    assertThat(api.operator().post("/api/v1/orgs", "{\"name\":\"Bad Name\"}").status())
        .isEqualTo(422);
    assertThat(api.operator().get("/api/v1/orgs?limit=1").json().get("items")).hasSize(1);
  }
}
