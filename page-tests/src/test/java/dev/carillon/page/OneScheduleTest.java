package dev.carillon.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Everything about one schedule, and everything that is done with it. */
@InBrowser
class OneScheduleTest {

  @RegisterExtension static final Site site = new Site();

  private static String schedule(String name, String path, Map<String, ?> more) {
    Map<String, Object> body =
        new HashMap<>(Map.of("name", name, "url", site.receiver().url(path)));
    body.putAll(more);
    return site.api().schedule(body);
  }

  @Test
  void it_runs_now_with_another_payload_and_history_opens_to_attempts_and_readable_errors() {
    String id = schedule("Breaks", "/fail", Map.of("interval_seconds", 3600, "max_retries", 0));
    Window window = site.window().at("/schedules/" + id);
    assertThat(window.text("It has not run yet")).isVisible();

    window.button("Run now").click();
    window.dialog().getByLabel("With another payload").check();
    window.dialog().getByLabel("Payload", new Locator.GetByLabelOptions().setExact(true)).fill("{");
    assertThat(window.answer("Run now")).isDisabled();
    window
        .dialog()
        .getByLabel("Payload", new Locator.GetByLabelOptions().setExact(true))
        .fill("{\"trial\":true}");
    window.answer("Run now").click();

    Locator run = window.page().locator(".run").first();
    assertThat(run).containsText("Error");
    assertThat(run).containsText("manual");
    run.getByRole(AriaRole.BUTTON).first().click();
    assertThat(run.locator(".fault")).containsText("connection refused by inventory-db:5432");
    assertThat(run.locator(".attempts")).containsText("Attempt 1");
  }

  @Test
  void it_is_paused_with_a_reason_and_resumed() {
    String id = schedule("Rests", "/ok", Map.of("interval_seconds", 3600));
    Window window = site.window().at("/schedules/" + id);
    window.button("Pause").click();
    window.dialog().getByLabel("Reason").fill("until the holidays are over");
    window.answer("Pause").click();
    assertThat(window.text("until the holidays are over")).isVisible();
    assertThat(window.page().locator(".head [data-status=paused]")).isVisible();

    window.button("Resume").first().click();
    window.answer("Resume").click();
    assertThat(window.page().locator(".head [data-status=active]")).isVisible();
  }

  @Test
  void what_failures_paused_says_so_and_shows_the_way_back() {
    String id =
        schedule(
            "Too often",
            "/fail",
            Map.of("interval_seconds", 1, "max_retries", 0, "max_failures", 2));
    Window window = site.window().at("/schedules/" + id);
    assertThat(window.text("Paused after 2 failures in a row")).isVisible();
    assertThat(window.page().locator(".notice-bad")).containsText("503");
    window.page().locator(".notice-bad").getByText("Resume").click();
    window.answer("Resume").click();
    assertThat(window.text("It runs again.")).isVisible();
  }

  @Test
  void what_is_dead_is_revived_and_what_is_stopped_keeps_its_history() {
    String id =
        schedule(
            "Dies",
            "/fail",
            Map.of(
                "interval_seconds",
                1,
                "max_retries",
                0,
                "max_failures",
                1,
                "on_max_failures",
                "dead"));
    Window window = site.window().at("/schedules/" + id);
    assertThat(window.text("Dead: it failed too often")).isVisible();
    window.button("Revive").first().click();
    window.answer("Revive").click();
    assertThat(window.text("It lives again.")).isVisible();

    window.button("Stop").click();
    window.answer("Stop").click();
    assertThat(window.page().locator(".head [data-status=stopped]")).isVisible();
    assertThat(window.page().locator(".run").first()).isVisible();
  }

  @Test
  void a_backfill_says_how_many_before_it_runs_any_and_the_calendar_shows_them() {
    String id =
        // Of January only: no slot of its own may come due meanwhile.
        schedule("Backfilled", "/ok", Map.of("cron", "0 3 * 1 *", "timezone", "Europe/Berlin"));
    Window window = site.window().at("/schedules/" + id);
    window.button("Backfill").click();
    window.dialog().getByLabel("From").fill("2026-01-01T00:00");
    window.dialog().getByLabel("To").fill("2026-01-06T00:00");
    window.answer("Count the slots").click();
    assertThat(window.dialog()).containsText("5 slots would run");
    assertThat(site.api().get("/schedules/" + id + "/runs").get("items").size()).isZero();

    window.answer("Run 5 slots").click();
    assertThat(window.page().locator(".run")).hasCount(5);
    assertThat(window.page().locator(".run").first()).containsText("backfill");
    assertThat(window.region("Calendar").locator("svg[role=img]"))
        .hasAttribute("aria-label", Pattern.compile("\\d+ days? with runs.*"));
  }

  @Test
  void upcoming_fires_stand_in_its_zone_and_in_the_viewer_s() {
    String id = schedule("Far away", "/ok", Map.of("cron", "0 9 * * *", "timezone", "Asia/Tokyo"));
    Window window = site.window().at("/schedules/" + id);
    Locator upcoming = window.region("Upcoming");
    assertThat(upcoming.locator("time").first()).containsText("09:00:00");
    assertThat(upcoming).containsText(Pattern.compile("0[12]:00:00 for you"));
  }

  @Test
  void it_is_deleted_after_a_question() {
    String id = schedule("Superfluous", "/ok", Map.of("interval_seconds", 3600));
    Window window = site.window().at("/schedules/" + id);
    window.button("Delete").click();
    window.answer("Delete").click();
    assertThat(window.heading("Schedules")).isVisible();
    window.page().navigate(site.url() + "/schedules/" + id);
    assertThat(window.text("There is no such schedule")).isVisible();
  }

  @Test
  void an_open_run_is_cancelled() {
    String id = schedule("Takes long", "/accept", Map.of("interval_seconds", 3600));
    Window window = site.window().at("/schedules/" + id);
    window.button("Run now").click();
    window.answer("Run now").click();
    Locator run = window.page().locator(".run").first();
    assertThat(run).containsText("Running");
    run.getByRole(AriaRole.BUTTON).first().click();
    window.button("Cancel this run").click();
    window.answer("Cancel the run").click();
    assertThat(run).containsText("Cancelled");
  }
}
