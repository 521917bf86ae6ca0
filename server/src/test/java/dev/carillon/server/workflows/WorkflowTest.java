package dev.carillon.server.workflows;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.carillon.server.ApiServer;
import dev.carillon.server.target.Runs;
import dev.carillon.server.web.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Workflows whose schedule triggers are schedules. */
class WorkflowTest {

  @RegisterExtension static final ApiServer api = new ApiServer();

  private final ApiServer.Client client = api.operator();

  private static String trigger(String id, String cron, boolean active) {
    return """
    {"id":"%s","type":"schedule","nodeId":"node-%s","active":%b,
     "settings":{"cronExpression":"%s","timezone":"UTC","description":"Daily at 9 AM"}}
    """
        .formatted(id, id, active, cron);
  }

  private ApiServer.Reply put(String workflow, String... triggers) {
    ApiServer.Reply reply =
        client.put(
            "/api/v1/workflows/" + workflow,
            "{\"name\":\"My Workflow\",\"triggers\":[%s]}".formatted(String.join(",", triggers)));
    assertThat(reply.status()).as(reply.toString()).isEqualTo(200);
    return reply;
  }

  private static String scheduleId(ApiServer.Reply workflow, int index) {
    return workflow.json().at("/schedules/%d/schedule_id".formatted(index)).asString();
  }

  private JsonNode schedules(String workflow) {
    return client.get("/api/v1/schedules?workflow_id=" + workflow).json().get("items");
  }

  @Test
  void an_added_trigger_becomes_a_schedule() {
    // Ids with dashes, as the seed warns of.
    String workflow = "cmhn9g2h2000aaz5x1wwjxl99-a";
    String id =
        scheduleId(put(workflow, trigger("trigger-node-1762423520648", "0 9 29 2 *", true)), 0);
    JsonNode schedule = Runs.schedule(client, id);
    assertThat(schedule.get("cron").asString()).isEqualTo("0 9 29 2 *");
    assertThat(schedule.get("workflow_id").asString()).isEqualTo(workflow);
    assertThat(schedule.get("trigger_node_id").asString()).isEqualTo("trigger-node-1762423520648");
    assertThat(schedule.get("description").asString()).isEqualTo("Daily at 9 AM");
    assertThat(schedule.get("status").asString()).isEqualTo("active");
  }

  @Test
  void ids_that_read_the_same_when_joined_are_kept_apart() {
    String one = scheduleId(put("a-b", trigger("c", "0 9 29 2 *", true)), 0);
    String other = scheduleId(put("a", trigger("b-c", "0 9 29 2 *", true)), 0);
    assertThat(one).isNotEqualTo(other);
  }

  @Test
  void a_changed_trigger_changes_its_schedule_and_keeps_its_counters() {
    String id = scheduleId(put("changed", trigger("t-1", "0 9 29 2 *", true)), 0);
    api.execute(
        "update carillon.timers set run_count = 5, repeat = 5 where schedule_id = '%s'"
            .formatted(id));
    String again = scheduleId(put("changed", trigger("t-1", "30 8 29 2 *", true)), 0);
    assertThat(again).isEqualTo(id);
    JsonNode schedule = Runs.schedule(client, id);
    assertThat(schedule.get("cron").asString()).isEqualTo("30 8 29 2 *");
    assertThat(schedule.get("run_count").asInt()).isEqualTo(5);
    assertThat(schedule.get("version").asInt()).isEqualTo(2);
  }

  @Test
  void what_did_not_change_stays_as_people_left_it() {
    ApiServer.Reply saved =
        put("same", trigger("kept", "0 9 29 2 *", true), trigger("gone", "0 9 29 2 *", true));
    String kept = scheduleId(saved, 0);
    client.post("/api/v1/schedules/" + kept + "/pause", "{\"reason\":\"holiday\"}");
    client.delete("/api/v1/schedules/" + scheduleId(saved, 1));
    put("same", trigger("kept", "0 9 29 2 *", true), trigger("gone", "0 9 29 2 *", true));
    JsonNode schedule = Runs.schedule(client, kept);
    assertThat(schedule.get("status").asString()).as("paused stays paused").isEqualTo("paused");
    assertThat(schedule.get("version").asInt()).isOne();
    assertThat(schedules("same").size()).as("deleted stays deleted").isOne();
    put("same", trigger("kept", "0 9 29 2 *", true), trigger("gone", "0 10 29 2 *", true));
    assertThat(schedules("same").size()).as("until its trigger changes").isEqualTo(2);
  }

