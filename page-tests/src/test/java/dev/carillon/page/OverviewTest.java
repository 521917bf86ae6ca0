package dev.carillon.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Is anything wrong, what ran, what comes next. */
@InBrowser
class OverviewTest {

  @RegisterExtension static final Site site = new Site();

  @Test
  void it_says_what_is_wrong_what_ran_and_what_comes() {
    String ok = site.receiver().url("/ok");
    Window window = site.window().at("/");
    assertThat(window.text("Nothing is scheduled yet.")).isVisible();

    site.api().schedule(Map.of("name", "Steady", "interval_seconds", 1, "url", ok));
    assertThat(window.text("All is well")).isVisible();
    assertThat(window.page().locator(".strip-good").first()).isVisible();
    assertThat(window.page().locator(".strip-run[tabindex='0']")).hasCount(1);
    assertThat(window.page().locator(".strip-good").first())
        .hasAttribute("aria-label", Pattern.compile("Steady: success .*"));

    site.api()
        .schedule(
            Map.of(
                "name",
                "Broken",
                "interval_seconds",
                1,
                "max_retries",
                0,
                "max_failures",
                2,
                "url",
                site.receiver().url("/fail")));
    site.api()
        .schedule(
            Map.of(
                "name",
                "Poem",
                "cron",
                "0 0 1 1 *",
                "graph_id",
                "langgraph:poet",
                "grant_id",
                expiringGrant()));
    Locator attention = window.region("Needs attention");
    assertThat(attention).containsText("Auto-paused");
    assertThat(attention).containsText("Broken");
    assertThat(attention).containsText("Grant expires");
    assertThat(window.text("2 schedules need attention.")).isVisible();
    assertThat(
            window.page().locator(".tile").filter(new Locator.FilterOptions().setHasText("Paused")))
        .containsText("1");
    assertThat(window.page().locator(".strip-bad").first()).isVisible();

    assertThat(window.region("Throughput").locator("canvas")).isVisible();
    assertThat(window.region("Throughput"))
        .containsText(Pattern.compile("[1-9]\\d* in the last hour"));
    assertThat(window.region("Lateness").locator("canvas")).isVisible();

    window.page().reload();
    assertThat(window.region("Next hour").locator(".load-some").first()).isVisible();
    assertThat(window.region("Next hour")).containsText("Steady");

    attention.getByText("Broken").click();
    assertThat(window.heading("Broken")).isVisible();
  }

  @Test
  void what_comes_is_a_timeline() {
    site.api()
        .schedule(
            Map.of("name", "Each minute", "cron", "* * * * *", "url", site.receiver().url("/ok")));
    Window window = site.window().at("/next");
    assertThat(window.region("Timeline")).containsText("Each minute");
    window.radio("6 hours").click();
    assertThat(window.page()).hasURL(Pattern.compile("minutes=360"));
    assertThat(window.region("Load").locator("rect").first()).isVisible();
  }

  private static String expiringGrant() {
    return site.api()
        .post(
            "/grants",
            Map.of(
                "billing_account_id",
                "acc-1",
                "expires_at",
                Instant.now().plus(Duration.ofHours(30)).toString()))
        .get("id")
        .stringValue();
  }
}
