package dev.carillon.server.target;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.server.ApiServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** A server as it comes: it calls nobody on its own network. */
class PrivateTargetTest {

  @RegisterExtension static final ApiServer api = new ApiServer().refusingPrivateTargets();

  private final ApiServer.Client client = api.operator();

  @Test
  void a_name_that_leads_to_this_machine_is_not_called() throws Exception {
    try (RawReceiver receiver = RawReceiver.saying("HTTP/1.1 200 OK\r\n\r\n")) {
      String id =
          Runs.create(
              client,
              "{\"interval_seconds\":3600,\"max_retries\":0,\"url\":\"http://localhost:%d/\"}"
                  .formatted(receiver.port()));
      JsonNode run = Runs.ended(client, Runs.trigger(client, id));
      assertThat(run.at("/error/code").asString()).isEqualTo("address_refused");
      assertThat(receiver.connections).hasValue(0);
    }
  }

  @Test
  void an_executor_on_this_machine_is_refused_at_the_door() {
    for (String url :
        new String[] {
          "http://127.0.0.1/",
          "http://[::1]/",
          "http://169.254.169.254/",
          "http://0x7f.1/",
          "ftp://example.com/",
          "http://user:secret@example.com/"
        }) {
      ApiServer.Reply reply =
          client.put("/api/v1/executors/inside", "{\"url\":\"%s\"}".formatted(url));
      assertThat(reply.status()).as(url).isEqualTo(422);
      assertThat(reply.body()).doesNotContain("secret");
    }
  }
}