  private static final String EDIT =
      """
      {"max_retries":9,"overlap":"allow","payload":{"x":1},"cron":"0 12 29 2 *",
       "timezone":"Europe/Berlin","description":"By hand","jitter_seconds":7}
      """;

  private JsonNode edited(String id) {
    assertThat(client.patch("/api/v1/schedules/" + id, EDIT).status()).isEqualTo(200);
    return Runs.schedule(client, id);
  }

  private static void assertPeoples(JsonNode schedule, String... fields) {
    JsonNode edit = Json.stored(EDIT);
    for (String field : fields) {
      assertThat(schedule.get(field)).as(field).isEqualTo(edit.get(field));
    }
  }

  @Test
  void what_people_edited_stays_when_the_workflow_is_saved_unchanged() {
    String id = scheduleId(put("edited", trigger("t", "0 9 29 2 *", true)), 0);
    JsonNode before = edited(id);
    put("edited", trigger("t", "0 9 29 2 *", true));
    assertThat(Runs.schedule(client, id)).isEqualTo(before);
    put("edited", trigger("t", "0 9 29 2 *", true).replace("\"UTC\"", "null,\"own\":1"));
    assertThat(Runs.schedule(client, id)).as("null is UTC").isEqualTo(before);
    assertPeoples(before, Json.stored(EDIT).propertyNames().toArray(String[]::new));
  }

  @Test
  void a_changed_trigger_changes_only_what_changed_in_it() {
    String id = scheduleId(put("merged", trigger("t", "0 9 29 2 *", true)), 0);
    edited(id);
    put("merged", trigger("t", "0 10 29 2 *", true));
    JsonNode retimed = Runs.schedule(client, id);
    assertThat(retimed.get("cron").asString()).isEqualTo("0 10 29 2 *");
    assertThat(retimed.get("timezone").asString()).isEqualTo("UTC");
    assertPeoples(retimed, "max_retries", "overlap", "payload", "description", "jitter_seconds");

    edited(id);
    put("merged", trigger("t", "0 10 29 2 *", true).replace("Daily at 9 AM", "Said anew"));
    JsonNode described = Runs.schedule(client, id);
    assertThat(described.get("description").asString()).isEqualTo("Said anew");
    assertPeoples(described, "max_retries", "overlap", "payload", "cron", "timezone");

    put(
        "merged",
        trigger("t", "0 10 29 2 *", false)
            .replace("Daily at 9 AM", "Said anew\",\"payload\":{\"y\":2},\"own\":\"z"));
    JsonNode loaded = Runs.schedule(client, id);
    assertThat(loaded.get("payload")).isEqualTo(Json.stored("{\"y\":2}"));
    assertThat(loaded.get("status").asString()).isEqualTo("paused");
    assertPeoples(loaded, "max_retries", "overlap", "cron", "timezone");
  }

  @Test
  void a_workflow_of_another_name_renames_the_schedules_that_nobody_named() {
    ApiServer.Reply saved =
        put("titled", trigger("a", "0 9 29 2 *", true), trigger("b", "0 9 29 2 *", true));
    String named = scheduleId(saved, 1);
    client.patch("/api/v1/schedules/" + named, "{\"name\":\"Mine\"}");
    client.put(
        "/api/v1/workflows/titled",
        "{\"name\":\"Other\",\"triggers\":[%s,%s]}"
            .formatted(trigger("a", "0 9 29 2 *", true), trigger("b", "0 9 29 2 *", true)));
    JsonNode schedule = Runs.schedule(client, scheduleId(saved, 0));
    assertThat(schedule.get("name").asString()).isEqualTo("Other / a");
    assertThat(Runs.schedule(client, named).get("name").asString()).isEqualTo("Mine");
  }

  @Test
  void a_deactivated_trigger_pauses_and_an_activated_one_resumes() {
    String id = scheduleId(put("switch", trigger("t", "0 9 29 2 *", true)), 0);
    put("switch", trigger("t", "0 9 29 2 *", false));
    assertThat(Runs.schedule(client, id).get("status").asString()).isEqualTo("paused");
    put("switch", trigger("t", "0 9 29 2 *", true));
    assertThat(Runs.schedule(client, id).get("status").asString()).isEqualTo("active");
    String off = scheduleId(put("switch-off", trigger("t", "0 9 29 2 *", false)), 0);
    assertThat(Runs.schedule(client, off).get("status").asString()).isEqualTo("paused");
  }

