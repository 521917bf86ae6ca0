package dev.carillon.server.seeds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.server.ApiServer;
import java.time.Instant;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/**
 * The fourth seed (003, "Scheduled Graph Execution Design"), written from its text: the columns of
 * its tables, and POST, GET, PATCH, DELETE of {@code /api/v1/schedules} with its fields.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class GraphSchedulesTest {

  private static final String POET =
      """
      {"graph_id":"langgraph:poet","input":{"messages":[{"role":"user","content":"A haiku"}],
       "model":"default"},"cron":"0 9 * * *","timezone":"UTC"}
      """;

  @RegisterExtension static final ApiServer api = new ApiServer();

  private final ApiServer.Client client = api.operator();

  @Test
  void a_schedule_is_created_with_a_grant_of_its_own() {
    Instant before = Instant.now();
    ApiServer.Reply made = client.post("/api/v1/schedules", POET);
    assertThat(made.status()).isEqualTo(201);
    JsonNode schedule = made.json();
    assertThat(schedule.get("graph_id").stringValue()).isEqualTo("langgraph:poet");
    assertThat(schedule.at("/payload/model").stringValue()).isEqualTo("default");
    assertThat(schedule.get("cron").stringValue()).isEqualTo("0 9 * * *");
    assertThat(schedule.get("timezone").stringValue()).isEqualTo("UTC");
    assertThat(schedule.get("enabled").booleanValue()).isTrue();
    assertThat(schedule.get("last_run_at").isNull()).isTrue();
    assertThat(Instant.parse(schedule.get("next_run_at").stringValue())).isAfter(before);
    // No overlap by waiting, and no backfill without consent.
    assertThat(schedule.get("overlap").stringValue()).isEqualTo("queue");
    assertThat(schedule.get("catch_up").stringValue()).isEqualTo("skip");
    assertThat(schedule.get("backfill_limit").intValue()).isZero();
    JsonNode grant = client.get("/api/v1/grants/" + schedule.get("grant_id").stringValue()).json();
    assertThat(grant.get("scopes").toString()).isEqualTo("[\"graph:execute\"]");
    assertThat(grant.get("revoked_at").isNull()).isTrue();
  }

  @Test
  void an_expression_and_a_zone_are_checked_at_the_door() {
    assertThat(client.post("/api/v1/schedules", POET.replace("0 9", "0 25")).status())
        .isEqualTo(422);
    assertThat(client.post("/api/v1/schedules", POET.replace("UTC", "Nowhere/City")).status())
        .isEqualTo(422);
  }

  @Test
  void input_cron_timezone_and_enabled_are_patched_and_the_schedule_deleted() {
    String path = "/api/v1/schedules/" + client.post("/api/v1/schedules", POET).text("id");
    JsonNode changed =
        client
            .patch(
                path,
                "{\"input\":{\"model\":\"small\"},\"cron\":\"0 10 * *"
                    + " *\",\"timezone\":\"Europe/Berlin\"}")
            .json();
    assertThat(changed.at("/payload/model").stringValue()).isEqualTo("small");
    assertThat(changed.get("timezone").stringValue()).isEqualTo("Europe/Berlin");
    JsonNode off = client.patch(path, "{\"enabled\":false}").json();
    assertThat(off.get("enabled").booleanValue()).isFalse();
    assertThat(off.get("next_run_at").isNull()).isTrue();
    assertThat(client.get(path + "/runs").json().get("items")).isEmpty();
    assertThat(client.delete(path).status()).isEqualTo(204);
  }
}
