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
  void a_refusal_tells_the_operator_how_to_allow_it_where_that_helps() {
    String body = "{\"interval_seconds\":3600,\"url\":\"http://%s/\"}";
    assertThat(client.post("/api/v1/schedules", body.formatted("127.0.0.1:3000")).text("detail"))
        .endsWith("--allow-private-targets.");
    assertThat(client.post("/api/v1/schedules", body.formatted("169.254.169.254")).text("detail"))
        .doesNotContain("--allow-private-targets");
  }

  private static final String[] FORBIDDEN = {
    "http://127.0.0.1/",
    "http://[::1]/",
    "http://10.1.2.3:8080/hook",
    "http://169.254.169.254/",
    "http://0x7f.1/",
    "ftp://example.com/",
    "http://user:secret@example.com/"
  };

  private static void refused(String url, ApiServer.Reply reply, String path) {
    assertThat(reply.status()).as(url).isEqualTo(422);
    assertThat(reply.json().at("/errors/0/path").asString()).as(url).isEqualTo(path);
    assertThat(reply.body()).doesNotContain("secret");
  }

  @Test
  void an_executor_on_this_machine_is_refused_at_the_door() {
    for (String url : FORBIDDEN) {
      refused(
          url, client.put("/api/v1/executors/inside", "{\"url\":\"%s\"}".formatted(url)), "$.url");
    }
  }

  @Test
  void a_webhook_to_a_forbidden_place_is_refused_at_the_door() {
    String id = client.post("/api/v1/webhooks", "{\"url\":\"https://hooks.example/\"}").text("id");
    for (String url : FORBIDDEN) {
      String body = "{\"url\":\"%s\"}".formatted(url);
      refused(url, client.post("/api/v1/webhooks", body), "$.url");
      refused(url, client.patch("/api/v1/webhooks/" + id, body), "$.url");
    }
  }

  @Test
  void a_schedule_that_calls_a_forbidden_place_is_refused_at_the_door() {
    String id =
        Runs.create(client, "{\"interval_seconds\":3600,\"url\":\"https://hooks.example/\"}");
    for (String url : FORBIDDEN) {
      String body = "{\"name\":\"inside\",\"interval_seconds\":3600,\"url\":\"%s\"}".formatted(url);
      refused(url, client.post("/api/v1/schedules", body), "$.url");
      refused(url, client.patch("/api/v1/schedules/" + id, body), "$.url");
      refused(
          url,
          client.put("/api/v1/schedules/apply", "{\"schedules\":[%s]}".formatted(body)),
          "$.schedules[0].url");
    }
    assertThat(Runs.schedule(client, id).get("url").asString()).isEqualTo("https://hooks.example/");
  }
}