  @Test
  void a_removed_trigger_and_a_deleted_workflow_take_their_schedules_with_them() {
    put("gone", trigger("a", "0 9 29 2 *", true), trigger("b", "0 9 29 2 *", true));
    put("gone", trigger("b", "0 9 29 2 *", true));
    assertThat(schedules("gone").size()).isOne();
    assertThat(client.delete("/api/v1/workflows/gone").status()).isEqualTo(204);
    assertThat(schedules("gone").size()).isZero();
    assertThat(client.get("/api/v1/workflows/gone").code()).isEqualTo("workflow.not_found");
    assertThat(client.delete("/api/v1/workflows/gone").status()).isEqualTo(404);
  }

  @Test
  void a_mistake_in_one_trigger_changes_nothing() {
    put("careful", trigger("a", "0 9 29 2 *", true));
    ApiServer.Reply refused =
        client.put(
            "/api/v1/workflows/careful",
            "{\"triggers\":[%s,%s]}"
                .formatted(trigger("a", "0 10 29 2 *", true), trigger("b", "0 25 * * *", true)));
    assertThat(refused.status()).as(refused.toString()).isEqualTo(422);
    assertThat(refused.body()).contains("$.triggers[1].settings.cronExpression");
    JsonNode schedules = schedules("careful");
    assertThat(schedules.size()).isOne();
    assertThat(schedules.get(0).get("cron").asString()).isEqualTo("0 9 29 2 *");
  }

