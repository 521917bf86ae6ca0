package dev.carillon.server.seeds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
 * The fifth seed (004, "Agent Job Scheduler"), written from its text: the columns of its two
 * tables, its endpoints, and the jobs that its command line and its conversations create.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class JobsTest {

  /** The columns of agent_jobs, in its order. */
  private static final List<String> JOB =
      List.of(
          "id",
          "org_id",
          "agent_id",
          "name",
          "description",
          "schedule_kind",
          "cron_expr",
          "interval_ms",
          "run_at",
          "timezone",
          "payload_kind",
          "payload_text",
          "room_id",
          "enabled",
          "status",
          "last_run_at",
          "last_run_status",
          "last_run_error",
          "next_run_at",
          "run_count",
          "error_count",
          "max_failures",
          "consecutive_failures",
          "created_at",
          "updated_at",
          "created_by");

  /** The columns of agent_job_runs, in its order. */
  private static final List<String> RUN =
      List.of(
          "id",
          "job_id",
          "org_id",
          "status",
          "started_at",
          "completed_at",
          "duration_ms",
          "error",
          "payload_text",
          "message_id",
          "created_at");

  private static final String EMAIL =
      """
      {"agent_id":"frank","name":"Email Check","schedule_kind":"cron","cron_expr":"*/30 * * * *",
       "payload_kind":"message",
       "payload_text":"Check for new important emails and summarize any that need attention"}
      """;

  /** The same for those who count its runs: a half hour may end at any moment. */
  private static final String RARE = EMAIL.replace("*/30 * * * *", "0 9 29 2 *");

  private static final String HEARTBEAT =
      """
      {"agent_id":"frank","name":"Heartbeat","schedule_kind":"interval","interval_ms":30000,
       "payload_kind":"system_event",
       "payload_text":"Heartbeat check — report only if something needs attention"}
      """;

  private static final String DINNER =
      """
      {"agent_id":"frank","name":"Dinner Reminder","schedule_kind":"once",
       "run_at":"2099-02-12T18:00:00-07:00","payload_kind":"message",
       "payload_text":"Remind Sam about dinner reservation at 6:30"}
      """;

  private static int count;

  @RegisterExtension static final ApiServer api = new ApiServer();

  private ApiServer.Client client;

  @BeforeEach
  void an_organization_of_its_own() {
    client = api.organization("camp" + count++);
  }

  private JsonNode create(String body) {
    ApiServer.Reply made = client.post("/api/v1/jobs", body);
    assertThat(made.status()).as(made.toString()).isEqualTo(201);
    return made.json();
  }

  private static String text(JsonNode job, String name) {
    return job.get(name).stringValue();
  }

  @Test
  void a_cron_job_has_every_column_with_its_default() {
    Instant before = Instant.now();
    JsonNode job = create(EMAIL);
    assertThat(job.propertyNames()).containsExactlyElementsOf(JOB);
    assertThat(text(job, "schedule_kind")).isEqualTo("cron");
    assertThat(text(job, "cron_expr")).isEqualTo("*/30 * * * *");
    assertThat(text(job, "timezone")).isEqualTo("UTC");
    assertThat(job.get("interval_ms").isNull()).isTrue();
    assertThat(job.get("enabled").booleanValue()).isTrue();
    assertThat(text(job, "status")).isEqualTo("active");
    assertThat(job.get("run_count").intValue()).isZero();
    assertThat(job.get("error_count").intValue()).isZero();
    assertThat(job.get("max_failures").intValue()).isEqualTo(5);
    assertThat(job.get("consecutive_failures").intValue()).isZero();
    assertThat(Instant.parse(text(job, "next_run_at"))).isAfter(before);
    JsonNode rare = create(RARE);
    assertThat(client.get("/api/v1/jobs/" + text(rare, "id")).json()).isEqualTo(rare);
  }

  @Test
  void an_interval_job_runs_first_after_its_interval() {
    JsonNode job = create(HEARTBEAT);
    assertThat(job.get("interval_ms").intValue()).isEqualTo(30_000);
    assertThat(text(job, "payload_kind")).isEqualTo("system_event");
    assertThat(Instant.parse(text(job, "next_run_at")))
        .isBetween(Instant.now().plusSeconds(10), Instant.now().plusSeconds(31));
  }

  @Test
  void a_job_for_once_is_completed_after_it_fired() {
    assertThat(text(create(DINNER), "next_run_at")).isEqualTo("2099-02-13T01:00:00.000Z");
    JsonNode soon =
        create(
            DINNER.replace("2099-02-12T18:00:00-07:00", Instant.now().plusSeconds(5).toString()));
    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(() -> {
          JsonNode job = client.get("/api/v1/jobs/" + text(soon, "id")).json();
          assertThat(text(job, "status")).isEqualTo("completed");
          assertThat(text(job, "last_run_status")).isEqualTo("success");
          assertThat(job.get("run_count").intValue()).isEqualTo(1);
        });
    JsonNode done = client.get("/api/v1/jobs?status=completed").json().get("items");
    assertThat(done).hasSize(1);
    assertThat(client.post("/api/v1/jobs/" + text(soon, "id") + "/resume", null).status())
        .isEqualTo(400);
  }

  @Test
  void the_kind_and_its_field_belong_together() {
    for (String kind : List.of("cron", "interval", "once")) {
      String body =
          """
          {"agent_id":"frank","name":"x","schedule_kind":"%s","payload_kind":"message",
           "payload_text":"x"}
          """
              .formatted(kind);
      ApiServer.Reply reply = client.post("/api/v1/jobs", body);
      assertThat(reply.code()).as(kind).isEqualTo("field.missing");
    }
    assertThat(client.post("/api/v1/jobs", EMAIL.replace("\"cron\"", "\"sometimes\"")).code())
        .isEqualTo("field.invalid");
    assertThat(client.post("/api/v1/jobs", EMAIL.replace("*/30", "61")).status()).isEqualTo(422);
    // A field that its kind does not use is not looked at, as in a row of that table.
    JsonNode job =
        create(HEARTBEAT.replace("\"interval_ms\"", "\"cron_expr\":\"*\",\"interval_ms\""));
    assertThat(job.get("cron_expr").isNull()).isTrue();
  }

  @Test
  void lists_are_filtered_by_agent_status_and_whether_they_are_enabled() {
    create(EMAIL);
    create(HEARTBEAT);
    String max = text(create(EMAIL.replace("frank", "max")), "id");
    client.post("/api/v1/jobs/" + max + "/pause", null);
    assertThat(items("")).hasSize(3);
    assertThat(items("?agent_id=frank")).hasSize(2);
    assertThat(items("?status=paused")).hasSize(1);
    assertThat(items("?enabled=false")).hasSize(1);
    assertThat(items("?enabled=true&agent_id=max")).isEmpty();
    assertThat(items("?status=failed")).isEmpty();
    client.post("/api/v1/schedules", "{\"url\":\"https://example.com\",\"interval_seconds\":60}");
    assertThat(items("")).hasSize(3);
  }

  private JsonNode items(String query) {
    JsonNode page = client.get("/api/v1/jobs" + query).json();
    assertThat(page.get("total").intValue()).isEqualTo(page.get("items").size());
    return page.get("items");
  }

  @Test
  void schedule_payload_and_enabled_can_be_changed() {
    String path = "/api/v1/jobs/" + text(create(EMAIL), "id");
    JsonNode later = client.patch(path, "{\"cron_expr\":\"0 8 * * *\"}").json();
    assertThat(text(later, "cron_expr")).isEqualTo("0 8 * * *");
    assertThat(text(client.patch(path, "{\"payload_text\":\"New\"}").json(), "payload_text"))
        .isEqualTo("New");
    JsonNode interval =
        client.patch(path, "{\"schedule_kind\":\"interval\",\"interval_ms\":600000}").json();
    assertThat(text(interval, "schedule_kind")).isEqualTo("interval");
    assertThat(interval.get("cron_expr").isNull()).isTrue();
    assertThat(client.patch(path, "{\"schedule_kind\":\"once\"}").code())
        .isEqualTo("field.missing");
    JsonNode off = client.patch(path, "{\"enabled\":false}").json();
    assertThat(off.get("enabled").booleanValue()).isFalse();
    assertThat(off.get("next_run_at").isNull()).isTrue();
    assertThat(client.patch(path, "{\"enabled\":true}").json().get("next_run_at").isString())
        .isTrue();
  }

  @Test
  void a_job_is_paused_resumed_run_and_deleted() {
    JsonNode job = create(RARE);
    String path = "/api/v1/jobs/" + text(job, "id");
    assertThat(text(client.post(path + "/pause", null).json(), "status")).isEqualTo("paused");
    assertThat(text(client.post(path + "/resume", null).json(), "status")).isEqualTo("active");
    ApiServer.Reply run = client.post(path + "/run", null);
    assertThat(run.status()).isEqualTo(202);
    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(() -> {
          JsonNode runs = client.get(path + "/runs").json().get("items");
          assertThat(runs).hasSize(1);
          assertThat(runs.get(0).propertyNames()).containsExactlyElementsOf(RUN);
          assertThat(runs.get(0).get("id")).isEqualTo(run.json().get("run_id"));
          assertThat(runs.get(0).get("job_id")).isEqualTo(job.get("id"));
          assertThat(text(runs.get(0), "status")).isEqualTo("success");
          assertThat(runs.get(0).get("payload_text")).isEqualTo(job.get("payload_text"));
          assertThat(runs.get(0).get("message_id").isString()).isTrue();
        });
    assertThat(client.delete(path).status()).isEqualTo(200);
    assertThat(client.get(path).status()).isEqualTo(404);
  }

  @Test
  void an_agent_creates_jobs_for_itself_and_manages_no_others() {
    ApiServer.Client frank = client.token("agent:frank", "read", "write", "run");
    ApiServer.Client nova = client.token("agent:nova", "read", "write", "run");
    // "Can you check the deployment status every 10 minutes?"
    ApiServer.Reply made =
        frank.post(
            "/api/v1/jobs",
            """
            {"name":"Deployment","interval_ms":600000,"payload_kind":"message",
             "payload_text":"Check the deployment status"}
            """);
    assertThat(made.status()).isEqualTo(201);
    assertThat(made.text("agent_id")).isEqualTo("frank");
    assertThat(made.text("created_by")).isEqualTo("agent:frank");
    assertThat(nova.post("/api/v1/jobs", EMAIL).status()).isEqualTo(403);
    assertThat(nova.get("/api/v1/jobs").json().get("items")).isEmpty();
    String path = "/api/v1/jobs/" + made.text("id");
    assertThat(nova.get(path).status()).isEqualTo(404);
    assertThat(nova.post(path + "/run", null).status()).isEqualTo(404);
    assertThat(nova.delete(path).status()).isEqualTo(404);
    assertThat(frank.delete(path).status()).isEqualTo(200);
  }

  @Test
  void a_request_that_is_repeated_with_its_key_makes_one_job() {
    String one =
        client.post("/api/v1/jobs", EMAIL, "Idempotency-Key", "\"k\"").json().get("id").asString();
    String two =
        client.post("/api/v1/jobs", EMAIL, "Idempotency-Key", "\"k\"").json().get("id").asString();
    assertThat(two).isEqualTo(one);
    assertThat(items("")).hasSize(1);
  }
}
