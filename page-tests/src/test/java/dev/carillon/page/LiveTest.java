package dev.carillon.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What happens is seen without a reload; what cannot be seen is said, and caught up with. */
@InBrowser
class LiveTest {

  @RegisterExtension static final Site site = new Site();

  @Test
  void what_one_window_does_another_one_shows() {
    String id =
        site.api()
            .schedule(
                Map.of(
                    "name", "Shared", "interval_seconds", 3600, "url", site.receiver().url("/ok")));
    Window list = site.window().at("/schedules?q=Shared");
    assertThat(list.row("Shared")).containsText("Active");
    Window runs = site.window().at("/runs");

    Window actor = site.window().at("/schedules/" + id);
    actor.button("Pause").click();
    actor.answer("Pause").click();
    assertThat(list.row("Shared")).containsText("Paused");

    actor.button("Run now").click();
    actor.answer("Run now").click();
    assertThat(list.row("Shared")).containsText("Success");
    assertThat(runs.page().locator(".run").first()).containsText("Shared");

    actor.button("Delete").click();
    actor.answer("Delete").click();
    assertThat(list.text("No schedule is like that")).isVisible();
  }

  /** A browser has six connections for all windows of a server; a seventh window must not hang. */
  @Test
  void a_window_that_nobody_sees_rests_and_catches_up_when_it_is_seen_again() {
    Window resting = site.window().at("/schedules?q=unseen");
    assertThat(resting.page().locator(".live[data-is=live]").last()).isAttached();
    Window seen = site.window().at("/schedules?q=unseen");
    assertThat(seen.page().locator(".live[data-is=live]").last()).isAttached();
    setHidden(resting, true);

    site.api()
        .schedule(
            Map.of(
                "name", "Made unseen", "interval_seconds", 3600, "url", site.receiver().url("/")));
    assertThat(seen.row("Made unseen")).isVisible();
    assertThat(resting.row("Made unseen")).hasCount(0);

    setHidden(resting, false);
    assertThat(resting.row("Made unseen")).isVisible();
    assertThat(resting.page().locator(".banner")).hasCount(0);
  }

  /** A window in front of which another one lies; headless browsers have none by themselves. */
  private static void setHidden(Window window, boolean hidden) {
    window
        .page()
        .evaluate(
            """
            hidden => {
              Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
              document.dispatchEvent(new Event('visibilitychange'));
            }
            """,
            hidden);
  }

  @Test
  void without_a_network_the_page_says_so_and_catches_up_when_it_is_back() {
    Window window = site.window().at("/schedules?q=meanwhile");
    assertThat(window.page().locator(".live[data-is=live]").last()).isAttached();
    window.page().context().setOffline(true);
    assertThat(window.text("Connection lost, showing what was known at")).isVisible();
    // A line above what is known, and not in its place.
    Assertions.assertThat(window.page().locator(".banner").boundingBox().height).isLessThan(100);

    site.api()
        .schedule(
            Map.of(
                "name",
                "Made meanwhile",
                "interval_seconds",
                3600,
                "url",
                site.receiver().url("/ok")));
    window.page().context().setOffline(false);
    assertThat(window.row("Made meanwhile")).isVisible();
    assertThat(window.page().locator(".banner")).hasCount(0);
  }

  @Test
  void a_server_that_dies_and_comes_back_is_waited_for() {
    Path directory = Site.temporary();
    Path data = directory.resolve("data");
    CarillonProcess server = CarillonProcess.serve(data, 0);
    try {
      int port = server.port();
      Api api = new Api(server.url(), server.operatorToken(), null);
      api.schedule(
          Map.of("name", "Survivor", "interval_seconds", 3600, "url", site.receiver().url("/ok")));
      Window window = site.windowOn(server.url(), server.operatorToken());
      window.at(server.url(), "/schedules");
      assertThat(window.row("Survivor")).isVisible();

      server.kill();
      assertThat(window.text("Connection lost, showing what was known at")).isVisible();
      assertThat(window.row("Survivor")).isVisible();

      server = CarillonProcess.serve(data, port);
      new Api(server.url(), server.operatorToken(), null)
          .schedule(
              Map.of(
                  "name", "Newcomer", "interval_seconds", 3600, "url", site.receiver().url("/ok")));
      assertThat(window.row("Newcomer")).isVisible();
      assertThat(window.page().locator(".banner")).hasCount(0);
    } finally {
      server.close();
      Site.deleteTree(directory);
    }
  }
}
