package dev.carillon.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.options.FilePayload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Schedules from elsewhere. */
@InBrowser
class ImportsTest {

  @RegisterExtension static final Site site = new Site();

  @Test
  void a_crontab_is_looked_through_first_and_then_comes_over() {
    String crontab =
        """
        # nightly things
        30 2 * * * /usr/local/bin/backup --all
        */10 * * * * /usr/local/bin/sync-orders
        """;
    Window window = site.window().at("/imports");
    window.radio("crontab").click();
    assertThat(window.button("Look what would come")).isDisabled();
    window
        .field("Files")
        .setInputFiles(new FilePayload("crontab", "text/plain", crontab.getBytes(UTF_8)));
    window.field("Time zone").fill("Europe/Berlin");
    window.field("Call this URL").fill(site.receiver().url("/ok"));
    window.button("Look what would come").click();

    assertThat(window.heading("2 schedules found")).isVisible();
    assertThat(window.text("Nothing has been changed yet.")).isVisible();
    assertThat(site.api().get("/schedules").get("items").size()).isZero();

    window.button("Import 2 schedules").click();
    window.answer("Import").click();
    assertThat(window.text("2 schedules came over")).isVisible();
    assertThat(site.api().get("/schedules?status=paused").get("items").size()).isEqualTo(2);

    window.button("Look what would come").click();
    assertThat(window.button("Import 0 schedules")).isDisabled();
  }
}
