package dev.carillon.server.overview;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.carillon.engine.run.Outcome;
import dev.carillon.engine.schedule.TargetKind;
import dev.carillon.server.ApiServer;
import dev.carillon.server.target.Runs;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/**
 * What stopped by itself is known by the words of its reason, which are written by the engine and
 * by the carrier of graphs. Each way there is is gone here, so that nobody changes the words on one
 * side only.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class EndedByFailuresTest {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @RegisterExtension
  static final ApiServer api =
      new ApiServer(builder ->
          builder.carrier(
              TargetKind.WORKFLOW, _ -> Outcome.Failure.of("broken", "grant us a break")));

  private static ApiServer.Client org;

  @BeforeAll
  static void begin() {
    org = api.organization("ended");
  }

  private static String failing(String name, String fields) {
    return Runs.create(
        org,
        "{\"workflow_id\":\"w\",\"name\":\"%s\",\"max_retries\":0,%s}".formatted(name, fields));
  }

  /** Under a grant of its own, which is good until something is done to it. */
  private static String graph(String name) {
    String grant =
        org.post("/api/v1/grants", "{\"user_id\":\"user:ada\",\"billing_account_id\":\"b\"}")
            .text("id");
    Runs.create(
        org,
        "{\"graph_id\":\"x:y\",\"grant_id\":\"%s\",\"name\":\"%s\",\"cron\":\"0 0 1 1 *\"}"
            .formatted(grant, name));
    return grant;
  }

  private static void grants(String change, String id) {
    assertThat(api.execute(change + " where id = '" + id + "'")).isOne();
  }

  private static List<String> attention() {
    return org.get("/api/v1/overview")
        .json()
        .get("attention")
        .valueStream()
        .map(item -> item.get("kind").stringValue() + " " + item.get("name").stringValue())
        .toList();
  }

  @Test
  void every_way_to_be_stopped_by_failures_is_counted_and_no_other() {
    failing("paused", "\"interval_seconds\":0.2,\"max_failures\":2,\"on_max_failures\":\"paused\"");
    failing("dead", "\"interval_seconds\":0.2,\"max_failures\":11,\"on_max_failures\":\"dead\"");
    failing("only run", "\"run_at\":\"%s\"".formatted(Instant.now().plusSeconds(5)));
    org.post("/api/v1/grants/" + graph("revoked") + "/revoke", "{}");
    grants("update carillon.grants set expires_at = now() - interval '1 hour'", graph("expired"));
    grants("update carillon.grants set scopes = '{other}'", graph("without scope"));
    grants("delete from carillon.grants", graph("gone"));
    graph("none");
    api.execute("update carillon.schedules set grant_id = null where name = 'none'");
    String byHand = failing("by hand", "\"interval_seconds\":3600");
    org.post("/api/v1/schedules/" + byHand + "/pause", "{\"reason\":\"grant revoked\"}");
    for (JsonNode schedule : org.get("/api/v1/schedules?target=graph").json().get("items")) {
      Runs.trigger(org, schedule.get("id").stringValue());
    }
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(attention())
                .containsExactlyInAnyOrder(
                    "dead dead",
                    "dead only run",
                    "auto_paused paused",
                    "auto_paused revoked",
                    "auto_paused expired",
                    "auto_paused without scope",
                    "auto_paused gone",
                    "auto_paused none"));
    assertThat(org.get("/api/v1/overview").json().get("attention_total").intValue()).isEqualTo(8);
  }

  @Test
  void the_statement_asks_for_the_words_that_the_index_holds() throws IOException {
    assertThat(words("sql/overview/ended.sql"))
        .isEqualTo(words("migrations/S031__index_figures.sql"));
  }

  private static String words(String file) throws IOException {
    try (InputStream in =
        ApiServer.class.getClassLoader().getResourceAsStream("dev/carillon/server/" + file)) {
      Matcher found =
          Pattern.compile("status_reason ~ ('[^']*')")
              .matcher(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      assertThat(found.find()).as(file).isTrue();
      return found.group(1);
    }
  }
}
