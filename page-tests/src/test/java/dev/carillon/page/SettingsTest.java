package dev.carillon.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Executors, tokens, webhooks, nodes, and runs across schedules. */
@InBrowser
class SettingsTest {

  @RegisterExtension static final Site site = new Site();

  @Test
  void an_executor_is_added_changed_and_removed_and_the_signing_secret_shown_on_request() {
    Window window = site.window().at("/settings/executors");
    window.button("New executor").click();
    window.dialog().getByLabel("Name").fill("langgraph");
    window.dialog().getByLabel("URL").fill("nonsense");
    window.answer("Save").click();
    assertThat(window.dialog().locator("[data-field=url] [role=alert]")).isVisible();
    window.dialog().getByLabel("URL").fill(site.receiver().url("/ok"));
    window.answer("Save").click();
    assertThat(window.row("langgraph")).containsText("/ok");
    window.row("langgraph").getByText("Edit").click();
    window.dialog().getByLabel("URL").fill(site.receiver().url("/other"));
    window.answer("Save").click();
    assertThat(window.row("langgraph")).containsText("/other");
    window.row("langgraph").getByText("Remove").click();
    window.answer("Remove").click();
    assertThat(window.text("No executors yet")).isVisible();

    window.button("Show it").click();
    assertThat(window.region("Signing secret").locator("code"))
        .containsText(Pattern.compile("whsec_.+"));
  }

  @Test
  void a_token_is_shown_once_and_revoked() {
    Window window = site.window().at("/settings/tokens");
    window.button("New token").click();
    window.dialog().getByLabel("Name").fill("for the dashboard");
    window.dialog().getByLabel("Principal").fill("user:dashboard");
    window.answer("Make").click();
    String token = window.dialog().locator("code").textContent();
    assertThat(token).startsWith("car_");
    window.answer("I have it").click();
    Locator row = window.row("for the dashboard");
    assertThat(row).containsText("Valid");
    row.getByText("Revoke").click();
    window.answer("Revoke").click();
    assertThat(row).containsText("Revoked");
  }

  @Test
  void a_webhook_is_made_and_its_deliveries_seen() {
    Window window = site.window().at("/settings/webhooks");
    window.button("New webhook").click();
    window.dialog().getByLabel("URL").fill(site.receiver().url("/hook"));
    window.dialog().getByLabel("schedule.created").check();
    window.answer("Save").click();
    assertThat(window.row("/hook")).containsText("On");
    site.api()
        .schedule(
            Map.of("name", "Told", "interval_seconds", 3600, "url", site.receiver().url("/ok")));
    window.row("/hook").getByText("Deliveries").click();
    assertThat(window.row("schedule.created")).containsText("Delivered");
  }

  @Test
  void nodes_show_their_leases_and_shares() {
    Window window = site.window(site.operator().token()).at("/nodes");
    assertThat(window.page().locator("tbody tr").first()).containsText("Alive");
    assertThat(window.page().locator("tbody tr").first()).containsText("64 of 64");
    assertThat(window.text("1 node at work")).isVisible();
  }

  @Test
  void runs_across_schedules_are_narrowed_and_opened() {
    for (String path : new String[] {"/ok", "/fail"}) {
      String id =
          site.api()
              .schedule(
                  Map.of(
                      "name",
                      "Runs " + path,
                      "interval_seconds",
                      3600,
                      "max_retries",
                      0,
                      "url",
                      site.receiver().url(path)));
      site.api().post("/schedules/" + id + "/run", Map.of());
    }
    Window window = site.window().at("/runs");
    assertThat(window.page().locator(".run")).hasCount(2);
    window.button("Error").click();
    assertThat(window.page().locator(".run")).hasCount(1);
    assertThat(window.page().locator(".run")).containsText("Runs /fail");
    window.field("Origin").selectOption("backfill");
    assertThat(window.text("No runs like that")).isVisible();
    window.field("Origin").selectOption("manual");
    window.page().locator(".run-line").first().click();
    window.page().locator(".run-detail a").first().click();
    assertThat(window.heading("Runs /fail")).isVisible();
    assertThat(window.page().locator(".fault")).containsText("503");
  }
}
