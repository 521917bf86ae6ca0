package dev.carillon.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.importers.TestRedis;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Schedules out of a real Redis. */
@InBrowser
class RedisImportsTest {

  @RegisterExtension static final Site site = new Site();

  @Test
  void a_redis_is_read_by_the_server_and_one_that_is_not_there_is_named_at_its_field()
      throws IOException {
    Window window = site.window().at("/imports");
    window.radio("Bull, BullMQ").click();
    assertThat(window.button("Look what would come")).isDisabled();
    // Bound, so that nobody else gets the port meanwhile, and not listening.
    try (Socket nobody = new Socket()) {
      nobody.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      window.field("Redis").fill("redis://127.0.0.1:" + nobody.getLocalPort());
      window.button("Look what would come").click();
      assertThat(window.page().locator("[data-field=redis_url]")).containsText("Redis");
      assertThat(window.field("Redis")).hasAttribute("aria-invalid", "true");
    }

    try (TestRedis redis = new TestRedis()) {
      window.field("Redis").fill(redis.url());
      // As Bull 3 keeps a repeatable job: its name, id, end, zone and cron.
      redis
          .redis()
          .ask("ZADD", "bull:mail:repeat", "4070908800000", "digest:::Europe/Berlin:15 7 * * *");
      window.button("Look what would come").click();
      assertThat(window.heading("1 schedule found")).isVisible();
      assertThat(window.field("Redis")).not().hasAttribute("aria-invalid", "true");
      assertThat(window.row("digest")).containsText("create");
      window.button("Import 1 schedule").click();
      window.answer("Import").click();
      assertThat(window.text("1 schedule came over")).isVisible();
      JsonNode made = site.api().get("/schedules?q=digest").get("items").get(0);
      assertThat(made.get("cron").stringValue()).isEqualTo("15 7 * * *");
      assertThat(made.get("timezone").stringValue()).isEqualTo("Europe/Berlin");
    }
  }
}
