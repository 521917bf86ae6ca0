package dev.carillon.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.server.ApiServer;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class IdempotencyTest {

  private static final String PATH = "/api/v1/schedules";
  private static final String BODY = "{\"handler\":\"h\",\"interval_seconds\":3600}";

  @RegisterExtension static final ApiServer api = new ApiServer();

  private static ApiServer.Reply post(ApiServer.Client client, String body, String key) {
    return client.post(PATH, body, "Idempotency-Key", key);
  }

  private static int count(ApiServer.Client client) {
    return client.get(PATH).json().get("items").size();
  }

  @Test
  void a_repeated_request_is_answered_as_the_first_and_done_once() {
    ApiServer.Client org = api.organization("repeated");
    ApiServer.Reply first = post(org, BODY, "\"k-1\"");
    ApiServer.Reply second = post(org, BODY, "k-1");
    assertThat(first.status()).isEqualTo(201);
    assertThat(second.status()).isEqualTo(201);
    assertThat(second.body()).isEqualTo(first.body());
    assertThat(second.header("ETag")).isEqualTo(first.header("ETag"));
    assertThat(second.header("Location")).isEqualTo(first.header("Location"));
    assertThat(second.header("Idempotency-Replayed")).isEqualTo("true");
    assertThat(count(org)).isEqualTo(1);
    ApiServer.Reply slash = org.post(PATH + "/", BODY, "Idempotency-Key", "k-1");
    assertThat(slash.body()).isEqualTo(first.body());
  }

  @Test
  void a_refusal_is_replayed_too() {
    ApiServer.Client org = api.organization("refused");
    ApiServer.Reply first = post(org, "{\"handler\":\"h\"}", "k");
    ApiServer.Reply second = post(org, "{\"handler\":\"h\"}", "k");
    assertThat(first.status()).isEqualTo(422);
    assertThat(second.body()).isEqualTo(first.body());
    assertThat(second.header("Idempotency-Replayed")).isEqualTo("true");
  }

  @Test
  void a_key_is_for_one_body() {
    ApiServer.Client org = api.organization("bodies");
    post(org, BODY, "k");
    ApiServer.Reply other = post(org, BODY.replace("3600", "60"), "k");
    assertThat(other.status()).isEqualTo(422);
    assertThat(other.code()).isEqualTo("idempotency_key.reused");
    assertThat(count(org)).isEqualTo(1);
  }

  @Test
  void keys_of_others_do_not_meet() {
    ApiServer.Client one = api.organization("keys-one");
    ApiServer.Client two = api.organization("keys-two");
    assertThat(post(one, BODY, "k").text("id")).isNotEqualTo(post(two, BODY, "k").text("id"));
    ApiServer.Client ada = one.token("user:ada", "write");
    assertThat(post(ada, BODY, "k").header("Idempotency-Replayed")).isNull();
    assertThat(count(one)).isEqualTo(2);
  }

  @Test
  void the_first_of_many_at_once_wins_and_the_others_wait_or_get_its_answer() throws Exception {
    ApiServer.Client org = api.organization("race");
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<ApiServer.Reply>> replies =
          IntStream.range(0, 20).mapToObj(_ -> threads.submit(() -> post(org, BODY, "k"))).toList();
      for (Future<ApiServer.Reply> reply : replies) {
        assertThat(reply.get().status()).isIn(201, 409);
      }
    }
    assertThat(count(org)).isEqualTo(1);
    assertThat(post(org, BODY, "k").status()).isEqualTo(201);
  }

  @Test
  void a_server_that_died_in_between_makes_nothing_twice() {
    ApiServer.Client org = api.organization("died");
    String id = post(org, BODY, "k").text("id");
    // As if it had died after the deed and before the note of it.
    api.execute(
        "update carillon.idempotency_keys set status = null, body = null, started_at = now()"
            + " where key = 'k' and org_id = (select id from carillon.organizations where name ="
            + " 'died')");
    ApiServer.Reply early = post(org, BODY, "k");
    assertThat(early.status()).isEqualTo(409);
    assertThat(early.code()).isEqualTo("idempotency_key.in_flight");
    assertThat(early.header("Retry-After")).isEqualTo("1");
    api.execute(
        "update carillon.idempotency_keys set started_at = now() - interval '2 minutes' where key ="
            + " 'k'");
    ApiServer.Reply again = post(org, BODY, "k");
    assertThat(again.status()).as(again.body()).isEqualTo(201);
    assertThat(again.text("id")).isEqualTo(id);
    assertThat(count(org)).isEqualTo(1);
  }

  @Test
  void a_key_is_forgotten_after_a_day() {
    ApiServer.Client org = api.organization("day");
    String id = post(org, BODY, "old").text("id");
    api.execute(
        "update carillon.idempotency_keys set expires_at = now() - interval '1 second' where key ="
            + " 'old'");
    ApiServer.Reply next = post(org, BODY, "old");
    assertThat(next.status()).isEqualTo(201);
    assertThat(next.text("id")).isNotEqualTo(id);
    assertThat(
            api.query(
                "select expires_at - started_at = interval '24 hours' from"
                    + " carillon.idempotency_keys where key = 'old'",
                row -> row.getBoolean(1)))
        .containsOnly(true);
  }

  @Test
  void a_run_asked_for_twice_under_one_key_is_one_run() {
    ApiServer.Client org = api.organization("once");
    String run = PATH + "/" + post(org, BODY, "k").text("id") + "/run";
    String one = org.post(run, null, "Idempotency-Key", "r").text("id");
    assertThat(org.post(run, null, "Idempotency-Key", "r").text("id")).isEqualTo(one);
  }

  @Test
  void a_key_that_is_none_is_refused() {
    ApiServer.Reply reply = post(api.operator(), BODY, "x".repeat(256));
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.code()).isEqualTo("idempotency_key.invalid");
  }

  @Test
  void a_secret_stands_in_the_first_answer_alone() {
    ApiServer.Client org = api.organization("secret");
    String body = "{\"principal\":\"user:ada\",\"scopes\":[\"read\"]}";
    ApiServer.Reply first = org.post("/api/v1/tokens", body, "Idempotency-Key", "k");
    ApiServer.Reply second = org.post("/api/v1/tokens", body, "Idempotency-Key", "k");
    assertThat(first.text("token")).startsWith("car_");
    assertThat(second.status()).isEqualTo(201);
    assertThat(second.header("Idempotency-Replayed")).isEqualTo("true");
    assertThat(second.text("id")).isEqualTo(first.text("id"));
    assertThat(second.json().has("token")).isFalse();
    assertThat(
            api.query("select k::text from carillon.idempotency_keys k", row -> row.getString(1)))
        .isNotEmpty()
        .noneMatch(row -> row.contains(first.text("token").substring(4)));
  }

  @Test
  void a_key_has_two_quotes_or_none() {
    ApiServer.Client org = api.organization("quotes");
    for (String key : List.of("\"\"", "\"", "\"a", "a\"", "a\"b", "\"a\"b\"")) {
      assertThat(post(org, BODY, key).code()).as(key).isEqualTo("idempotency_key.invalid");
    }
    assertThat(count(org)).isZero();
  }
}
