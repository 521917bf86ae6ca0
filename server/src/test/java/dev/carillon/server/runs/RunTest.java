package dev.carillon.server.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.carillon.engine.run.Answer;
import dev.carillon.engine.run.Outcome;
import dev.carillon.engine.schedule.TargetKind;
import dev.carillon.engine.target.RunContext;
import dev.carillon.server.ApiServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Runs over HTTP: listed, shown, cancelled, and reported by the receiver that accepted one. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RunTest {

  private static final String SCHEDULES = "/api/v1/schedules";
  private static final String RUNS = "/api/v1/runs";

  /** What a schedule's executor does is said by the id of its workflow. */
  private static Answer carry(RunContext run) throws InterruptedException {
    String payload = run.payload();
    if (payload.contains("accept")) {
      return Answer.TakenOver.INSTANCE;
    }
    if (payload.contains("fail")) {
      return Outcome.Failure.of("broken", "it broke");
    }
    if (payload.contains("hang")) {
      new CountDownLatch(1).await();
    }
    return Outcome.Success.INSTANCE;
  }

  @RegisterExtension
  static final ApiServer api =
      new ApiServer(builder -> builder.carrier(TargetKind.WORKFLOW, RunTest::carry));

  private static String schedule(ApiServer.Client client, String fields) {
    ApiServer.Reply reply =
        client.post(
            SCHEDULES, "{\"workflow_id\":\"w\",\"interval_seconds\":3600,%s}".formatted(fields));
    assertThat(reply.status()).as(reply.body()).isEqualTo(201);
    return SCHEDULES + "/" + reply.text("id");
  }

  private static String trigger(ApiServer.Client client, String schedule, String payload) {
    ApiServer.Reply reply =
        client.post(schedule + "/run", "{\"payload\":\"%s\"}".formatted(payload));
    assertThat(reply.status()).as(reply.body()).isEqualTo(202);
    return RUNS + "/" + reply.text("id");
  }

  private static JsonNode awaitStatus(ApiServer.Client client, String run, String status) {
    await()
        .atMost(Duration.ofSeconds(90))
        .until(() -> client.get(run).text("status").equals(status));
    return client.get(run).json();
  }

  private static JsonNode awaitAccepted(ApiServer.Client client, String run) {
    await()
        .atMost(Duration.ofSeconds(90))
        .until(() -> client.get(run).text("reason").equals("accepted by the receiver"));
    return client.get(run).json();
  }

  @Test
  void a_run_asked_for_is_carried_out_and_moves_no_repeat() {
    ApiServer.Client org = api.organization("manual");
    String schedule = schedule(org, "\"max_retries\":0");
    JsonNode run = awaitStatus(org, trigger(org, schedule, "ok"), "success");
    assertThat(run.get("origin").asString()).isEqualTo("manual");
    assertThat(run.get("attempt").intValue()).isEqualTo(1);
    assertThat(run.get("attempts")).hasSize(1);
    assertThat(run.get("duration_ms").isIntegralNumber()).isTrue();
    JsonNode after = org.get(schedule).json();
    assertThat(after.get("current_repeat").intValue()).isZero();
    assertThat(after.get("run_count").intValue()).isEqualTo(1);
    JsonNode failed = awaitStatus(org, trigger(org, schedule, "fail"), "error");
    assertThat(failed.at("/error/code").asString()).isEqualTo("broken");
    assertThat(org.get(schedule).json().at("/last_error/message").asString()).isEqualTo("it broke");
  }

  @Test
  void runs_are_listed_newest_first_and_filtered() {
    ApiServer.Client org = api.organization("listed");
    String one = schedule(org, "\"max_retries\":0,\"name\":\"one\"");
    String two = schedule(org, "\"max_retries\":0,\"name\":\"two\"");
    String first = trigger(org, one, "ok");
    awaitStatus(org, first, "success");
    awaitStatus(org, trigger(org, two, "fail"), "error");
    String last = trigger(org, one, "ok");
    awaitStatus(org, last, "success");
    JsonNode all = org.get(RUNS).json().get("items");
    assertThat(all).hasSize(3);
    assertThat(RUNS + "/" + all.get(0).get("id").asString()).isEqualTo(last);
    assertThat(all.get(0).has("schedule_name")).isFalse();
    JsonNode named = org.get(RUNS + "?include=schedule_name&limit=2").json().get("items");
    assertThat(named.get(0).get("schedule_name").asString()).isEqualTo("one");
    assertThat(named.get(1).get("schedule_name").asString()).isEqualTo("two");
    assertThat(org.get(RUNS + "?include=everything").status()).isEqualTo(400);
    assertThat(org.get(RUNS + "?status=error").json().get("items")).hasSize(1);
    assertThat(org.get(RUNS + "?status=success").json().get("items")).hasSize(2);
    assertThat(org.get(RUNS + "?origin=schedule").json().get("items")).isEmpty();
    assertThat(org.get(RUNS + "?origin=manual&status=error").json().get("items")).hasSize(1);
    assertThat(org.get(RUNS + "?to=2020-01-01T00:00:00Z").json().get("items")).isEmpty();
    assertThat(org.get(RUNS + "?from=2020-01-01T00:00:00Z").json().get("items")).hasSize(3);
    String id = one.substring(one.lastIndexOf('/') + 1);
    assertThat(org.get(RUNS + "?schedule_id=" + id).json().get("items")).hasSize(2);
    JsonNode page = org.get(one + "/runs?limit=1").json();
    assertThat(RUNS + "/" + page.at("/items/0/id").asString()).isEqualTo(last);
    JsonNode next =
        org.get(one + "/runs?limit=1&cursor=" + page.get("next_cursor").asString()).json();
    assertThat(RUNS + "/" + next.at("/items/0/id").asString()).isEqualTo(first);
    assertThat(next.get("next_cursor").isNull()).isTrue();
    JsonNode newest = org.get(RUNS + "?limit=2").json();
    assertThat(
            org.get(RUNS + "?limit=2&cursor=" + newest.get("next_cursor").asString())
                .json()
                .get("items"))
        .hasSize(1);
  }

  @Test
  void runs_that_are_open_stay_in_the_list_when_the_one_at_the_end_of_a_page_ends() {
    ApiServer.Client org = api.organization("paged-open");
    String schedule = schedule(org, "\"overlap\":\"allow\"");
    String oldest = trigger(org, schedule, "accept");
    String middle = trigger(org, schedule, "accept");
    String newest = trigger(org, schedule, "accept");
    for (String run : List.of(oldest, middle, newest)) {
      awaitAccepted(org, run);
    }
    JsonNode page = org.get(schedule + "/runs?limit=1").json();
    assertThat(paths(page)).containsExactly(newest);
    org.post(newest + "/complete", null);
    awaitStatus(org, newest, "success");
    JsonNode next =
        org.get(schedule + "/runs?limit=1&cursor=" + page.get("next_cursor").asString()).json();
    assertThat(paths(next)).containsExactly(middle);
    org.post(oldest + "/complete", null);
    awaitStatus(org, oldest, "success");
    JsonNode last = org.get(schedule + "/runs?cursor=" + next.get("next_cursor").asString()).json();
    assertThat(paths(last)).contains(oldest).doesNotContain(middle);
    assertThat(last.get("next_cursor").isNull()).isTrue();
  }

  private static List<String> paths(JsonNode page) {
    return page.get("items")
        .valueStream()
        .map(run -> RUNS + "/" + run.get("id").asString())
        .toList();
  }

  @Test
  void an_agent_finds_its_runs_behind_any_number_of_others() {
    ApiServer.Client org = api.organization("agent-among-many");
    ApiServer.Client frank = org.token("agent:frank", "read", "write", "run");
    String own = trigger(frank, schedule(frank, "\"max_retries\":0"), "ok");
    String foreign = trigger(org, schedule(org, "\"max_retries\":0"), "ok");
    awaitStatus(frank, own, "success");
    awaitStatus(org, foreign, "success");
    api.execute(
        """
        insert into carillon.runs
        select (r).* from (
          select jsonb_populate_record(one, jsonb_build_object('id',
            'f0000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))) as r
          from carillon.runs one, generate_series(1, 10500) n
          where one.id = '%s') copies
        """
            .formatted(foreign.substring(RUNS.length() + 1)));
    JsonNode page = frank.get(RUNS).json();
    List<String> found = new ArrayList<>(paths(page));
    while (!page.get("next_cursor").isNull()) {
      page = frank.get(RUNS + "?cursor=" + page.get("next_cursor").asString()).json();
      found.addAll(paths(page));
    }
    assertThat(found).containsExactly(own);
  }

  @Test
  void a_run_under_way_is_cancelled() {
    ApiServer.Client org = api.organization("cancelled");
    String run = trigger(org, schedule(org, "\"max_retries\":0"), "hang");
    awaitStatus(org, run, "running");
    ApiServer.Reply asked = org.post(run + "/cancel", "{\"reason\":\"enough\"}");
    assertThat(asked.status()).as(asked.body()).isEqualTo(200);
    JsonNode ended = awaitStatus(org, run, "cancelled");
    assertThat(ended.get("reason").asString()).isEqualTo("user:operator: enough");
    ApiServer.Reply again = org.post(run + "/cancel", null);
    assertThat(again.status()).isEqualTo(409);
    assertThat(again.code()).isEqualTo("run.ended");
    assertThat(again.text("fix")).contains("GET /api/v1/runs/{id}");
  }

  @Test
  void the_receiver_that_accepted_a_run_completes_it() {
    ApiServer.Client org = api.organization("accepted");
    String schedule = schedule(org, "\"max_retries\":0");
    String run = trigger(org, schedule, "accept");
    JsonNode accepted = awaitAccepted(org, run);
    assertThat(accepted.get("status").asString()).isEqualTo("running");
    assertThat(org.post(run + "/heartbeat", "{\"extend_seconds\":60}").status()).isEqualTo(200);
    ApiServer.Reply none = org.post(run + "/heartbeat", "{\"extend_seconds\":0}");
    assertThat(none.status()).as(none.body()).isEqualTo(422);
    assertThat(none.json().at("/errors/0/path").asString()).isEqualTo("$.extend_seconds");
    assertThat(org.post(run + "/complete", "{\"attempt\":7}").status()).isEqualTo(409);
    ApiServer.Reply done = org.post(run + "/complete", "{\"attempt\":1}");
    assertThat(done.status()).as(done.body()).isEqualTo(200);
    assertThat(done.text("status")).isEqualTo("success");
    ApiServer.Reply late = org.post(run + "/complete", null);
    assertThat(late.code()).isEqualTo("run.ended");
    assertThat(late.text("fix")).contains("GET /api/v1/runs/{id}");
    assertThat(org.post(run + "/heartbeat", null).code()).isEqualTo("run.ended");
  }

  @Test
  void the_receiver_that_accepted_a_run_fails_it_and_it_is_tried_again() {
    ApiServer.Client org = api.organization("failed");
    String schedule = schedule(org, "\"max_retries\":1");
    String run = trigger(org, schedule, "accept");
    awaitAccepted(org, run);
    ApiServer.Reply failed =
        org.post(run + "/fail", "{\"code\":\"no_paper\",\"message\":\"the tray is empty\"}");
    assertThat(failed.text("status")).isEqualTo("waiting");
    assertThat(failed.json().at("/attempts/0/error/code").asString()).isEqualTo("no_paper");
    assertThat(failed.text("reason")).startsWith("retry at ");
    assertThat(org.get(schedule).json().get("error_count").intValue()).isEqualTo(1);
  }

  @Test
  void what_nobody_accepted_cannot_be_reported() {
    ApiServer.Client org = api.organization("unaccepted");
    String run = trigger(org, schedule(org, "\"max_retries\":0"), "hang");
    awaitStatus(org, run, "running");
    ApiServer.Reply reply = org.post(run + "/complete", null);
    assertThat(reply.status()).isEqualTo(409);
    assertThat(reply.code()).isEqualTo("run.not_accepted");
    assertThat(org.post(RUNS + "/" + UUID.randomUUID() + "/complete", null).status())
        .isEqualTo(404);
    org.post(run + "/cancel", null);
  }

  @Test
  void an_agent_sees_the_runs_of_its_own_schedules_only() {
    ApiServer.Client org = api.organization("agent-runs");
    ApiServer.Client frank = org.token("agent:frank", "read", "write", "run");
    String foreign = trigger(org, schedule(org, "\"max_retries\":0"), "ok");
    String own = trigger(frank, schedule(frank, "\"max_retries\":0"), "ok");
    awaitStatus(org, foreign, "success");
    awaitStatus(frank, own, "success");
    assertThat(frank.get(foreign).status()).isEqualTo(404);
    JsonNode runs = frank.get(RUNS).json().get("items");
    assertThat(runs).hasSize(1);
    assertThat(RUNS + "/" + runs.get(0).get("id").asString()).isEqualTo(own);
  }
}
