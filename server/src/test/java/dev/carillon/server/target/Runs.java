package dev.carillon.server.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.carillon.server.ApiServer;
import java.time.Duration;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Schedules made and triggered over HTTP, and how their runs end. */
public final class Runs {

  public static final Duration PATIENCE = Duration.ofSeconds(90);

  private static final Set<String> OPEN = Set.of("running", "waiting");

  private Runs() {}

  /** The id of a new schedule. */
  public static String create(ApiServer.Client client, String body) {
    ApiServer.Reply made = client.post("/api/v1/schedules", body);
    assertThat(made.status()).as(made.toString()).isEqualTo(201);
    return made.text("id");
  }

  /** The id of a run that begins now. */
  public static String trigger(ApiServer.Client client, String scheduleId) {
    ApiServer.Reply asked = client.post("/api/v1/schedules/" + scheduleId + "/run", "{}");
    assertThat(asked.status()).as(asked.toString()).isEqualTo(202);
    return asked.text("id");
  }

  public static JsonNode run(ApiServer.Client client, String runId) {
    return client.get("/api/v1/runs/" + runId).json();
  }

  /** The run once it has ended. */
  public static JsonNode ended(ApiServer.Client client, String runId) {
    await()
        .atMost(PATIENCE)
        .until(() -> !OPEN.contains(run(client, runId).get("status").asString()));
    return run(client, runId);
  }

  public static JsonNode schedule(ApiServer.Client client, String scheduleId) {
    return client.get("/api/v1/schedules/" + scheduleId).json();
  }
}
