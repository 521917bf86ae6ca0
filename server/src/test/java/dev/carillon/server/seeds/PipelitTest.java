package dev.carillon.server.seeds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.server.ApiServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/**
 * The first two seeds (000 "Scheduled Jobs via Self-Rescheduling", 001 "Scheduler"), written from
 * their text: the eight endpoints with their trailing slashes, the example of a creation, the 400s.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class PipelitTest {

  /** "Creating a schedule", word for word. */
  private static final String DAILY_REPORT =
      """
      {
          "name": "Daily report",
          "workflow_id": 1,
          "trigger_node_id": "trigger_schedule_abc123",
          "interval_seconds": 86400,
          "total_repeats": 0,
          "max_retries": 3,
          "timeout_seconds": 600,
          "trigger_payload": {"report_type": "daily"}
      }
      """;

  private static int count;

  @RegisterExtension static final ApiServer api = new ApiServer();

  private ApiServer.Client client;

  @BeforeEach
  void an_organization_of_its_own() {
    client = api.organization("pipelit" + count++);
  }

  private JsonNode create(String body) {
    ApiServer.Reply made = client.post("/api/v1/schedules/", body);
    assertThat(made.status()).as(made.toString()).isEqualTo(201);
    return made.json();
  }

  @Test
  void the_example_creates_a_job_whose_first_run_is_one_interval_away() {
    JsonNode job = create(DAILY_REPORT);
    assertThat(job.get("name").stringValue()).isEqualTo("Daily report");
    assertThat(job.get("workflow_id").asString()).isEqualTo("1");
    assertThat(job.get("trigger_node_id").stringValue()).isEqualTo("trigger_schedule_abc123");
    assertThat(job.get("interval_seconds").intValue()).isEqualTo(86_400);
    assertThat(job.get("total_repeats").intValue()).isZero();
    assertThat(job.get("max_retries").intValue()).isEqualTo(3);
    assertThat(job.get("timeout_seconds").intValue()).isEqualTo(600);
    assertThat(job.at("/payload/report_type").stringValue()).isEqualTo("daily");
    assertThat(job.get("status").stringValue()).isEqualTo("active");
    for (String counter : List.of("current_repeat", "current_retry", "run_count", "error_count")) {
      assertThat(job.get(counter).intValue()).as(counter).isZero();
    }
    assertThat(job.get("last_run_at").isNull()).isTrue();
    assertThat(Instant.parse(job.get("next_run_at").stringValue()))
        .isBetween(
            Instant.now().plus(Duration.ofHours(23)), Instant.now().plus(Duration.ofHours(24)));
  }

  @Test
  void what_is_left_out_has_the_defaults_of_the_model() {
    JsonNode job = create("{\"name\":\"x\",\"workflow_id\":1,\"interval_seconds\":30}");
    assertThat(job.get("description").stringValue()).isEmpty();
    assertThat(job.get("trigger_node_id").isNull()).isTrue();
    assertThat(job.get("total_repeats").intValue()).isZero();
    assertThat(job.get("max_retries").intValue()).isEqualTo(3);
    assertThat(job.get("timeout_seconds").intValue()).isEqualTo(600);
    assertThat(job.get("on_max_failures").stringValue()).isEqualTo("dead");
  }

  @Test
  void the_list_is_filtered_by_status_and_workflow() {
    create(DAILY_REPORT);
    String other =
        create(DAILY_REPORT.replace("\"workflow_id\": 1", "\"workflow_id\": 2"))
            .get("id")
            .stringValue();
    client.post("/api/v1/schedules/" + other + "/pause/", null);
    assertThat(client.get("/api/v1/schedules/").json().get("items")).hasSize(2);
    assertThat(client.get("/api/v1/schedules/?workflow_id=1").json().get("items")).hasSize(1);
    assertThat(
            client.get("/api/v1/schedules/?status=paused").json().at("/items/0/id").stringValue())
        .isEqualTo(other);
  }

  @Test
  void a_job_is_shown_updated_and_deleted_at_its_address() {
    String path = "/api/v1/schedules/" + create(DAILY_REPORT).get("id").stringValue() + "/";
    assertThat(client.get(path).text("name")).isEqualTo("Daily report");
    assertThat(
            client
                .patch(path, "{\"interval_seconds\":60}")
                .json()
                .get("interval_seconds")
                .intValue())
        .isEqualTo(60);
    assertThat(client.delete(path).status()).isEqualTo(204);
    assertThat(client.get(path).status()).isEqualTo(404);
  }

  @Test
  void only_active_jobs_can_be_paused_and_only_paused_ones_resumed() {
    String path = "/api/v1/schedules/" + create(DAILY_REPORT).get("id").stringValue();
    assertThat(client.post(path + "/resume/", null).status()).isEqualTo(400);
    ApiServer.Reply paused = client.post(path + "/pause/", null);
    assertThat(paused.text("status")).isEqualTo("paused");
    assertThat(paused.json().get("next_run_at").isNull()).isTrue();
    assertThat(client.post(path + "/pause/", null).status()).isEqualTo(400);
    ApiServer.Reply resumed = client.post(path + "/resume/", null);
    assertThat(resumed.text("status")).isEqualTo("active");
    assertThat(Instant.parse(resumed.text("next_run_at")))
        .isAfter(Instant.now().plus(Duration.ofHours(23)));
    client.post(path + "/stop/", null);
    assertThat(client.post(path + "/pause/", null).status()).isEqualTo(400);
    assertThat(client.post(path + "/resume/", null).status()).isEqualTo(400);
  }

  @Test
  void many_are_deleted_at_once() {
    String one = create(DAILY_REPORT).get("id").stringValue();
    String two = create(DAILY_REPORT).get("id").stringValue();
    ApiServer.Reply reply =
        client.post(
            "/api/v1/schedules/batch-delete/",
            "{\"schedule_ids\":[\"%s\",\"%s\"]}".formatted(one, two));
    assertThat(reply.json().get("deleted")).hasSize(2);
    assertThat(client.get("/api/v1/schedules/").json().get("items")).isEmpty();
  }

  @Test
  void an_interval_must_be_positive_and_retries_not_negative() {
    for (String interval : List.of("0", "-1")) {
      assertThat(
              client.post("/api/v1/schedules/", DAILY_REPORT.replace("86400", interval)).status())
          .isEqualTo(422);
    }
    assertThat(
            client
                .post(
                    "/api/v1/schedules/",
                    DAILY_REPORT.replace("\"max_retries\": 3", "\"max_retries\": -1"))
                .status())
        .isEqualTo(422);
  }
}
