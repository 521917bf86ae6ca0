package dev.carillon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Deliveries as a receiver checks them that has the standard's own library from npm. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class WebhookFromNodeTest {

  private final LocalServer server = LocalServer.running();

  @Test
  void the_library_of_standard_webhooks_accepts_what_is_delivered() throws Exception {
    String token =
        server
            .person()
            .types(
                "token",
                "create",
                "--principal",
                "user:receiver",
                "--scope",
                "read,write,run,admin")
            .ok()
            .strip();
    assertThat(Npm.run(Map.of(), "node", "webhook.mjs", server.url(), token))
        .contains("all as expected");
  }
}
