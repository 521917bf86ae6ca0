package dev.carillon.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Ten thousand schedules are no harder to use than ten. */
@InBrowser
class ManySchedulesTest {

  private static final int COUNT = 10_000;
  private static final int AT_ONCE = 1000;

  @RegisterExtension static final Site site = new Site();

  @BeforeAll
  static void fill() {
    for (int start = 0; start < COUNT; start += AT_ONCE) {
      List<Map<String, Object>> some =
          IntStream.range(start, start + AT_ONCE)
              .<Map<String, Object>>mapToObj(i ->
                  Map.of(
                      "name",
                      "Schedule %05d".formatted(i),
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

  @Test
  void the_overview_counts_them_all() {
    Window window = site.window().at("/");
    assertThat(window.text("All is well: 10,000 schedules at work.")).isVisible();
  }
}
