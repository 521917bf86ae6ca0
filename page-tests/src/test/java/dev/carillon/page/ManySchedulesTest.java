package dev.carillon.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Ten thousand schedules are no harder to use than ten. */
@InBrowser
class ManySchedulesTest {

  private static final int COUNT = 10_000;
  private static final int AT_ONCE = 1000;

  /** Those from here on run next behind more others than one request looks at. */
  private static final int LATE = 7000;

  @RegisterExtension static final Site site = new Site();

  @BeforeAll
  static void fill() {
    for (int start = 0; start < COUNT; start += AT_ONCE) {
      List<Map<String, Object>> some =
          IntStream.range(start, start + AT_ONCE)
              .<Map<String, Object>>mapToObj(i ->
                  Map.of(
                      "name",
                      "Schedule %05d".formatted(i) + (i < LATE ? "" : " of late"),
                      "interval_seconds",
                      86_400 + i,
                      "url",
                      site.receiver().url("/ok")))
              .toList();
      site.api().put("/schedules/apply", Map.of("schedules", some));
    }
  }

  @Test
  void they_are_paged_searched_and_sorted_and_only_a_page_of_them_is_drawn() {
    Window window = site.window().at("/schedules");
    assertThat(window.text("1–50 of 10,000")).isVisible();
    assertThat(window.page().locator("tbody tr")).hasCount(50);

    window.button("Next").click();
    assertThat(window.text("51–100 of 10,000")).isVisible();
    window.button("Back").click();
    assertThat(window.text("1–50 of 10,000")).isVisible();

    window.field("Search schedules").fill("09999");
    assertThat(window.page().locator("tbody tr")).hasCount(1);
    assertThat(window.row("Schedule 09999")).isVisible();

    window.page().navigate(site.url() + "/schedules?sort=name&order=desc");
    assertThat(window.page().locator("tbody tr").first()).containsText("Schedule 09999");
    assertThat(
            ((Number) window.page().evaluate("document.querySelectorAll('*').length")).intValue())
        .isLessThan(3000);
  }

  /** Of one answer after the other, nobody sees the empty ones. */
  @Test
  void what_is_found_behind_several_empty_answers_is_shown_as_if_it_were_in_the_first() {
    String list = "/schedules?q=of+late&sort=next_run_at&order=asc";
    JsonNode first = site.api().get(list + "&limit=50");
    assertThat(first.get("items")).isEmpty();
    assertThat(first.get("next_cursor").isNull()).isFalse();

    Window window = site.window();
    window
        .page()
        .addInitScript(
            """
            window.saidNothingIsThere = false;
            new MutationObserver(() => {
              window.saidNothingIsThere ||= document.body?.innerText.includes('No schedule is like');
            }).observe(document, { childList: true, subtree: true, characterData: true });
            """);
    window.at(list);
    assertThat(window.page().locator("tbody tr")).hasCount(50);
    assertThat(window.row("of late")).hasCount(50);
    assertThat(window.row("Schedule 07000 of late")).isVisible();
    assertThat(window.page().evaluate("window.saidNothingIsThere")).isEqualTo(false);

    window.button("Next").click();
    assertThat(window.row("Schedule 07050 of late")).isVisible();
    assertThat(window.page().locator("tbody tr")).hasCount(50);
  }

  @Test
  void the_overview_counts_them_all() {
    Window window = site.window().at("/");
    assertThat(window.text("All is well: 10,000 schedules at work.")).isVisible();
  }
}
