package dev.carillon.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The list of all schedules: found, narrowed, sorted, and acted on together. */
@InBrowser
class ScheduleListTest {

  @RegisterExtension static final Site site = new Site();

  @BeforeAll
  static void fill() {
    schedule("Alpha report", Map.of("cron", "0 9 * * 1-5", "timezone", "Europe/Berlin"));
    schedule("Beta report", Map.of("interval_seconds", 86400));
    schedule("Gamma sync", Map.of("interval_seconds", 7200));
    String paused = schedule("Delta sync", Map.of("interval_seconds", 7200));
    site.api().post("/schedules/" + paused + "/pause", Map.of("reason", "holidays"));
    for (int i = 1; i <= 3; i++) {
      schedule("Bulk " + i, Map.of("interval_seconds", 90000 + i));
    }
  }

  private static String schedule(String name, Map<String, ?> timing) {
    Map<String, Object> body = new HashMap<>(timing);
    body.put("name", name);
    body.put("url", site.receiver().url("/ok"));
    return site.api().schedule(body);
  }

  @Test
  void each_row_says_status_timing_target_and_next_run_in_words() {
    Window window = site.window().at("/schedules");
    Locator row = window.row("Alpha report");
    assertThat(row).containsText("at 09:00 on Monday to Friday, Europe/Berlin time");
    assertThat(row).containsText("Active");
    assertThat(row).containsText("HTTP");
    assertThat(row.locator("time").last()).containsText(Pattern.compile("in \\d+"));
  }

  @Test
  void search_filters_and_order_are_the_server_s_and_stand_in_the_address() {
    Window window = site.window().at("/schedules");
    window.field("Search schedules").fill("sync");
    assertThat(window.page().locator("tbody tr")).hasCount(2);
    assertThat(window.page()).hasURL(Pattern.compile("q=sync"));

    window.button("Paused 1").click();
    assertThat(window.page().locator("tbody tr")).hasCount(1);
    assertThat(window.row("Delta sync")).isVisible();

    window.page().navigate(site.url() + "/schedules?q=report");
    window.button("Schedule").click();
    assertThat(window.page().locator("tbody tr").first()).containsText("Alpha report");
    window.button("Schedule").click();
    assertThat(window.page().locator("tbody tr").first()).containsText("Beta report");

    window.page().navigate(site.url() + "/schedules?q=nothing-like-it");
    assertThat(window.text("No schedule is like that")).isVisible();
  }

  @Test
  void many_are_paused_resumed_and_deleted_after_a_question_that_says_how_many() {
    Window window = site.window().at("/schedules?q=Bulk");
    assertThat(window.page().locator("tbody tr")).hasCount(3);
    window.field("Select all on this page").check();
    assertThat(window.text("3 schedules selected")).isVisible();

    window.button("Pause").click();
    assertThat(window.dialog()).containsText("Pause 3 schedules?");
    window.dialog().getByLabel("Reason").fill("moving house");
    window.answer("Pause 3 schedules").click();
    assertThat(window.text("3 schedules paused")).isVisible();
    assertThat(window.page().locator("tbody [data-status=paused]")).hasCount(3);

    window.field("Select Bulk 1").check();
    window.field("Select Bulk 2").check();
    window.button("Resume").click();
    window.answer("Resume 2 schedules").click();
    assertThat(window.page().locator("tbody [data-status=active]")).hasCount(2);

    window.field("Select all on this page").check();
    window.button("Delete").click();
    window.answer("Cancel").click();
    assertThat(window.page().locator("tbody tr")).hasCount(3);
    window.button("Delete").click();
    window.answer("Delete 3 schedules").click();
    assertThat(window.text("No schedule is like that")).isVisible();
    assertThat(site.api().get("/schedules?q=Bulk").get("items").size()).isZero();
  }
}
