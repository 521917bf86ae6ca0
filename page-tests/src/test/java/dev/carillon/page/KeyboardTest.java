package dev.carillon.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Everything without a mouse: no test here clicks. */
@InBrowser
class KeyboardTest {

  @RegisterExtension static final Site site = new Site();

  /** One whose clock stands: keys that make a pair come at once, however busy the machine is. */
  private static Window hurried() {
    Window window = site.window();
    window.page().clock().setFixedTime(System.currentTimeMillis());
    return window;
  }

  @Test
  void a_schedule_is_made_found_selected_paused_and_opened_by_keys_alone() {
    site.api()
        .schedule(
            Map.of(
                "name", "Keys one", "interval_seconds", 3600, "url", site.receiver().url("/ok")));
    Window window = hurried().at("/");

    window.press("n");
    assertThat(window.heading("New schedule")).isVisible();
    assertThat(window.field("Name")).isFocused();
    window.page().keyboard().type("Keys two");
    window.field("URL").focus();
    window.page().keyboard().type(site.receiver().url("/ok"));
    window.press("Enter");
    assertThat(window.heading("Keys two")).isVisible();

    window.press("g", "s");
    assertThat(window.heading("Schedules")).isVisible();
    window.press("/");
    assertThat(window.field("Search schedules")).isFocused();
    window.page().keyboard().type("keys");
    assertThat(window.page()).hasURL(Pattern.compile("q=keys"));
    // Until the answer to the search is drawn, keys would walk the list it replaces.
    assertThat(window.text("2 schedules found")).isVisible();
    assertThat(window.page().locator("tbody tr")).hasCount(2);
    window.press("Escape", "j", "x", "j", "x");
    assertThat(window.text("2 schedules selected")).isVisible();
    window.press("x");
    assertThat(window.text("1 schedule selected")).isVisible();

    window.button("Pause").focus();
    window.press("Enter");
    assertThat(window.dialog()).isVisible();
    window.press("Escape");
    assertThat(window.dialog()).hasCount(0);
    assertThat(window.button("Pause")).isFocused();

    // The button has the focus: from the list itself Enter opens.
    window.page().evaluate("document.activeElement.blur()");
    window.press("k", "Enter");
    assertThat(window.page()).hasURL(Pattern.compile("/schedules/[0-9a-f-]{36}$"));
  }

  @Test
  void whatever_is_typed_as_soon_as_the_search_has_the_focus_is_searched() {
    Window window = hurried();
    for (int i = 0; i < 12; i++) {
      window.at("/nodes");
      assertThat(window.heading("Nodes")).isVisible();
      window.press("g", "s", "/");
      assertThat(window.field("Search schedules")).isFocused();
      window.page().keyboard().type("keys");
      assertThat(window.page()).hasURL(Pattern.compile("q=keys$"));
      assertThat(window.field("Search schedules")).hasValue("keys");
    }
  }

  @Test
  void a_slash_leads_to_the_search_from_the_list_and_from_elsewhere() {
    Window window = site.window().at("/schedules");
    assertThat(window.field("Search schedules")).isVisible();
    window.press("/");
    assertThat(window.field("Search schedules")).isFocused();
    window.at("/nodes");
    assertThat(window.heading("Nodes")).isVisible();
    window.press("/");
    assertThat(window.field("Search schedules")).isFocused();
  }

  @Test
  void pairs_of_keys_lead_to_every_view_and_a_question_mark_to_their_list() {
    Window window = hurried().at("/");
    Map<String, String> places =
        Map.of(
            "s",
            "Schedules",
            "r",
            "Runs",
            "w",
            "Workflows",
            "a",
            "Agents and rooms",
            "g",
            "Grants",
            "e",
            "Executors",
            "t",
            "Tokens",
            "h",
            "Webhooks",
            "i",
            "Imports",
            "d",
            "Nodes");
    places.forEach((key, title) -> {
      window.press("g", key);
      assertThat(window.heading(title)).isVisible();
    });
    window.press("?");
    assertThat(window.dialog()).containsText("Keyboard");
    window.press("Escape");
    assertThat(window.dialog()).hasCount(0);
  }

  @Test
  void the_focus_is_seen_and_the_way_around_the_navigation_is_short() {
    Window window = site.window().at("/schedules");
    window.page().evaluate("document.activeElement.blur()");
    window.press("Tab");
    assertThat(window.link("Skip to the content")).isFocused();
    window.press("Enter");
    assertThat(window.page().locator("#main")).isFocused();
    window.press("Tab");
    String outline =
        (String) window.page().evaluate("getComputedStyle(document.activeElement).outlineStyle");
    assertThat(outline).isEqualTo("solid");
  }
}
