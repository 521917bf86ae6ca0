package dev.carillon.server.overview;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.carillon.engine.run.Answer;
import dev.carillon.engine.run.Outcome;
import dev.carillon.engine.schedule.TargetKind;
import dev.carillon.engine.target.RunContext;
import dev.carillon.server.ApiServer;
import dev.carillon.server.target.Runs;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** How an organization stands at a glance, with real runs that succeed and fail. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class OverviewTest {

  private static final String SCHEDULES = "/api/v1/schedules";
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static Answer carry(RunContext run) {
    return run.payload().contains("fail")
        ? Outcome.Failure.of("broken", "it broke")
        : Outcome.Success.INSTANCE;
  }

  @RegisterExtension
  static final ApiServer api =
      new ApiServer(
          builder -> builder.carrier(TargetKind.WORKFLOW, OverviewTest::carry),
          Map.of("late_after", "5s"));

  /** One whose engine carries nothing out, so that what is due stays late. */
  @RegisterExtension
  static final ApiServer idle =
      new ApiServer(builder -> builder, Map.of("enabled", "false", "late_after", "1s"));

  private static String schedule(ApiServer.Client client, String name, String fields) {
    return Runs.create(
        client, "{\"workflow_id\":\"w\",\"name\":\"%s\",%s}".formatted(name, fields));
  }

  private static JsonNode overview(ApiServer.Client client) {
    ApiServer.Reply reply = client.get("/api/v1/overview");
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    return reply.json();
  }

  private static List<String> kinds(JsonNode overview) {
    return overview
        .get("attention")
        .valueStream()
        .map(item -> item.get("kind").stringValue() + " " + item.get("name").stringValue())
        .toList();
  }

  @Test
  void what_failed_stands_in_front_the_worst_first() {
    ApiServer.Client org = api.organization("attention");
    String often = "\"interval_seconds\":0.2,\"max_retries\":0,\"payload\":\"fail\"";
    schedule(org, "failing", often + ",\"max_failures\":0");
    schedule(org, "paused", often + ",\"max_failures\":2,\"on_max_failures\":\"paused\"");
    schedule(org, "dead", often + ",\"max_failures\":1,\"on_max_failures\":\"dead\"");
    String byHand = schedule(org, "by hand", "\"interval_seconds\":3600");
    org.post(
        SCHEDULES + "/" + byHand + "/pause", "{\"reason\":\"5 consecutive failures; too many\"}");
    // Looked at once: on a busy machine what fails every 0.2 s may be late as well, for a while.
    JsonNode overview =
        await()
            .atMost(PATIENCE)
            .until(
                () -> overview(org),
                seen ->
                    kinds(seen)
                        .equals(List.of("dead dead", "auto_paused paused", "failing failing")));
    assertThat(overview.get("attention_total").intValue()).isEqualTo(3);
    JsonNode dead = overview.get("attention").get(0);
    assertThat(dead.get("reason").stringValue()).startsWith("1 consecutive failures; the last");
    assertThat(dead.at("/last_error/code").stringValue()).isEqualTo("broken");
    assertThat(Instant.parse(dead.get("since").stringValue()))
        .isBefore(Instant.now().plusSeconds(60));
    assertThat(overview.get("attention").get(2).get("consecutive_failures").intValue())
        .isPositive();
    assertThat(overview.get("counts").toString())
        .isEqualTo("{\"active\":1,\"paused\":2,\"done\":0,\"dead\":1,\"stopped\":0}");
  }

  @Test
  void runs_are_counted_in_their_minute_with_how_late_they_began() {
    ApiServer.Client org = api.organization("throughput");
    schedule(org, "often", "\"interval_seconds\":0.1,\"total_repeats\":15");
    schedule(
        org,
        "broken",
        "\"interval_seconds\":0.1,\"total_repeats\":5,\"max_retries\":0,\"max_failures\":0,"
            + "\"payload\":\"fail\"");
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(sum(overview(org), "success")).isEqualTo(15));
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(sum(overview(org), "error")).isEqualTo(5));
    JsonNode minutes = overview(org).get("throughput");
    assertThat(minutes).hasSize(60);
    JsonNode busy =
        minutes
            .valueStream()
            .filter(m -> m.get("success").intValue() > 0)
            .findFirst()
            .orElseThrow();
    long median = busy.get("lateness_p50_ms").longValue();
    assertThat(busy.get("lateness_p99_ms").longValue()).isGreaterThanOrEqualTo(median);
    assertThat(minutes.get(0).get("lateness_p50_ms").isNull()).isTrue();
    JsonNode recent = overview(org).get("recent");
    // A machine that is busy with other things may leave slots out between any two runs; they are
    // among the recent too, of which sixty are shown.
    assertThat(
            recent.valueStream().filter(run -> !"skipped".equals(run.get("status").stringValue())))
        .hasSize(20);
    assertThat(recent.get(0).get("name").stringValue()).isIn("often", "broken");
    // Passed minutes are put together without changing what they say.
    api.execute("update carillon.run_minutes set minute = minute - interval '10 minutes'");
    await()
        .atMost(PATIENCE)
        .until(() ->
            api.query(
                        "select count(*) from carillon.run_minutes m join carillon.organizations o"
                            + " on o.id = m.org_id where o.name = 'throughput' and not folded",
                        row -> row.getInt(1))
                    .getFirst()
                == 0);
    assertThat(sum(overview(org), "success")).isEqualTo(15);
    assertThat(sum(overview(org), "error")).isEqualTo(5);
  }

  private static long sum(JsonNode overview, String field) {
    return overview.get("throughput").valueStream().mapToLong(m -> m.get(field).longValue()).sum();
  }

  @Test
  void a_slot_that_nobody_begins_is_late() {
    ApiServer.Client org = idle.organization("late");
    String id = Runs.create(org, "{\"handler\":\"h\",\"name\":\"left\",\"interval_seconds\":1}");
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(kinds(overview(org))).containsExactly("late left"));
    JsonNode late = overview(org).get("attention").get(0);
    assertThat(late.get("schedule_id").stringValue()).isEqualTo(id);
    assertThat(late.get("due_at")).isEqualTo(late.get("since"));
    assertThat(kinds(overview(idle.organization("late-other")))).isEmpty();
  }

  @Test
  void a_grant_that_expires_soon_is_told_before_it_does() {
    ApiServer.Client org = idle.organization("grants");
    Instant soon = Instant.now().plus(Duration.ofDays(3));
    String grant = grant(org, soon);
    String far = grant(org, soon.plus(Duration.ofDays(30)));
    for (String id : List.of(grant, far)) {
      Runs.create(
          org,
          "{\"graph_id\":\"x:y\",\"grant_id\":\"%s\",\"run_at\":\"2099-01-01T00:00:00Z\"}"
              .formatted(id));
    }
    JsonNode attention = overview(org).get("attention");
    assertThat(attention).hasSize(1);
    assertThat(attention.get(0).get("kind").stringValue()).isEqualTo("grant_expiring");
    assertThat(attention.get(0).get("grant_id").stringValue()).isEqualTo(grant);
  }

  private static String grant(ApiServer.Client org, Instant expiresAt) {
    ApiServer.Reply made =
        org.post(
            "/api/v1/grants",
            "{\"user_id\":\"ada\",\"billing_account_id\":\"b\",\"expires_at\":\"%s\"}"
                .formatted(expiresAt));
    assertThat(made.status()).as(made.body()).isEqualTo(201);
    return made.text("id");
  }

  @Test
  void another_organization_sees_nothing_of_it() {
    ApiServer.Client one = api.organization("seen");
    schedule(one, "mine", "\"interval_seconds\":0.2,\"total_repeats\":3");
    // Slots that a busy machine left out are among them.
    await().atMost(PATIENCE).until(() -> overview(one).get("recent").size() >= 3);
    JsonNode other = overview(api.organization("unseen").token("user:eve", "admin"));
    assertThat(other.get("recent")).isEmpty();
    assertThat(sum(other, "success")).isZero();
    assertThat(other.at("/counts/active").intValue()).isZero();
  }

  @Test
  void the_last_outcomes_and_the_days_of_a_schedule_are_there() {
    ApiServer.Client org = api.organization("calendar");
    String id =
        schedule(org, "mixed", "\"interval_seconds\":3600,\"max_retries\":0,\"max_failures\":0");
    for (int i = 0; i < 22; i++) {
      String payload = i == 21 ? "fail" : "fine";
      String run =
          org.post(SCHEDULES + "/" + id + "/run", "{\"payload\":\"%s\"}".formatted(payload))
              .text("id");
      Runs.ended(org, run);
    }
    JsonNode item = org.get(SCHEDULES + "?include=outcomes").json().get("items").get(0);
    assertThat(item.get("outcomes")).hasSize(20);
    assertThat(item.get("outcomes").get(19).stringValue()).isEqualTo("error");
    assertThat(item.get("outcomes").get(18).stringValue()).isEqualTo("success");
    JsonNode calendar = org.get(SCHEDULES + "/" + id + "/calendar?days=3").json();
    assertThat(calendar.get("timezone").stringValue()).isEqualTo("UTC");
    assertThat(calendar.get("days")).hasSize(3);
    long succeeded =
        calendar.get("days").valueStream().mapToLong(d -> d.get("success").longValue()).sum();
    long failed =
        calendar.get("days").valueStream().mapToLong(d -> d.get("error").longValue()).sum();
    assertThat(succeeded).isEqualTo(21);
    assertThat(failed).isEqualTo(1);
    assertThat(org.get(SCHEDULES + "/" + id + "/calendar").json().get("days")).hasSize(180);
    assertThat(org.get(SCHEDULES + "/" + id + "/calendar?days=0").code())
        .isEqualTo("query.invalid");
  }

  @Test
  void days_are_those_of_the_schedules_zone() {
    ApiServer.Client org = api.organization("zone");
    String id =
        Runs.create(
            org,
            "{\"workflow_id\":\"w\",\"cron\":\"0 0 1 1 *\",\"timezone\":\"Pacific/Kiritimati\"}");
    Runs.ended(org, Runs.trigger(org, id));
    JsonNode calendar = org.get(SCHEDULES + "/" + id + "/calendar?days=2").json();
    assertThat(calendar.get("timezone").stringValue()).isEqualTo("Pacific/Kiritimati");
    // Fourteen hours ahead: the last day there is today there. It may end before we look again, and
    // is then the last but one.
    String today = calendar.get("days").get(1).get("date").stringValue();
    api.execute(
        ("update carillon.runs set slot_at = timestamp '%s 00:01' at time zone"
                + " 'Pacific/Kiritimati' where schedule_id = '%s'")
            .formatted(today, id));
    calendar = org.get(SCHEDULES + "/" + id + "/calendar?days=3").json();
    for (JsonNode day : calendar.get("days")) {
      assertThat(day.get("success").intValue())
          .as(day.toString())
          .isEqualTo(day.get("date").stringValue().equals(today) ? 1 : 0);
    }
  }

  @Test
  void nodes_are_shown_to_all_and_their_hosts_to_the_operator() {
    await()
        .atMost(PATIENCE)
        .until(() -> !api.operator().get("/api/v1/nodes").json().at("/items/0/host").isNull());
    JsonNode node = api.operator().get("/api/v1/nodes").json().get("items").get(0);
    assertThat(node.get("alive").booleanValue()).isTrue();
    assertThat(node.get("answering").booleanValue()).isTrue();
    assertThat(node.get("shards").intValue()).isEqualTo(64);
    assertThat(node.get("version").stringValue()).isNotBlank();
    ApiServer.Client user = api.organization("nodes").token("user:ada", "read");
    JsonNode seen = user.get("/api/v1/nodes").json().get("items").get(0);
    assertThat(seen.get("host").isNull()).isTrue();
    assertThat(seen.get("id")).isEqualTo(node.get("id"));
  }
}
