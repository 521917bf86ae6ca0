package dev.carillon.server.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.importers.KubernetesSample;
import dev.carillon.importers.OpenClawSamples;
import dev.carillon.server.ApiServer;
import dev.carillon.server.web.Json;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Base64;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Imports of files, through the whole server. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ImportTest {

  @RegisterExtension static final ApiServer api = new ApiServer();

  private static final String STORE = "/home/a/.openclaw/cron/jobs.json";

  private ApiServer.Client org;

  @BeforeEach
  void in_an_organization_of_its_own(TestInfo test) {
    String name = test.getTestMethod().orElseThrow().getName();
    org = api.organization(name.substring(0, Math.min(60, name.length())));
  }

  private static String body(String more, String name, String text) {
    ObjectNode body = (ObjectNode) Json.stored("{" + more + "}");
    body.putArray("files").addObject().put("name", name).put("text", text);
    return Json.text(body);
  }

  private JsonNode openClaw(String more, String jobs) {
    ApiServer.Reply reply = org.post("/api/v1/imports/openclaw", body(more, STORE, jobs));
    assertThat(reply.status()).as(reply.toString()).isEqualTo(200);
    return addingUp(reply.json());
  }

  static JsonNode addingUp(JsonNode report) {
    JsonNode totals = report.get("totals");
    int sum = 0;
    for (String word : List.of("created", "updated", "unchanged", "skipped", "failed")) {
      long count =
          report
              .get("items")
              .valueStream()
              .filter(item -> item.get("outcome").stringValue().equals(word))
              .count();
      assertThat(totals.get(word).longValue()).as(word).isEqualTo(count);
      sum += (int) count;
    }
    assertThat(totals.get("found").intValue()).isEqualTo(sum).isEqualTo(report.get("items").size());
    return report;
  }

  private static JsonNode item(JsonNode report, String id) {
    return report
        .get("items")
        .valueStream()
        .filter(item -> item.get("source_id").stringValue().equals(id))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + id + " in " + report));
  }

  private static String outcome(JsonNode report, String id) {
    return item(report, id).get("outcome").stringValue();
  }

  private int count() {
    return org.get("/api/v1/schedules").json().get("items").size();
  }

  private JsonNode schedule(JsonNode report, String id) {
    return org.get("/api/v1/schedules/" + item(report, id).get("schedule_id").stringValue()).json();
  }

  @Test
  void a_dry_run_says_it_all_and_changes_nothing() {
    JsonNode report = openClaw("\"dry_run\":true", OpenClawSamples.JOBS);
    assertThat(report.get("totals").get("created").intValue()).isEqualTo(3);
    assertThat(item(report, "r1").get("reason").stringValue())
        .isEqualTo("its last moment has passed");
    assertThat(item(report, OpenClawSamples.BRIEF).get("fires")).hasSize(5);
    assertThat(item(report, OpenClawSamples.BRIEF).get("schedule_id").isNull()).isTrue();
    assertThat(report.get("runs_imported").intValue()).isEqualTo(1);
    assertThat(count()).isZero();
    assertThat(
            api.query(
                "select 1 from carillon.imports i join carillon.organizations o on"
                    + " o.id = i.org_id where o.name like 'a_dry_run%'",
                row -> 1))
        .isEmpty();
  }

  @Test
  void what_is_imported_waits_for_review_and_importing_again_changes_nothing() {
    JsonNode report = openClaw("", OpenClawSamples.JOBS);
    assertThat(report.get("totals").get("created").intValue()).isEqualTo(3);
    JsonNode brief = schedule(report, OpenClawSamples.BRIEF);
    assertThat(brief.get("status").stringValue()).isEqualTo("paused");
    assertThat(brief.get("status_reason").stringValue())
        .isEqualTo("imported from OpenClaw, review it");
    assertThat(brief.get("next_run_at").isNull()).isTrue();
    assertThat(brief.get("agent_id").stringValue()).isEqualTo("ops");
    JsonNode again = openClaw("", OpenClawSamples.JOBS);
    assertThat(again.get("totals").get("unchanged").intValue()).isEqualTo(3);
    assertThat(again.get("totals").get("skipped").intValue()).isEqualTo(1);
    assertThat(again.get("runs_imported").intValue()).isZero();
    assertThat(count()).isEqualTo(3);
    assertThat(schedule(again, OpenClawSamples.BRIEF).get("version").intValue())
        .isEqualTo(brief.get("version").intValue());
  }

  @Test
  void the_next_run_is_the_one_the_source_states() {
    ZonedDateTime now = ZonedDateTime.now(ZoneId.of("America/Los_Angeles"));
    // An hour that does not begin before the server has looked at its own clock.
    int hour = now.getHour() == 6 ? 19 : 7;
    ZonedDateTime next = now.with(LocalTime.of(hour, 0));
    if (!next.isAfter(now)) {
      next = next.plusDays(1);
    }
    String jobs =
        OpenClawSamples.JOBS
            .replace("0 7 * * *", "0 %d * * *".formatted(hour))
            .replace("1770652800000", "" + next.toInstant().toEpochMilli());
    JsonNode item = item(openClaw("", jobs), OpenClawSamples.BRIEF);
    assertThat(item.get("original_next")).isEqualTo(item.get("fires").get(0));
    assertThat(item.get("warnings").toString()).doesNotContain("check the time zone");
    String wrong = jobs.replace("America/Los_Angeles", "America/New_York");
    JsonNode told =
        item(openClaw("\"options\":{\"instance\":\"x\"}", wrong), OpenClawSamples.BRIEF);
    assertThat(told.get("warnings").toString()).contains("check the time zone");
  }

  @Test
  void history_comes_along_and_is_no_news() {
    ObjectNode body = (ObjectNode) Json.stored(body("", STORE, OpenClawSamples.JOBS));
    body.withArray("files")
        .addObject()
        .put("name", "runs/" + OpenClawSamples.BRIEF + ".jsonl")
        .put("text", OpenClawSamples.LOG);
    JsonNode report = addingUp(org.post("/api/v1/imports/openclaw", Json.text(body)).json());
    assertThat(report.get("runs_imported").intValue()).isEqualTo(2);
    JsonNode brief = schedule(report, OpenClawSamples.BRIEF);
    assertThat(brief.get("run_count").intValue()).isEqualTo(1);
    assertThat(brief.get("error_count").intValue()).isEqualTo(1);
    assertThat(brief.get("last_run_status").stringValue()).isEqualTo("success");
    assertThat(brief.get("last_run_at").stringValue()).isEqualTo("2026-02-08T16:00:00.012Z");
    JsonNode runs =
        org.get("/api/v1/schedules/" + brief.get("id").stringValue() + "/runs").json().get("items");
    assertThat(runs).hasSize(2);
    assertThat(runs.get(0).get("status").stringValue()).isEqualTo("success");
    assertThat(runs.get(0).get("reason").stringValue()).isEqualTo("imported from OpenClaw");
    assertThat(runs.get(0).get("duration_ms").intValue()).isEqualTo(5_111);
    assertThat(runs.get(1).get("error").get("message").stringValue()).isEqualTo("model overloaded");
    assertThat(
            api.query(
                "select type from carillon.events e join carillon.organizations o on o.id"
                    + " = e.org_id where o.name like 'history_comes%'",
                row -> row.getString(1)))
        .isNotEmpty()
        .noneMatch(type -> type.startsWith("run."));
    // Its own runs follow those that came along.
    org.post("/api/v1/schedules/" + brief.get("id").stringValue() + "/run", "{}");
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(() ->
            assertThat(
                    org.get("/api/v1/schedules/" + brief.get("id").stringValue() + "/runs")
                        .json()
                        .get("items"))
                .hasSize(3)
                .allMatch(run -> !run.get("status").stringValue().equals("running")));
  }

  @Test
  void a_database_in_base64_is_the_same_store() {
    openClaw("", OpenClawSamples.JOBS);
    ObjectNode body = Json.object();
    body.putArray("files")
        .addObject()
        .put("name", "openclaw.sqlite")
        .put("base64", Base64.getEncoder().encodeToString(OpenClawSamples.database(true)));
    JsonNode report = addingUp(org.post("/api/v1/imports/openclaw", Json.text(body)).json());
    assertThat(outcome(report, OpenClawSamples.BRIEF)).isEqualTo("updated");
    assertThat(outcome(report, "off")).isEqualTo("created");
    assertThat(count()).isEqualTo(4);
  }

  @Test
  void what_somebody_changed_here_stays_and_what_the_source_changed_comes() {
    JsonNode report = openClaw("", OpenClawSamples.JOBS);
    String id = item(report, OpenClawSamples.BRIEF).get("schedule_id").stringValue();
    org.patch("/api/v1/schedules/" + id, "{\"name\":\"My brief\",\"cron\":\"15 7 * * *\"}");
    JsonNode same = openClaw("", OpenClawSamples.JOBS);
    assertThat(outcome(same, OpenClawSamples.BRIEF)).isEqualTo("unchanged");
    String changed =
        OpenClawSamples.JOBS
            .replace("0 7 * * *", "0 6 * * *")
            .replace("Summarize overnight updates.", "Summarize everything.");
    JsonNode merged = item(openClaw("", changed), OpenClawSamples.BRIEF);
    assertThat(merged.get("outcome").stringValue()).isEqualTo("updated");
    assertThat(merged.get("reason").stringValue()).isEqualTo("the source changed payload_text");
    assertThat(merged.get("warnings").toString())
        .contains("the source changed cron, and so did somebody here; theirs was kept");
    JsonNode schedule = org.get("/api/v1/schedules/" + id).json();
    assertThat(schedule.get("name").stringValue()).isEqualTo("My brief");
    assertThat(schedule.get("cron").stringValue()).isEqualTo("15 7 * * *");
    assertThat(schedule.get("payload_text").stringValue()).isEqualTo("Summarize everything.");
    assertThat(outcome(openClaw("", changed), OpenClawSamples.BRIEF)).isEqualTo("unchanged");
    org.delete("/api/v1/schedules/" + id);
    JsonNode gone = item(openClaw("", changed), OpenClawSamples.BRIEF);
    assertThat(gone.get("outcome").stringValue()).isEqualTo("skipped");
    assertThat(gone.get("reason").stringValue()).contains("deleted here");
  }

  @Test
  void activating_resumes_what_was_enabled_at_its_source() {
    String jobs =
        """
        [{"id":"on","schedule":{"kind":"every","everyMs":3600000},"text":"t"},
         {"id":"off","schedule":{"kind":"every","everyMs":3600000},"text":"t","enabled":false},
         {"id":"gated","schedule":{"kind":"every","everyMs":3600000},"text":"t",
          "trigger":{"script":"x"}}]
        """;
    openClaw("", jobs);
    JsonNode report = openClaw("\"activate\":true", jobs);
    assertThat(outcome(report, "on")).isEqualTo("updated");
    assertThat(schedule(report, "on").get("status").stringValue()).isEqualTo("active");
    assertThat(schedule(report, "off").get("status").stringValue()).isEqualTo("paused");
    assertThat(schedule(report, "gated").get("status").stringValue()).isEqualTo("paused");
    assertThat(openClaw("\"activate\":true", jobs).get("totals").get("unchanged").intValue())
        .isEqualTo(3);
  }

  @Test
  void one_bad_job_stops_no_other() {
    JsonNode report =
        openClaw(
            "",
            """
            [{"id":"bad","schedule":"0 25 * * *","text":"t"},{"id":"worse","schedule":{}},7,
             {"id":"zone","schedule":{"expr":"5 4 * * *","tz":"Mars/Olympus"},"text":"t"},
             {"id":"half\\ud800","name":"\\u0000\\udfff","schedule":"5 4 * * *","text":"\\ud800"},
             {"id":"odd\\ud800\\u0000","name":"x","schedule":"5 4 * * *","text":"t",
              "more":"\\u0000\\ud800","state":{"lastRunAtMs":1,"lastRunStatus":"error",
              "lastError":"\\u0000\\ud800"}},
             {"id":"good","schedule":"5 4 * * *","text":"t"}]
            """);
    assertThat(report.get("totals").get("failed").intValue()).isEqualTo(5);
    assertThat(report.get("totals").get("created").intValue()).isEqualTo(2);
    assertThat(item(report, "bad").get("reason").stringValue()).contains("hour must be 0–23");
    assertThat(outcome(report, "good")).isEqualTo("created");
  }

  @Test
  void crontabs_and_cron_jobs() {
    String crontab = "CRON_TZ=Europe/Berlin\n30 4 * * 1 /usr/bin/job\n@reboot /usr/bin/boot\n";
    for (int round = 0; round < 2; round++) {
      JsonNode report =
          addingUp(
              org.post("/api/v1/imports/crontab", body("", "/var/spool/cron/a", crontab)).json());
      String expected = round == 0 ? "created" : "unchanged";
      assertThat(report.get("totals").get(expected).intValue()).isEqualTo(1);
      assertThat(report.get("totals").get("skipped").intValue()).isEqualTo(1);
      report =
          addingUp(
              org.post("/api/v1/imports/kubernetes", body("", "jobs.yaml", KubernetesSample.YAML))
                  .json());
      assertThat(report.get("totals").get(expected).intValue()).isEqualTo(2);
      assertThat(report.get("totals").get("failed").intValue()).isEqualTo(1);
    }
    JsonNode later =
        org.post(
                "/api/v1/imports/crontab",
                body("", "/var/spool/cron/a", crontab.replace("30 4", "45 5")))
            .json();
    assertThat(later.get("items").get(0).get("reason").stringValue())
        .isEqualTo("the source changed cron");
  }

  @Test
  void large_files_are_taken_and_wrong_ones_refused_with_the_place() {
    String jobs = "[" + " ".repeat(3 << 20) + "]";
    assertThat(openClaw("", jobs).get("totals").get("found").intValue()).isZero();
    ApiServer.Reply broken = org.post("/api/v1/imports/openclaw", body("", "j.json", "[{]"));
    assertThat(broken.code()).isEqualTo("import.unreadable");
    assertThat(broken.text("detail"))
        .isEqualTo("j.json is neither JSON nor JSON5 (line 1, column 3)");
    assertThat(org.post("/api/v1/imports/openclaw", "{}").code()).isEqualTo("field.missing");
    assertThat(
            org.post("/api/v1/imports/crontab", body("\"options\":{\"agent\":\"a\"}", "c", ""))
                .code())
        .isEqualTo("field.unknown");
    assertThat(org.post("/api/v1/imports/crontab", body("\"options\":{\"url\":7}", "c", "")).code())
        .isEqualTo("field.invalid");
    assertThat(org.post("/api/v1/imports/crontab", body("\"timezone\":\"x\"", "c", "")).status())
        .isEqualTo(422);
    assertThat(
            org.post("/api/v1/imports/openclaw", body("", "j.json", " ".repeat(17 << 20))).code())
        .isEqualTo("body.too_large");
  }
}