  @Test
  void a_run_reaches_the_executor_with_the_trigger_it_starts() throws Exception {
    BlockingQueue<String> bodies = new LinkedBlockingQueue<>();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
    server.createContext(
        "/run",
        exchange -> {
          try (InputStream in = exchange.getRequestBody()) {
            bodies.add(new String(in.readAllBytes(), StandardCharsets.UTF_8));
          }
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
    try {
      client.put(
          "/api/v1/executors/default",
          "{\"url\":\"http://127.0.0.1:%d/run\"}".formatted(server.getAddress().getPort()));
      String id = scheduleId(put("executed", trigger("t-9", "0 9 29 2 *", true)), 0);
      String runId = Runs.trigger(client, id);
      JsonNode event = Json.stored(body(bodies));
      assertThat(event.get("event_type").asString()).isEqualTo("schedule");
      assertThat(event.get("workflow_id").asString()).isEqualTo("executed");
      assertThat(event.get("trigger_node_id").asString()).isEqualTo("t-9");
      assertThat(event.at("/triggers/0/nodeId").asString()).isEqualTo("node-t-9");
      assertThat(Runs.ended(client, runId).get("status").asString()).isEqualTo("success");

      // The body of the seed: the workflow itself is known to the executor only.
      String foreign =
          Runs.create(
              client,
              """
              {"name":"Daily Report","workflow_id":1,"trigger_node_id":"trigger_schedule_abc",
               "interval_seconds":86400,"total_repeats":0,"max_retries":3,"timeout_seconds":600,
               "trigger_payload":{"report_type":"daily"}}
              """);
      Runs.trigger(client, foreign);
      JsonNode other = Json.stored(body(bodies));
      assertThat(other.get("workflow_id").asString()).isEqualTo("1");
      assertThat(other.get("trigger_node_id").asString()).isEqualTo("trigger_schedule_abc");
      assertThat(other.at("/payload/report_type").asString()).isEqualTo("daily");
    } finally {
      server.stop(0);
    }
  }

  private static String body(BlockingQueue<String> bodies)
      throws IOException, InterruptedException {
    String body = bodies.poll(90, TimeUnit.SECONDS);
    assertThat(body).as("the executor is called").isNotNull();
    return body;
  }

  @Test
  void a_stale_save_is_refused() {
    String etag = put("versioned", trigger("a", "0 9 29 2 *", true)).header("ETag");
    put("versioned", trigger("a", "0 10 29 2 *", true));
    ApiServer.Reply stale =
        client.put("/api/v1/workflows/versioned", "{\"triggers\":[]}", "If-Match", etag);
    assertThat(stale.status()).isEqualTo(412);
    assertThat(schedules("versioned").size()).isOne();
  }

  @Test
  void another_organization_has_its_own_workflow_of_the_same_id() {
    put("shared-id", trigger("a", "0 9 29 2 *", true));
    ApiServer.Client other = api.organization("workflow-neighbour");
    assertThat(other.get("/api/v1/workflows/shared-id").status()).isEqualTo(404);
    ApiServer.Reply theirs = other.put("/api/v1/workflows/shared-id", "{\"triggers\":[]}");
    assertThat(theirs.status()).isEqualTo(200);
    assertThat(schedules("shared-id").size()).isOne();
  }

  private ApiServer.Reply refused(String workflow, String trigger) {
    ApiServer.Reply reply =
        client.put("/api/v1/workflows/" + workflow, "{\"triggers\":[%s]}".formatted(trigger));
    assertThat(reply.status()).as(reply.toString()).isGreaterThanOrEqualTo(400);
    assertThat(schedules(workflow)).isEmpty();
    return reply;
  }

  private static JsonNode error(ApiServer.Reply reply) {
    return reply.json().at("/errors/0");
  }

  @Test
  void a_key_that_is_almost_one_of_a_trigger_is_refused_with_the_right_one() {
    String trigger = trigger("t", "0 9 29 2 *", true);
    String[][] slips = {
      {"\"active\"", "\"Active\"", "$.triggers[0].Active", "active"},
      {"\"nodeId\"", "\"node_id\"", "$.triggers[0].node_id", "nodeId"},
      {"\"settings\"", "\"setings\"", "$.triggers[0].setings", "settings"},
      {"\"timezone\"", "\"timeZone\"", "$.triggers[0].settings.timeZone", "timezone"},
      {"\"timezone\"", "\"tiemzone\"", "$.triggers[0].settings.tiemzone", "timezone"},
      {
        "\"timezone\"",
        "\"scheduledJobId\"",
        "$.triggers[0].settings.scheduledJobId",
        "scheduled_job_id"
      },
    };
    for (String[] slip : slips) {
      ApiServer.Reply reply = refused("slips", trigger.replace(slip[0], slip[1]));
      assertThat(reply.code()).as(slip[1]).isEqualTo("field.unknown");
      assertThat(error(reply).get("path").asString()).isEqualTo(slip[2]);
      assertThat(reply.text("fix")).contains(slip[3]);
    }
  }

  @Test
  void keys_of_the_editor_itself_pass_and_come_back() {
    String own =
        """
        {"id":"t","type":"schedule","nodeId":"n","active":true,"uid":"u","label":"L","inactive":0,
         "position":{"x":1,"Active":true},"nodeIds":["n"],"config":"own",
         "settings":{"cronExpression":"0 9 29 2 *","cron":"x","mode":"simple","zoneName":"z"}}
        """;
    String hook =
        "{\"id\":\"h\",\"type\":\"webhook\",\"settings\":{\"timeZone\":1,\"Payload\":[]}}";
    JsonNode saved = put("own", own, hook).json();
    assertThat(saved.at("/triggers/0")).isEqualTo(Json.stored(own));
    assertThat(saved.at("/triggers/1")).isEqualTo(Json.stored(hook));
  }

  @Test
  void a_filter_that_is_no_string_is_refused() {
    String trigger = trigger("t", "0 9 29 2 *", true);
    for (String place : new String[] {"settings", "config"}) {
      ApiServer.Reply reply =
          refused(
              "filter",
              place.equals("settings")
                  ? trigger.replace("\"timezone\":\"UTC\"", "\"scheduled_job_id\":5")
                  : trigger.replace(
                      "\"active\"", "\"config\":{\"scheduled_job_id\":5},\"active\""));
      assertThat(error(reply).get("path").asString())
          .isEqualTo("$.triggers[0].%s.scheduled_job_id".formatted(place));
    }
  }

  @Test
  void what_is_wrong_with_a_trigger_is_told_at_its_place() {
    String trigger = trigger("t", "0 9 29 2 *", true);
    ApiServer.Reply zone = refused("places", trigger.replace("UTC", "Europe/Berlim"));
    assertThat(zone.code()).isEqualTo("timing.zone.unknown");
    assertThat(error(zone).get("path").asString()).isEqualTo("$.triggers[0].settings.timezone");
    assertThat(error(zone).get("got").asString()).isEqualTo("Europe/Berlim");

    ApiServer.Reply cron = refused("places", trigger.replace("0 9 29 2", "0 24 29 2"));
    assertThat(cron.code()).isEqualTo("timing.cron.out_of_range");
    assertThat(error(cron).get("path").asString())
        .isEqualTo("$.triggers[0].settings.cronExpression");
    assertThat(error(cron).get("column").asInt()).isEqualTo(3);

    ApiServer.Reply payload =
        refused(
            "places",
            trigger.replace(
                "\"timezone\":\"UTC\"", "\"payload\":\"%s\"".formatted("x".repeat(256 * 1024))));
    assertThat(payload.status()).isEqualTo(413);
    assertThat(payload.code()).isEqualTo("payload.too_large");
    assertThat(error(payload).get("path").asString()).isEqualTo("$.triggers[0].settings.payload");

    ApiServer.Reply description =
        refused("places", trigger.replace("Daily at 9 AM", "x".repeat(20_000)));
    assertThat(description.status()).isEqualTo(422);
    assertThat(error(description).get("path").asString())
        .isEqualTo("$.triggers[0].settings.description");
  }

  @Test
  void an_interval_that_cannot_be_is_refused_before_anything_is_changed() {
    ApiServer.Reply reply =
        client.put(
            "/api/v1/workflows/interval",
            "{\"triggers\":[%s,%s]}"
                .formatted(
                    trigger("a", "0 9 29 2 *", true),
                    "{\"id\":\"b\",\"type\":\"schedule\",\"settings\":{\"intervalSeconds\":0}}"));
    assertThat(reply.status()).isEqualTo(422);
    assertThat(error(reply).get("path").asString())
        .isEqualTo("$.triggers[1].settings.intervalSeconds");
    assertThat(schedules("interval")).isEmpty();
  }

  @Test
  void settings_that_are_null_are_as_if_left_out() {
    put("null-settings", "{\"id\":\"h\",\"type\":\"webhook\",\"settings\":null}");
    ApiServer.Reply reply =
        refused("null-settings", "{\"id\":\"t\",\"type\":\"schedule\",\"settings\":null}");
    assertThat(error(reply).get("path").asString())
        .isEqualTo("$.triggers[0].settings.cronExpression");
  }

  @Test
  void a_workflow_that_was_changed_in_between_is_not_deleted() {
    String kept = "/api/v1/workflows/kept";
    String body = "{\"triggers\":[%s]}".formatted(trigger("a", "0 9 29 2 *", true));
    String read = client.put(kept, body).header("ETag");
    assertThat(client.send("GET", kept, null, "If-None-Match", read).status()).isEqualTo(304);
    ApiServer.Reply saved = client.put(kept, body, "If-None-Match", "\"2\"");
    assertThat(saved.status()).isEqualTo(200);
    assertThat(saved.header("ETag")).isEqualTo("\"2\"");
    assertThat(client.send("GET", kept, null, "If-None-Match", read).status()).isEqualTo(200);
    assertThat(client.send("DELETE", kept, null, "If-Match", read).code())
        .isEqualTo("precondition_failed");
    assertThat(schedules("kept")).hasSize(1);
    assertThat(client.send("DELETE", kept, null, "If-Match", "\"2\"").status()).isEqualTo(204);
    assertThat(schedules("kept")).isEmpty();
  }

  @Test
  void a_save_that_must_create_replaces_nothing() {
    String body = "{\"triggers\":[%s]}".formatted(trigger("a", "0 9 29 2 *", true));
    ApiServer.Reply made = client.put("/api/v1/workflows/new", body, "If-None-Match", "*");
    assertThat(made.status()).isEqualTo(200);
    ApiServer.Reply again =
        client.put("/api/v1/workflows/new", "{\"triggers\":[]}", "If-None-Match", "*");
    assertThat(again.status()).isEqualTo(412);
    assertThat(again.code()).isEqualTo("precondition_failed");
    assertThat(client.get("/api/v1/workflows/new").header("ETag")).isEqualTo(made.header("ETag"));
    assertThat(schedules("new")).hasSize(1);
  }
}
