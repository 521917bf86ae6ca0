package dev.carillon.server.seeds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.server.ApiServer;
import dev.carillon.server.web.Json;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/**
 * The third seed (002, "Scheduled Jobs System"), written from its text: its endpoints, its
 * envelope, its example of a workflow, its rule for ids.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ScheduleJobsTest {

  /** "Workflows store triggers in JSON format", word for word. */
  private static final String TRIGGERS =
      """
      {
        "triggers": [
          {
            "id": "trigger-node-123",
            "type": "schedule",
            "nodeId": "node-123",
            "active": true,
            "settings": {
              "cronExpression": "0 9 * * *",
              "timezone": "UTC",
              "description": "Daily at 9 AM"
            }
          }
        ]
      }
      """;

  /** The job of the response in "GET /api/schedule-jobs", word for word but for its moments. */
  private static final String EXAMPLE =
      """
      {
        "id": "workflowId-triggerId",
        "workflowId": "workflow123",
        "workflowName": "My Workflow",
        "triggerId": "trigger-node-123",
        "cronExpression": "0 9 * * *",
        "timezone": "UTC",
        "description": "Daily at 9 AM",
        "nextRun": "2024-11-07T09:00:00Z",
        "lastRun": "2024-11-06T09:00:00Z",
        "status": "active",
        "failCount": 0
      }
      """;

  private static int count;

  @RegisterExtension static final ApiServer api = new ApiServer();

  private ApiServer.Client client;

  @BeforeEach
  void an_organization_of_its_own() {
    client = api.organization("editor" + count++);
  }

  private void save(String workflow, String body) {
    assertThat(client.put("/api/v1/workflows/" + workflow, body).status()).isEqualTo(200);
  }

  private static String named(String triggers) {
    return "{\"name\":\"My Workflow\"," + triggers.strip().substring(1);
  }

  private JsonNode jobs() {
    ApiServer.Reply reply = client.get("/api/schedule-jobs");
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.json().get("success").booleanValue()).isTrue();
    JsonNode data = reply.json().get("data");
    assertThat(data.get("total").intValue()).isEqualTo(data.get("jobs").size());
    return data.get("jobs");
  }

  @Test
  void the_list_answers_as_the_example_does_field_by_field() {
    save("workflow123", named(TRIGGERS));
    JsonNode job = jobs().get(0);
    JsonNode example = Json.stored(EXAMPLE);
    Set<String> names = new TreeSet<>(example.propertyNames());
    assertThat(new TreeSet<>(job.propertyNames())).isEqualTo(names);
    for (String name :
        List.of(
            "workflowId",
            "workflowName",
            "triggerId",
            "cronExpression",
            "timezone",
            "description",
            "status",
            "failCount")) {
      assertThat(job.get(name)).as(name).isEqualTo(example.get(name));
    }
    assertThat(job.get("id").stringValue()).isEqualTo("workflow123-trigger-node-123");
    assertThat(job.get("nextRun").stringValue()).endsWith("T09:00:00.000Z");
    assertThat(job.get("lastRun").isNull()).isTrue();
  }

  @Test
  void those_of_one_workflow_are_listed_alone() {
    save("workflow123", named(TRIGGERS));
    save("workflow124", named(TRIGGERS));
    assertThat(jobs()).hasSize(2);
    JsonNode data = client.get("/api/schedule-jobs/workflow/workflow124").json().get("data");
    assertThat(data.get("total").intValue()).isEqualTo(1);
    assertThat(data.at("/jobs/0/workflowId").stringValue()).isEqualTo("workflow124");
    assertThat(client.get("/api/schedule-jobs/workflow/none").json().at("/data/total").intValue())
        .isZero();
  }

  @Test
  void an_id_is_parted_at_its_first_dash() {
    String id = "cmhn9g2h2000aaz5x1wwjxl99-trigger-node-1762423520648";
    save(
        "cmhn9g2h2000aaz5x1wwjxl99",
        named(TRIGGERS.replace("trigger-node-123", "trigger-node-1762423520648")));
    ApiServer.Reply paused = client.post("/api/schedule-jobs/" + id + "/pause", null);
    assertThat(paused.json().at("/data/workflowId").stringValue())
        .isEqualTo("cmhn9g2h2000aaz5x1wwjxl99");
    assertThat(paused.json().at("/data/triggerId").stringValue())
        .isEqualTo("trigger-node-1762423520648");
  }

  @Test
  void an_id_that_may_mean_several_jobs_is_refused_and_names_them() {
    save("a", named(TRIGGERS.replace("trigger-node-123", "b-x")));
    save("a-b", named(TRIGGERS.replace("trigger-node-123", "x")));
    for (String verb : List.of("/pause", "/resume")) {
      ApiServer.Reply refused = client.post("/api/schedule-jobs/a-b-x" + verb, null);
      assertThat(refused.status()).isEqualTo(409);
      assertThat(refused.code()).isEqualTo("schedule_job.ambiguous");
    }
    for (int twice = 0; twice < 2; twice++) {
      ApiServer.Reply refused = client.delete("/api/schedule-jobs/a-b-x");
      assertThat(refused.status()).isEqualTo(409);
      for (String workflow : List.of("a", "a-b")) {
        assertThat(refused.text("detail"))
            .contains(
                client
                    .get("/api/v1/workflows/" + workflow)
                    .json()
                    .at("/schedules/0/schedule_id")
                    .stringValue());
      }
    }
    assertThat(jobs()).hasSize(2);
  }

  @Test
  void deleting_a_job_twice_deletes_no_other() {
    save("a", named(TRIGGERS.replace("trigger-node-123", "b-x")));
    assertThat(client.delete("/api/schedule-jobs/a-b-x").status()).isEqualTo(200);
    save("a-b", named(TRIGGERS.replace("trigger-node-123", "x")));
    assertThat(client.delete("/api/schedule-jobs/a-b-x").status()).isEqualTo(409);
    assertThat(jobs()).hasSize(1);
    // With its trigger, the first reading of the id is gone.
    client.delete("/api/v1/workflows/a");
    assertThat(client.post("/api/schedule-jobs/a-b-x/pause", null).status()).isEqualTo(200);
  }

  @Test
  void a_job_that_was_given_another_target_is_none_any_more() {
    save("a", named(TRIGGERS));
    String schedule =
        client.get("/api/v1/workflows/a").json().at("/schedules/0/schedule_id").stringValue();
    client.patch("/api/v1/schedules/" + schedule, "{\"url\":\"https://example.com/hook\"}");
    assertThat(jobs()).isEmpty();
    assertThat(client.post("/api/schedule-jobs/a-trigger-node-123/pause", null).status())
        .isEqualTo(404);
  }

  @Test
  void a_workflow_whose_own_id_has_dashes_is_found_all_the_same() {
    save("work-flow-1", named(TRIGGERS));
    assertThat(
            client
                .post("/api/schedule-jobs/work-flow-1-trigger-node-123/pause", null)
                .json()
                .at("/data/status")
                .stringValue())
        .isEqualTo("paused");
  }

  @Test
  void a_paused_job_does_not_execute_and_persists_and_a_resumed_one_goes_on() {
    save("workflow123", named(TRIGGERS));
    String job = "/api/schedule-jobs/workflow123-trigger-node-123";
    for (int twice = 0; twice < 2; twice++) {
      ApiServer.Reply paused = client.post(job + "/pause", null);
      assertThat(paused.status()).isEqualTo(200);
      assertThat(paused.json().get("success").booleanValue()).isTrue();
      assertThat(jobs().at("/0/status").stringValue()).isEqualTo("paused");
      assertThat(jobs().at("/0/nextRun").isNull()).isTrue();
    }
    // Saving the workflow again, with nothing changed, does not resume it.
    save("workflow123", named(TRIGGERS));
    assertThat(jobs().at("/0/status").stringValue()).isEqualTo("paused");
    for (int twice = 0; twice < 2; twice++) {
      assertThat(client.post(job + "/resume", "{}").status()).isEqualTo(200);
      assertThat(jobs().at("/0/status").stringValue()).isEqualTo("active");
      assertThat(jobs().at("/0/nextRun").isString()).isTrue();
    }
  }

  @Test
  void a_deleted_job_stays_deleted() {
    save("workflow123", named(TRIGGERS));
    ApiServer.Reply gone = client.delete("/api/schedule-jobs/workflow123-trigger-node-123");
    assertThat(gone.status()).isEqualTo(200);
    assertThat(gone.json().get("success").booleanValue()).isTrue();
    assertThat(jobs()).isEmpty();
    save("workflow123", named(TRIGGERS));
    assertThat(jobs()).isEmpty();
    assertThat(client.delete("/api/schedule-jobs/workflow123-trigger-node-123").status())
        .isEqualTo(404);
  }

  @Test
  void triggers_added_changed_and_removed_and_a_deleted_workflow_are_followed() {
    save("workflow123", named(TRIGGERS));
    save("workflow123", named(TRIGGERS.replace("0 9 * * *", "0 10 * * *")));
    assertThat(jobs().at("/0/cronExpression").stringValue()).isEqualTo("0 10 * * *");
    save("workflow123", "{\"name\":\"My Workflow\",\"triggers\":[]}");
    assertThat(jobs()).isEmpty();
    save("workflow123", named(TRIGGERS));
    assertThat(jobs()).hasSize(1);
    client.delete("/api/v1/workflows/workflow123");
    assertThat(jobs()).isEmpty();
  }

  @Test
  void what_people_scheduled_otherwise_is_no_job_of_a_trigger() {
    client.post(
        "/api/v1/schedules",
        "{\"workflow_id\":\"workflow123\",\"trigger_node_id\":\"t\",\"cron\":\"0 9 * * *\"}");
    assertThat(jobs()).isEmpty();
    assertThat(client.post("/api/schedule-jobs/workflow123-t/pause", null).status()).isEqualTo(404);
    assertThat(client.post("/api/schedule-jobs/nodash/pause", null).status()).isEqualTo(404);
  }
}
