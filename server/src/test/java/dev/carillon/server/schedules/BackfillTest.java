package dev.carillon.server.schedules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.server.ApiServer;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Windows of the past that are run on request. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class BackfillTest {

  private static final String PATH = "/api/v1/schedules";

  @RegisterExtension static final ApiServer api = new ApiServer();

  private static JsonNode create(String body) {
    ApiServer.Reply reply = api.operator().post(PATH, body);
    assertThat(reply.status()).as(reply.body()).isEqualTo(201);
    return reply.json();
  }

  private static String path(JsonNode schedule) {
    return PATH + "/" + schedule.get("id").asString();
  }

  private static String backfill(JsonNode schedule) {
    return path(schedule) + "/backfill";
  }

  @Test
  void a_backfill_says_first_how_many_runs_it_would_be() {
    JsonNode schedule = create("{\"handler\":\"h\",\"cron\":\"0 0 * * *\"}");
    String window = "\"from\":\"2026-01-01T00:00:00Z\",\"to\":\"2026-01-11T00:00:00Z\"";
    ApiServer.Reply dry =
        api.operator().post(backfill(schedule), "{" + window + ",\"dry_run\":true}");
    assertThat(dry.status()).as(dry.body()).isEqualTo(200);
    assertThat(dry.json().get("runs").intValue()).isEqualTo(10);
    ApiServer.Reply wet = api.operator().post(backfill(schedule), "{" + window + "}");
    assertThat(wet.status()).isEqualTo(202);
    assertThat(wet.json().get("runs").intValue()).isEqualTo(10);
    JsonNode runs = api.operator().get("/api/v1/runs?origin=backfill&limit=3").json();
    assertThat(runs.get("items")).hasSize(3);
    assertThat(runs.get("next_cursor").isNull()).isFalse();
    assertThat(
            api.operator().post(backfill(schedule), "{\"from\":\"2026-01-01T00:00:00Z\"}").code())
        .isEqualTo("field.missing");
  }

  @Test
  void a_backfill_that_was_cancelled_is_left_out_of_the_next_one_and_of_its_dry_run() {
    // Nobody listens there, so that one run waits to be tried again, and two wait for it.
    JsonNode schedule =
        create(
            "{\"url\":\"http://127.0.0.1:1/\",\"cron\":\"0 0 1 1 *\",\"overlap\":\"queue\","
                + "\"max_retries\":9}");
    ApiServer.Client client = api.operator();
    String window = "{\"from\":\"%s\",\"to\":\"%s\",\"dry_run\":%s}";
    String three = window.formatted("2020-01-01T00:00:00Z", "2023-01-01T00:00:00Z", "%s");
    String path = backfill(schedule);
    JsonNode added = client.post(path, three.formatted(false)).json();
    assertThat(added.get("runs").intValue()).isEqualTo(3);
    assertThat(added.get("left_out").intValue()).isZero();
    client.post(path(schedule) + "/pause", null);
    client.post(path(schedule) + "/resume", null);
    for (boolean dryRun : List.of(true, false)) {
      JsonNode none = client.post(path, three.formatted(dryRun)).json();
      assertThat(none.get("runs").intValue()).isZero();
      assertThat(none.get("left_out").intValue()).isEqualTo(3);
      JsonNode one =
          client
              .post(path, window.formatted("2018-12-31T23:59:59Z", "2020-01-01T00:00:00Z", dryRun))
              .json();
      assertThat(one.get("runs").intValue()).isEqualTo(2);
    }
  }

  @Test
  void a_window_that_has_not_passed_or_has_no_slot_is_not_backfilled() {
    JsonNode schedule = create("{\"handler\":\"h\",\"cron\":\"0 0 1 1 *\"}");
    String window = "{\"from\":\"%s\",\"to\":\"%s\",\"dry_run\":%s}";
    for (boolean dryRun : List.of(true, false)) {
      for (String from : List.of("2020-01-01T00:00:00Z", "2098-01-01T00:00:00Z")) {
        ApiServer.Reply ahead =
            api.operator()
                .post(backfill(schedule), window.formatted(from, "2099-01-01T00:00:00Z", dryRun));
        assertThat(ahead.status()).as(ahead.body()).isEqualTo(422);
        assertThat(ahead.json().at("/errors/0/path").asString()).isEqualTo("$.to");
        assertThat(ahead.text("detail")).contains("lies after now");
      }
      // From is not part of the window.
      ApiServer.Reply empty =
          api.operator()
              .post(
                  backfill(schedule),
                  window.formatted("2020-01-01T00:00:00Z", "2020-12-01T00:00:00Z", dryRun));
      assertThat(empty.status()).as(empty.body()).isEqualTo(422);
      assertThat(empty.json().at("/errors/0/path").asString()).isEqualTo("$.from");
      assertThat(empty.text("detail")).contains("2021-01-01T00:00:00Z");
    }
  }
}
