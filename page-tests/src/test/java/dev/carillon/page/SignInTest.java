package dev.carillon.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.Cookie;
import com.microsoft.playwright.options.SameSiteAttribute;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** The door of the page. */
@InBrowser
class SignInTest {

  @RegisterExtension static final Site site = new Site();

  @Test
  void the_link_that_the_server_prints_signs_in_once_and_leaves_no_trace_in_the_address() {
    String link = site.server().signInLink();

    Window first = site.stranger();
    first.page().navigate(link);
    assertThat(first.heading("Overview")).isVisible();
    assertThat(first.page().url()).isEqualTo(site.url() + "/");

    Window second = site.stranger();
    second.page().navigate(link);
    assertThat(second.text("was used before")).isVisible();
    assertThat(second.page().url()).doesNotContain("code");
  }

  @Test
  void a_token_signs_in_to_the_view_one_wanted_and_no_script_can_read_the_session() {
    Window window = site.stranger();
    window.at("/runs");
    window.field("Token").fill(site.api().newToken("user:grace", "read"));
    window.button("Sign in").click();

    assertThat(window.heading("Runs")).isVisible();
    assertThat(window.page().evaluate("document.cookie")).isEqualTo("");
    assertThat(window.page().evaluate("JSON.stringify({...localStorage, ...sessionStorage})"))
        .asString()
        .doesNotContain("car_");
    List<Cookie> cookies = window.page().context().cookies();
    assertThat(cookies)
        .anySatisfy(cookie -> {
          assertThat(cookie.name).isEqualTo("carillon_session");
          assertThat(cookie.httpOnly).isTrue();
          assertThat(cookie.sameSite).isEqualTo(SameSiteAttribute.STRICT);
        });
  }

  @Test
  void a_wrong_token_is_refused_with_a_reason() {
    Window window = site.stranger();
    window.at("/");
    window.field("Token").fill("car_" + "x".repeat(43));
    window.button("Sign in").click();
    assertThat(window.page().getByRole(AriaRole.ALERT).first()).containsText("token");
    assertThat(window.button("Sign in")).isVisible();
  }

  @Test
  void a_revoked_token_leads_to_the_door_and_another_one_back_to_where_one_was() {
    String token = site.api().newToken("user:linus", "read");
    Window window = site.window(token);
    window.at("/schedules");
    assertThat(window.heading("Schedules")).isVisible();

    revoke("user:linus");
    window.link("Runs").click();
    assertThat(window.text("You are no longer signed in")).isVisible();

    window.field("Token").fill(site.api().newToken("user:linus", "read"));
    window.button("Sign in").click();
    assertThat(window.heading("Runs")).isVisible();
  }

  @Test
  void an_expired_token_leads_to_the_door() {
    String token =
        site.api()
            .post(
                "/tokens",
                Map.of(
                    "principal",
                    "user:guest",
                    "scopes",
                    List.of("read"),
                    "expires_at",
                    Instant.now().plusSeconds(20).toString()))
            .get("token")
            .stringValue();
    Window window = site.window(token).at("/schedules");
    assertThat(window.heading("Schedules")).isVisible();

    Api guest = new Api(site.url(), token, null);
    await()
        .atMost(Duration.ofMinutes(2))
        .untilAsserted(
            () -> assertThatThrownBy(() -> guest.get("/schedules")).hasMessageContaining("401"));
    window.link("Runs").click();
    assertThat(window.text("You are no longer signed in")).isVisible();
  }

  @Test
  void who_signs_out_is_out() {
    Window window = site.window();
    window.at("/schedules");
    window.button("Sign out").click();
    assertThat(window.button("Sign in")).isVisible();
    window.page().reload();
    assertThat(window.button("Sign in")).isVisible();
  }

  @Test
  void who_may_only_look_is_offered_nothing_else() {
    String id =
        site.api()
            .schedule(
                Map.of(
                    "name",
                    "Looked at",
                    "interval_seconds",
                    3600,
                    "url",
                    site.receiver().url("/ok")));
    Window window = site.window(site.api().newToken("user:reader", "read"));
    window.at("/schedules/" + id);
    assertThat(window.heading("Looked at")).isVisible();
    assertThat(window.button("Run now")).hasCount(0);
    assertThat(window.button("Delete")).hasCount(0);
    assertThat(window.link("Tokens")).hasCount(0);
  }

  private static void revoke(String principal) {
    for (JsonNode token : site.api().get("/tokens?limit=200").get("items")) {
      if (token.get("principal").stringValue().equals(principal)) {
        site.api().delete("/tokens/" + token.get("id").stringValue());
      }
    }
  }
}
