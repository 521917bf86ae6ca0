package dev.carillon.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Both themes, a phone's width, names for every control, contrast. */
@InBrowser
class LookTest {

  @RegisterExtension static final Site site = new Site();

  private static List<String> views;

  @BeforeAll
  static void fill() {
    Api api = site.api();
    new Demo(api, site.receiver()).fill();
    String id =
        api.schedule(
            Map.of(
                "name",
                "A schedule whose name is as long as the names of schedules sometimes are,"
                    + " unbroken_too",
                "cron",
                "*/20 3-5 1,15 * *",
                "timezone",
                "America/Argentina/ComodRivadavia",
                "url",
                site.receiver().url("/fail?" + "q".repeat(200))));
    api.post("/schedules/" + id + "/run", Map.of());
    views =
        List.of(
            "/",
            "/schedules",
            "/schedules/new",
            "/schedules/" + id,
            "/schedules/" + id + "/edit",
            "/runs",
            "/next",
            "/workflows",
            "/workflows/daily-report",
            "/agents",
            "/agents/mira",
            "/grants",
            "/settings/executors",
            "/settings/tokens",
            "/settings/webhooks",
            "/imports",
            "/nodes",
            "/settings/nowhere");
  }

  @Test
  void no_view_is_wider_than_a_phone() {
    Window window = site.window(360, 740, ColorScheme.LIGHT);
    List<String> wide = new ArrayList<>();
    for (String view : views) {
      window.at(view);
      window.page().waitForLoadState();
      await(window);
      Object width = window.page().evaluate("document.documentElement.scrollWidth");
      if (!Integer.valueOf(360).equals(width)) {
        wide.add(view + " is " + width + " wide");
      }
    }
    assertThat(wide).isEmpty();
  }

  @Test
  void the_navigation_is_behind_a_button_on_a_phone() {
    Window window = site.window(360, 740, ColorScheme.DARK).at("/");
    assertThat(window.link("Runs")).not().isVisible();
    window.button("Menu").click();
    window.link("Runs").click();
    assertThat(window.heading("Runs")).isVisible();
    assertThat(window.link("Grants")).not().isVisible();
  }

  @Test
  void every_control_has_a_name_every_view_one_head_and_no_id_stands_twice() {
    Window window = site.window();
    List<String> faults = new ArrayList<>();
    for (String view : views) {
      window.at(view);
      await(window);
      @SuppressWarnings("unchecked")
      List<String> found = (List<String>) window.page().evaluate(FAULTS);
      found.forEach(fault -> faults.add(view + ": " + fault));
    }
    assertThat(faults).isEmpty();
  }

  @Test
  void a_mistyped_address_says_so_and_leads_back() {
    Window window = site.window().at("/schedulez");
    assertThat(window.heading("There is nothing here")).isVisible();
    window.page().getByRole(AriaRole.MAIN).getByText("Overview").click();
    assertThat(window.heading("Overview")).isVisible();
  }

  @Test
  void the_theme_follows_the_system_until_one_chooses_and_is_remembered() {
    Window window = site.window(1280, 900, ColorScheme.DARK).at("/");
    assertThat(window.page().locator("html")).hasAttribute("data-theme", "dark");
    window.page().getByLabel("Colours: system. Change").last().click();
    assertThat(window.page().locator("html")).hasAttribute("data-theme", "light");
    window.page().reload();
    assertThat(window.heading("Overview")).isVisible();
    assertThat(window.page().locator("html")).hasAttribute("data-theme", "light");
  }

  @Test
  void text_can_be_read_on_every_ground_in_both_themes() {
    for (ColorScheme theme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
      Window window = site.window(1280, 900, theme).at("/");
      for (String pair : PAIRS) {
        String[] names = pair.split(" on ", 2);
        double contrast = Contrast.of(colour(window, names[0]), colour(window, names[1]));
        assertThat(contrast).as("%s, %s", pair, theme).isGreaterThanOrEqualTo(4.5);
      }
    }
  }

  private static final List<String> PAIRS =
      List.of(
          "ink on paper",
          "ink on card",
          "ink on hover",
          "ink-soft on paper",
          "ink-soft on card",
          "ink-soft on hover",
          "ink-soft on rest-soft",
          "ink-faint on paper",
          "ink-faint on card",
          "solid-ink on solid",
          "link on card",
          "good on card",
          "good on good-soft",
          "bad on card",
          "bad on bad-soft",
          "bad on paper",
          "warn on card",
          "warn on warn-soft",
          "busy on card",
          "ink on busy-soft",
          "ink-soft on busy-soft",
          "bad on busy-soft",
          "rest on card",
          "card on bad");

  private static String colour(Window window, String name) {
    return (String)
        window
            .page()
            .evaluate(
                "name => getComputedStyle(document.documentElement).getPropertyValue('--' +"
                    + " name).trim()",
                name);
  }

  /** Waits until nothing is asked any more: what a view shows first is there. */
  private static void await(Window window) {
    window.page().waitForFunction("() => document.querySelector('[aria-busy=true]') === null");
  }

  /** What somebody who hears the page, or speaks to it, would stumble over. */
  private static final String FAULTS =
      """
      () => {
        const faults = [];
        const name = (element) =>
          (element.getAttribute('aria-label') ?? '') +
          [...(element.labels ?? [])].map((label) => label.textContent).join(' ') +
          (element.getAttribute('title') ?? '');
        for (const control of document.querySelectorAll('input, select, textarea')) {
          if (name(control).trim() === '') {
            faults.push('no label: ' + control.outerHTML.slice(0, 120));
          }
        }
        for (const control of document.querySelectorAll('button, a[href]')) {
          if ((control.textContent + name(control)).trim() === '') {
            faults.push('no name: ' + control.outerHTML.slice(0, 120));
          }
        }
        for (const picture of document.querySelectorAll('svg:not([aria-hidden]), img')) {
          if (!picture.getAttribute('aria-label') && !picture.getAttribute('alt')) {
            faults.push('no words: ' + picture.outerHTML.slice(0, 120));
          }
        }
        for (const stray of document.querySelectorAll('dl > div > :not(dt, dd)')) {
          faults.push('neither term nor text: ' + stray.outerHTML.slice(0, 120));
        }
        for (const link of document.querySelectorAll('p a')) {
          if (!getComputedStyle(link).textDecorationLine.includes('underline')) {
            faults.push('a link by colour alone: ' + link.outerHTML.slice(0, 120));
          }
        }
        for (const box of document.querySelectorAll('main *')) {
          const scrolls = box.scrollWidth > box.clientWidth + 1 && getComputedStyle(box).overflowX === 'auto';
          if (scrolls && box.tabIndex < 0 && !box.querySelector('a, button, input')) {
            faults.push('only a mouse scrolls it: ' + box.outerHTML.slice(0, 120));
          }
        }
        if (document.querySelectorAll('h1').length !== 1) {
          faults.push(document.querySelectorAll('h1').length + ' heads');
        }
        if (document.querySelectorAll('main').length !== 1) {
          faults.push('not one main part');
        }
        const ids = [...document.querySelectorAll('[id]')].map((element) => element.id);
        ids.filter((id, index) => ids.indexOf(id) !== index).forEach((id) => faults.push('twice: ' + id));
        for (const element of document.querySelectorAll('[style]')) {
          if (!element.closest('.uplot')) {
            faults.push('a style of its own: ' + element.outerHTML.slice(0, 120));
          }
        }
        return faults;
      }
      """;
}
