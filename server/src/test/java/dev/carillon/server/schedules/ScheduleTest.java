package dev.carillon.server.schedules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.carillon.server.ApiServer;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Schedules over HTTP, from their creation to their end. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ScheduleTest {

  private static final String PATH = "/api/v1/schedules";
  private static final String HOURLY = "{\"handler\":\"none\",\"interval_seconds\":3600}";

  @RegisterExtension static final ApiServer api = new ApiServer();

  private static JsonNode create(String body) {
    ApiServer.Reply reply = api.operator().post(PATH, body);
    assertThat(reply.status()).as(reply.body()).isEqualTo(201);
    return reply.json();
  }

  private static String id(JsonNode schedule) {
    return PATH + "/" + schedule.get("id").asString();
  }

  private static ApiServer.Reply refused(String body, String code, String path) {
    ApiServer.Reply reply = api.operator().post(PATH, body);
    assertThat(reply.status()).as(reply.body()).isIn(403, 413, 422);
    assertThat(reply.code()).as(reply.body()).isEqualTo(code);
    assertThat(reply.json().at("/errors/0/path").asString()).isEqualTo(path);
    return reply;
  }

  @Test
  void the_body_of_the_first_system_works_as_it_is() {
    ApiServer.Reply reply =
        api.operator()
            .post(
                PATH + "/",
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
                """);
    assertThat(reply.status()).isEqualTo(201);
    JsonNode schedule = reply.json();
    assertThat(schedule.get("target").asString()).isEqualTo("workflow");
    assertThat(schedule.get("workflow_id").asString()).isEqualTo("1");
    assertThat(schedule.get("payload").toString()).isEqualTo("{\"report_type\":\"daily\"}");
    assertThat(schedule.get("interval_seconds").intValue()).isEqualTo(86_400);
    assertThat(schedule.get("max_failures").intValue()).isEqualTo(1);
    assertThat(schedule.get("on_max_failures").asString()).isEqualTo("dead");
    assertThat(schedule.get("overlap").asString()).isEqualTo("skip");
    assertThat(schedule.get("status").asString()).isEqualTo("active");
    assertThat(schedule.get("owner").asString()).isEqualTo("user:operator");
    assertThat(schedule.get("next_run_at").isNull()).isFalse();
    assertThat(reply.header("ETag")).isEqualTo("\"1\"");
    assertThat(api.operator().get(reply.header("Location") + "/").json()).isEqualTo(schedule);
  }

  @Test
  void the_body_of_the_graph_system_works_as_it_is() {
    JsonNode schedule =
        create(
            """
            {"graph_id":"langgraph:poet","input":{"messages":[{"role":"user","content":"hi"}]},
             "cron":"0 9 * * *","timezone":"Europe/Berlin"}
            """);
    assertThat(schedule.get("name").asString()).isEqualTo("langgraph:poet");
    assertThat(schedule.get("target").asString()).isEqualTo("graph");
    assertThat(schedule.get("overlap").asString()).isEqualTo("queue");
    assertThat(schedule.get("catch_up").asString()).isEqualTo("skip");
    assertThat(schedule.get("max_failures").intValue()).isZero();
    assertThat(schedule.get("timeout_seconds").intValue()).isEqualTo(600);
    assertThat(schedule.get("timezone").asString()).isEqualTo("Europe/Berlin");
    assertThat(schedule.at("/payload/messages/0/content").asString()).isEqualTo("hi");
  }

  @Test
  void a_message_to_an_agent_has_its_own_defaults() {
    JsonNode schedule =
        create(
            """
            {"agent_id":"frank","payload_text":"Check the mail","interval_ms":600000,
             "description":"often"}
            """);
    assertThat(schedule.get("target").asString()).isEqualTo("message");
    assertThat(schedule.get("payload_kind").asString()).isEqualTo("message");
    assertThat(schedule.get("interval_seconds").intValue()).isEqualTo(600);
    assertThat(schedule.get("max_retries").intValue()).isZero();
    assertThat(schedule.get("max_failures").intValue()).isEqualTo(5);
    assertThat(schedule.get("on_max_failures").asString()).isEqualTo("paused");
    assertThat(schedule.get("name").asString()).isEqualTo("Check the mail");
  }

  @Test
  void every_mistake_names_its_field() {
    refused("{\"handler\":\"h\"}", "field.missing", "$.cron");
    refused("{\"interval_seconds\":5}", "field.missing", "$.target");
    refused(
        "{\"handler\":\"h\",\"cron\":\"0 9 * * *\",\"interval_seconds\":5}",
        "field.invalid",
        "$.interval_seconds");
    ApiServer.Reply hour =
        refused(
            "{\"handler\":\"h\",\"cron\":\"0 24 * * *\"}", "timing.cron.out_of_range", "$.cron");
    assertThat(hour.json().at("/errors/0/column").intValue()).isEqualTo(3);
    refused(
        "{\"handler\":\"h\",\"cron\":\"0 9 * * *\",\"timezone\":\"Berlin\"}",
        "timing.zone.unknown",
        "$.timezone");
    refused(
        "{\"handler\":\"h\",\"interval_seconds\":0}",
        "timing.interval.out_of_range",
        "$.interval_seconds");
    refused(
        "{\"handler\":\"h\",\"interval_seconds\":\"5\"}", "field.invalid", "$.interval_seconds");
    refused(
        "{\"handler\":\"h\",\"interval_seconds\":5,\"max_retries\":-1}",
        "field.invalid",
        "$.max_retries");
    refused(
        "{\"handler\":\"h\",\"interval_seconds\":5,\"overlap\":\"skp\"}",
        "field.invalid",
        "$.overlap");
    refused("{\"handler\":\"h\",\"run_at\":\"2020-01-01T00:00:00Z\"}", "field.invalid", "$.run_at");
    refused("{\"handler\":\"h\",\"run_at\":\"tomorrow\"}", "field.invalid", "$.run_at");
    refused(
        "{\"handler\":\"h\",\"url\":\"https://x.example\",\"interval_seconds\":5}",
        "field.invalid",
        "$.handler");
    refused("{\"url\":\"file:///etc/passwd\",\"interval_seconds\":5}", "field.invalid", "$.url");
    refused("{\"url\":\"https://a:b@x.example\",\"interval_seconds\":5}", "field.invalid", "$.url");
    refused(
        "{\"url\":\"https://x.example\",\"interval_seconds\":5,\"headers\":{\"Authorization\":\"x\"}}",
        "field.invalid",
        "$.headers.Authorization");
    refused(
        "{\"url\":\"https://x.example\",\"interval_seconds\":5,\"headers\":{\"X-A\":\"a\\r\\nb\"}}",
        "field.invalid",
        "$.headers.X-A");
    refused(
        "{\"handler\":\"h\",\"interval_seconds\":5,\"status\":\"paused\"}",
        "field.read_only",
        "$.status");
    refused(
        "{\"handler\":\"h\",\"interval_seconds\":5,\"payload\":1,\"input\":2}",
        "field.invalid",
        "$.input");
    refused("{\"handler\":\"h\",\"intervall_seconds\":5}", "field.unknown", "$.intervall_seconds");
    refused("{\"handler\":\"h\",\"interval_seconds\":5,\"name\":\"\"}", "field.invalid", "$.name");
  }

  @Test
  void a_mistake_in_an_alias_names_the_alias() {
    String interval = "\"agent_id\":\"ann\",\"payload_text\":\"hi\",\"interval_ms\":0";
    refused("{%s}".formatted(interval), "timing.interval.out_of_range", "$.interval_ms");
    refused(
        "{\"handler\":\"h\",\"cron_expr\":\"0 24 * * *\"}",
        "timing.cron.out_of_range",
        "$.cron_expr");
    refused("{\"handler\":\"h\",\"cron_expr\":5}", "field.invalid", "$.cron_expr");
    String large = "\"%s\"".formatted("x".repeat(262_144));
    refused(
        "{\"handler\":\"h\",\"cron\":\"@daily\",\"input\":%s}".formatted(large),
        "payload.too_large",
        "$.input");
    JsonNode schedule = create(HOURLY);
    ApiServer.Client client = api.operator();
    for (ApiServer.Reply reply :
        List.of(
            client.patch(id(schedule), "{\"interval_ms\":0}"),
            client.post(PATH + "/preview", "{\"interval_ms\":0}"),
            client.post("/api/v1/jobs", "{%s}".formatted(interval)))) {
      assertThat(reply.json().at("/errors/0/path").asString()).isEqualTo("$.interval_ms");
    }
    assertThat(
            client
                .post(id(schedule) + "/run", "{\"trigger_payload\":%s}".formatted(large))
                .json()
                .at("/errors/0/path")
                .asString())
        .isEqualTo("$.trigger_payload");
    assertThat(
            client
                .put(PATH + "/apply", "{\"schedules\":[{\"name\":\"a\",%s}]}".formatted(interval))
                .json()
                .at("/errors/0/path")
                .asString())
        .isEqualTo("$.schedules[0].interval_ms");
  }

  @Test
  void what_leaves_no_slot_is_the_field_that_is_named() {
    String late = "\"start_at\":\"9999-12-31T23:59:59.999Z\"";
    for (String bounds : List.of(late, late + ",\"end_at\":\"9999-12-31T23:59:59.999Z\"")) {
      ApiServer.Reply none =
          refused(
              "{\"handler\":\"h\",\"cron\":\"0 0 * * *\",%s}".formatted(bounds),
              "field.invalid",
              "$.start_at");
      assertThat(none.json().get("detail").asString()).contains("before the year 10000");
    }
    ApiServer.Reply narrow =
        refused(
            "{\"handler\":\"h\",\"cron\":\"0 0 1 1 *\",\"start_at\":\"2098-02-01T00:00:00Z\","
                + "\"end_at\":\"2098-11-01T00:00:00Z\"}",
            "field.invalid",
            "$.end_at");
    assertThat(narrow.json().get("detail").asString())
        .contains("lies before the first slot, which is at 2099-01-01T00:00:00Z");
    ApiServer.Reply past =
        refused(
            "{\"handler\":\"h\",\"cron\":\"0 0 1 1 *\",\"end_at\":\"2020-01-01T00:00:00Z\"}",
            "field.invalid",
            "$.end_at");
    assertThat(past.json().get("detail").asString()).contains("no slot after now");
    String once = "{\"handler\":\"h\",\"run_at\":\"%s\",\"%s\":\"2098-06-01T00:00:00Z\"}";
    refused(once.formatted("2020-01-01T00:00:00Z", "end_at"), "field.invalid", "$.run_at");
    refused(once.formatted("2098-01-01T00:00:00Z", "start_at"), "field.invalid", "$.start_at");
    refused(once.formatted("2098-12-01T00:00:00Z", "end_at"), "field.invalid", "$.end_at");
  }

  @Test
  void a_change_merges_null_resets_and_counters_stay() {
    JsonNode before =
        create(
            "{\"handler\":\"h\",\"cron\":\"0 9 29 2"
                + " *\",\"timezone\":\"Europe/Berlin\",\"max_retries\":7,\"payload\":{\"a\":1}}");
    ApiServer.Reply reply =
        api.operator()
            .patch(id(before), "{\"name\":\"new\",\"max_retries\":null,\"payload\":null}");
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    JsonNode after = reply.json();
    assertThat(after.get("name").asString()).isEqualTo("new");
    assertThat(after.get("max_retries").intValue()).isEqualTo(3);
    assertThat(after.get("payload").isNull()).isTrue();
    assertThat(after.get("cron").asString()).isEqualTo("0 9 29 2 *");
    assertThat(after.get("timezone").asString()).isEqualTo("Europe/Berlin");
    assertThat(after.get("next_run_at")).isEqualTo(before.get("next_run_at"));
    assertThat(after.get("version").longValue()).isEqualTo(2);
  }

  @Test
  void another_timing_or_target_takes_the_place_of_the_old_one() {
    JsonNode before = create("{\"handler\":\"h\",\"cron\":\"0 9 * * *\"}");
    JsonNode interval = api.operator().patch(id(before), "{\"interval_seconds\":1.5}").json();
    assertThat(interval.get("cron").isNull()).isTrue();
    assertThat(interval.get("timezone").isNull()).isTrue();
    assertThat(interval.get("interval_seconds").toString()).isEqualTo("1.5");
    JsonNode http = api.operator().patch(id(before), "{\"url\":\"https://x.example/hook\"}").json();
    assertThat(http.get("target").asString()).isEqualTo("http");
    assertThat(http.has("handler")).isFalse();
    assertThat(http.get("method").asString()).isEqualTo("POST");
  }

  @Test
  void a_change_to_a_timing_without_a_slot_is_refused_and_the_schedule_lives_on() {
    JsonNode schedule = create(HOURLY);
    ApiServer.Client client = api.operator();
    for (String verb : List.of("/pause", "/resume")) {
      for (String change :
          List.of(
              "{\"run_at\":\"2020-01-01T00:00:00Z\"}", "{\"end_at\":\"2020-01-01T00:00:00Z\"}")) {
        JsonNode before = client.get(id(schedule)).json();
        ApiServer.Reply refused = client.patch(id(schedule), change);
        assertThat(refused.status()).as(refused.body()).isEqualTo(422);
        assertThat(refused.code()).isEqualTo("field.invalid");
        assertThat(refused.json().at("/errors/0/path").asString())
            .isEqualTo(change.contains("run_at") ? "$.run_at" : "$.end_at");
        assertThat(client.get(id(schedule)).json()).isEqualTo(before);
      }
      assertThat(client.post(id(schedule) + verb, null).status()).isEqualTo(200);
    }
    JsonNode job =
        client
            .post(
                "/api/v1/jobs",
                "{\"agent_id\":\"frank\",\"payload_text\":\"hi\",\"interval_ms\":3600000}")
            .json();
    assertThat(
            client
                .patch(
                    "/api/v1/jobs/" + job.get("id").asString(),
                    "{\"schedule_kind\":\"once\",\"run_at\":\"2020-01-01T00:00:00Z\"}")
                .status())
        .isEqualTo(422);
  }

  @Test
  void what_is_done_is_revived_once_a_change_gave_it_slots_again() {
    ApiServer.Client client = api.operator();
    JsonNode schedule =
        create(
            "{\"agent_id\":\"ann\",\"payload_text\":\"hi\",\"run_at\":\"%s\"}"
                .formatted(Instant.now().plusMillis(500)));
    await().until(() -> client.get(id(schedule)).text("status").equals("done"));
    JsonNode changed = client.patch(id(schedule), "{\"run_at\":\"2099-01-01T00:00:00Z\"}").json();
    assertThat(changed.get("status").asString()).isEqualTo("done");
    ApiServer.Reply resumed = client.post(id(schedule) + "/resume", null);
    assertThat(resumed.status()).isEqualTo(400);
    assertThat(resumed.text("detail")).contains("revive it");
    JsonNode revived = client.post(id(schedule) + "/revive", null).json();
    assertThat(revived.get("status").asString()).isEqualTo("active");
    assertThat(revived.get("next_run_at").asString()).isEqualTo("2099-01-01T00:00:00.000Z");
  }

  @Test
  void a_change_that_cannot_be_enabled_changes_nothing_else_either() {
    ApiServer.Client org = api.organization("whole");
    ApiServer.Reply past =
        org.post(PATH, "{\"graph_id\":\"langgraph:poet\",\"run_at\":\"2020-01-01T00:00:00Z\"}");
    assertThat(past.json().at("/errors/0/path").asString()).isEqualTo("$.run_at");
    assertThat(org.get("/api/v1/grants").json().get("items")).isEmpty();
    JsonNode schedule = org.post(PATH, HOURLY).json();
    JsonNode stopped = org.post(id(schedule) + "/stop", null).json();
    ApiServer.Reply refused =
        org.patch(
            id(schedule),
            "{\"graph_id\":\"langgraph:poet\",\"description\":\"new\",\"enabled\":true}");
    assertThat(refused.code()).isEqualTo("schedule.wrong_status");
    assertThat(org.get(id(schedule)).json()).isEqualTo(stopped);
    assertThat(org.get("/api/v1/grants").json().get("items")).isEmpty();
  }

  @Test
  void who_has_the_version_of_a_schedule_is_told_all_the_same_how_it_stands() {
    String schedule = id(create(HOURLY));
    ApiServer.Client client = api.operator();
    client.post(schedule + "/pause", null);
    ApiServer.Reply shown = client.send("GET", schedule, null, "If-None-Match", "\"1\"");
    assertThat(shown.status()).isEqualTo(200);
    assertThat(shown.header("ETag")).isEqualTo("\"1\"");
    assertThat(shown.text("status")).isEqualTo("paused");
    ApiServer.Reply changed =
        client.patch(schedule, "{\"name\":\"other\"}", "If-None-Match", "\"2\"");
    assertThat(changed.status()).isEqualTo(200);
    assertThat(changed.text("name")).isEqualTo("other");
  }

  @Test
  void a_change_to_what_was_changed_in_between_is_refused() {
    JsonNode schedule = create(HOURLY);
    ApiServer.Client client = api.operator();
    assertThat(client.patch(id(schedule), "{\"name\":\"one\"}", "If-Match", "\"1\"").status())
        .isEqualTo(200);
    ApiServer.Reply late = client.patch(id(schedule), "{\"name\":\"two\"}", "If-Match", "\"1\"");
    assertThat(late.status()).isEqualTo(412);
    assertThat(late.code()).isEqualTo("precondition_failed");
    assertThat(late.json().at("/errors/0/path").asString()).isEqualTo("If-Match");
    assertThat(late.json().at("/errors/0/expected").asString()).isEqualTo("\"2\"");
    assertThat(late.json().at("/errors/0/got").asString()).isEqualTo("\"1\"");
    assertThat(client.get(id(schedule)).text("name")).isEqualTo("one");
    assertThat(client.patch(id(schedule), "{\"name\":\"two\"}", "If-Match", "\"x\"").status())
        .isEqualTo(412);
    assertThat(client.patch(id(schedule), "{\"name\":\"two\"}", "If-Match", "*").status())
        .isEqualTo(200);
    assertThat(client.patch(id(schedule), "{\"name\":\"six\"}", "If-Match", "\"1\", \"2\"").code())
        .isEqualTo("precondition_failed");
    assertThat(
            client.patch(id(schedule), "{\"name\":\"six\"}", "If-Match", "\"1\", W/\"3\"").status())
        .isEqualTo(200);
  }

  @Test
  void only_active_is_paused_only_paused_is_resumed_and_only_dead_is_revived() {
    JsonNode schedule = create(HOURLY);
    ApiServer.Client client = api.operator();
    ApiServer.Reply paused = client.post(id(schedule) + "/pause/", "{\"reason\":\"holidays\"}");
    assertThat(paused.text("status")).isEqualTo("paused");
    assertThat(paused.text("status_reason")).isEqualTo("user:operator: holidays");
    assertThat(paused.json().get("next_run_at").isNull()).isTrue();
    assertThat(paused.json().get("enabled").booleanValue()).isFalse();
    ApiServer.Reply again = client.post(id(schedule) + "/pause", null);
    assertThat(again.status()).isEqualTo(400);
    assertThat(again.code()).isEqualTo("schedule.wrong_status");
    assertThat(client.post(id(schedule) + "/revive", null).status()).isEqualTo(400);
    assertThat(client.post(id(schedule) + "/resume", null).text("status")).isEqualTo("active");
    assertThat(client.post(id(schedule) + "/resume", "{}").status()).isEqualTo(400);
    assertThat(client.post(id(schedule) + "/stop", null).text("status")).isEqualTo("stopped");
    assertThat(client.patch(id(schedule), "{\"enabled\":true}").status()).isEqualTo(400);
    assertThat(client.delete(id(schedule)).status()).isEqualTo(204);
    assertThat(client.get(id(schedule)).status()).isEqualTo(404);
    assertThat(client.delete(id(schedule)).status()).isEqualTo(404);
  }

  @Test
  void enabled_is_another_word_for_active() {
    JsonNode schedule = create("{\"handler\":\"h\",\"interval_seconds\":3600,\"enabled\":false}");
    assertThat(schedule.get("status").asString()).isEqualTo("paused");
    assertThat(schedule.get("next_run_at").isNull()).isTrue();
    JsonNode enabled = api.operator().patch(id(schedule), "{\"enabled\":true}").json();
    assertThat(enabled.get("status").asString()).isEqualTo("active");
    assertThat(enabled.get("next_run_at").isNull()).isFalse();
    JsonNode disabled = api.operator().patch(id(schedule), "{\"enabled\":false}").json();
    assertThat(disabled.get("status").asString()).isEqualTo("paused");
  }

  @Test
  void a_preview_speaks_plainly_and_notes_a_clock_change() {
    ApiServer.Reply reply =
        api.operator()
            .post(
                PATH + "/preview",
                """
                {"cron":"30 2 * * *","timezone":"Europe/Berlin","from":"2026-03-28T12:00:00Z",
                 "count":2}
                """);
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    JsonNode slot = reply.json().at("/slots/0");
    assertThat(slot.get("at").asString()).isEqualTo("2026-03-29T01:00:00.000Z");
    assertThat(slot.get("local").asString()).isEqualTo("2026-03-29T03:00:00+02:00");
    assertThat(slot.get("note").asString()).contains("02:30 does not exist");
    assertThat(reply.json().get("slots")).hasSize(2);
    assertThat(reply.text("description")).isNotEmpty();
  }

  @Test
  void upcoming_slots_follow_from_a_moment() {
    JsonNode schedule = create("{\"handler\":\"h\",\"cron\":\"0 0 1 1 *\"}");
    JsonNode slots =
        api.operator()
            .get(id(schedule) + "/upcoming?count=2&from=2030-06-01T00:00:00Z")
            .json()
            .get("slots");
    assertThat(slots.get(0).get("at").asString()).isEqualTo("2031-01-01T00:00:00.000Z");
    assertThat(slots).hasSize(2);
  }

  @Test
  void a_batch_is_deleted_and_what_was_not_there_is_named() {
    JsonNode one = create(HOURLY);
    JsonNode two = create(HOURLY);
    String missing = "0198aaaa-0000-7000-8000-000000000000";
    JsonNode report =
        api.operator()
            .post(
                PATH + "/batch-delete/",
                "{\"ids\":[%s,%s,\"%s\",\"x\"]}".formatted(one.get("id"), two.get("id"), missing))
            .json();
    assertThat(report.get("deleted")).hasSize(2);
    assertThat(report.get("not_found").toString()).isEqualTo("[\"" + missing + "\",\"x\"]");
    assertThat(api.operator().get(id(one)).status()).isEqualTo(404);
  }

  @Test
  void what_is_no_id_is_as_absent_as_an_unknown_one() {
    for (String id : List.of("x", "0198aaaa-0000-7000-8000-000000000000", "1-1-1-1-1")) {
      ApiServer.Reply reply = api.operator().get(PATH + "/" + id);
      assertThat(reply.status()).isEqualTo(404);
      assertThat(reply.code()).isEqualTo("schedule.not_found");
    }
  }
}
