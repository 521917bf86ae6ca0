package dev.carillon.server.schedules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.server.ApiServer;
import dev.carillon.server.UsageException;
import dev.carillon.server.config.Configuration;
import dev.carillon.server.target.Runs;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** The timeout of schedules that name none. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RunTimeoutTest {

  @RegisterExtension
  static final ApiServer api =
      new ApiServer(
          builder -> builder.handler("sleepless", _ -> new CountDownLatch(1).await()),
          Map.of("run_timeout", "1500ms"));

  private final ApiServer.Client client = api.operator();

  private double timeout(String target) {
    return timeoutOf(Runs.create(client, "{\"interval_seconds\":3600,%s}".formatted(target)));
  }

  private double timeoutOf(String id) {
    return Runs.schedule(client, id).get("timeout_seconds").asDouble();
  }

  @Test
  void it_is_the_run_timeout_for_http_handlers_and_messages() {
    assertThat(timeout("\"url\":\"https://x.example\"")).isEqualTo(1.5);
    assertThat(timeout("\"handler\":\"sleepless\"")).isEqualTo(1.5);
    assertThat(timeout("\"agent_id\":\"ann\",\"payload_text\":\"hello\"")).isEqualTo(1.5);
  }

  @Test
  void workflows_and_graphs_keep_their_ten_minutes() {
    assertThat(timeout("\"workflow_id\":\"w\"")).isEqualTo(600);
    assertThat(timeout("\"graph_id\":\"langgraph:poet\"")).isEqualTo(600);
  }

  @Test
  void a_schedules_own_timeout_wins_until_it_is_taken_back() {
    String id =
        Runs.create(
            client, "{\"interval_seconds\":3600,\"handler\":\"sleepless\",\"timeout_seconds\":42}");
    assertThat(timeoutOf(id)).isEqualTo(42);
    client.patch("/api/v1/schedules/" + id, "{\"name\":\"renamed\"}");
    assertThat(timeoutOf(id)).isEqualTo(42);
    client.patch("/api/v1/schedules/" + id, "{\"timeout_seconds\":null}");
    assertThat(timeoutOf(id)).isEqualTo(1.5);
  }

  @Test
  void an_attempt_that_takes_longer_ends_as_a_timeout() {
    String id =
        Runs.create(
            client, "{\"interval_seconds\":3600,\"handler\":\"sleepless\",\"max_retries\":0}");
    JsonNode run = Runs.ended(client, Runs.trigger(client, id));
    assertThat(run.get("status").asString()).isEqualTo("timeout");
  }

  @Test
  void more_than_a_schedule_may_have_is_refused_at_the_start() {
    assertThatThrownBy(() -> Configuration.of(Map.of("run_timeout", "367d")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("366d");
  }
}
