package dev.carillon.server.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.carillon.server.ApiServer;
import dev.carillon.server.web.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Deliveries of a whole server to receivers made of sockets. */
class HttpTargetTest {

  @RegisterExtension static final ApiServer api = new ApiServer();

  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
  private static final String ACCEPTED = "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n";

  private final List<AutoCloseable> opened = new ArrayList<>();
  private final ApiServer.Client client = api.operator();

  private RawReceiver receiver(String answer) {
    return keep(RawReceiver.saying(answer));
  }

  private <T extends AutoCloseable> T keep(T part) {
    opened.add(part);
    return part;
  }

  @AfterEach
  void stop() throws Exception {
    for (AutoCloseable part : opened) {
      part.close();
    }
  }

  private String create(RawReceiver receiver, String more) {
    return Runs.create(
        client,
        "{\"name\":\"hook\",\"interval_seconds\":3600,\"url\":\"%s\"%s}"
            .formatted(receiver.url(), more));
  }

  @Test
  void a_receiver_gets_the_event_signed_after_standard_webhooks() throws Exception {
    RawReceiver receiver = receiver(OK);
    String id =
        create(
            receiver,
            ",\"payload\":{\"report\":\"d\\u00e4ily\"},\"headers\":{\"X-Team\":\"billing\"}");
    String runId = Runs.trigger(client, id);
    RawReceiver.Received request = receiver.received.poll(90, TimeUnit.SECONDS);
    assertThat(request).isNotNull();
    assertThat(request.line()).isEqualTo("POST /hook HTTP/1.1");
    assertThat(request.headers())
        .containsEntry("content-type", "application/json")
        .containsEntry("x-team", "billing")
        .containsEntry("webhook-id", runId)
        .containsEntry("idempotency-key", runId + "/1");
    JsonNode event = Json.stored(request.body());
    assertThat(event.propertyNames())
        .containsExactly(
            "scheduled_job_id",
            "scheduled_job_name",
            "repeat_number",
            "retry",
            "run_id",
            "key",
            "scheduled_for",
            "payload");
    assertThat(event.get("scheduled_job_id").asString()).isEqualTo(id);
    assertThat(event.get("run_id").asString()).isEqualTo(runId);
    assertThat(event.at("/payload/report").asString()).isEqualTo("däily");
    String secret = client.get("/api/v1/signing-secret").text("secret");
    assertThat(
            WebhookKeysTest.StandardWebhooks.accepts(
                secret, request.headers(), request.body().getBytes(StandardCharsets.UTF_8)))
        .isTrue();
    assertThat(Runs.ended(client, runId).get("status").asString()).isEqualTo("success");
  }

  @Test
  void a_failure_is_recorded_with_its_code_and_an_excerpt_and_retry_after_is_honoured()
      throws Exception {
    RawReceiver receiver =
        receiver("HTTP/1.1 503 Busy\r\nRetry-After: 7200\r\nContent-Length: 9\r\n\r\nnot\tnow\r\n");
    String id = create(receiver, ",\"max_retries\":1,\"retry_delay_seconds\":1");
    String runId = Runs.trigger(client, id);
    await()
        .atMost(Runs.PATIENCE)
        .until(() ->
            Runs.run(client, runId).get("status").asString().equals("waiting")
                && !Runs.run(client, runId).get("error").isNull());
    JsonNode run = Runs.run(client, runId);
    assertThat(run.at("/error/code").asString()).isEqualTo("http_503");
    assertThat(run.at("/error/message").asString()).contains("503 Busy").contains("not now");
    long wait =
        api.query(
                "select extract(epoch from due_at - clock_timestamp())::bigint"
                    + " from carillon.open_runs where id = '%s'".formatted(runId),
                row -> row.getLong(1))
            .getFirst();
    assertThat(wait).isBetween(7_000L, 7_200L);
  }

  @Test
  void a_retry_has_the_same_webhook_id_and_an_idempotency_key_of_its_own() throws Exception {
    RawReceiver receiver = receiver("HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n");
    String id =
        Runs.create(
            client,
            """
            {"run_at":"2099-01-01T00:00:00Z","url":"%s","max_retries":1,"retry_delay_seconds":1}
            """
                .formatted(receiver.url()));
    String runId = Runs.trigger(client, id);
    for (int attempt = 1; attempt <= 2; attempt++) {
      RawReceiver.Received request = receiver.received.poll(90, TimeUnit.SECONDS);
      assertThat(request).isNotNull();
      assertThat(request.headers())
          .containsEntry("webhook-id", runId)
          .containsEntry("idempotency-key", runId + "/" + attempt);
    }
  }

  @Test
  void a_redirect_is_a_failure_and_is_not_followed() {
    RawReceiver other = receiver(OK);
    RawReceiver receiver =
        receiver(
            "HTTP/1.1 302 Found\r\nLocation: %s\r\nContent-Length: 0\r\n\r\n"
                .formatted(other.url()));
    String runId = Runs.trigger(client, create(receiver, ",\"max_retries\":0"));
    JsonNode run = Runs.ended(client, runId);
    assertThat(run.get("status").asString()).isEqualTo("error");
    assertThat(run.at("/error/code").asString()).isEqualTo("http_302");
    assertThat(other.connections).hasValue(0);
  }

  @Test
  void an_accepted_run_stays_open_until_the_receiver_completes_it() throws Exception {
    RawReceiver receiver = receiver(ACCEPTED);
    String runId = Runs.trigger(client, create(receiver, ""));
    assertThat(receiver.received.poll(90, TimeUnit.SECONDS)).isNotNull();
    // At once, as a quick receiver does: its 202 may not be written down yet.
    ApiServer.Reply beat = client.post("/api/v1/runs/" + runId + "/heartbeat", "{}");
    assertThat(beat.status()).as(beat.toString()).isEqualTo(200);
    assertThat(Runs.run(client, runId).get("status").asString()).isEqualTo("running");
    ApiServer.Reply done = client.post("/api/v1/runs/" + runId + "/complete", "{}");
    assertThat(done.status()).as(done.toString()).isEqualTo(200);
    assertThat(Runs.ended(client, runId).get("status").asString()).isEqualTo("success");
  }

  @Test
  void an_accepted_run_fails_when_the_receiver_says_so() throws Exception {
    RawReceiver receiver = receiver(ACCEPTED);
    String runId = Runs.trigger(client, create(receiver, ",\"max_retries\":0"));
    assertThat(receiver.received.poll(90, TimeUnit.SECONDS)).isNotNull();
    client.post(
        "/api/v1/runs/" + runId + "/fail", "{\"code\":\"disk_full\",\"message\":\"no space\"}");
    JsonNode run = Runs.ended(client, runId);
    assertThat(run.get("status").asString()).isEqualTo("error");
    assertThat(run.at("/error/code").asString()).isEqualTo("disk_full");
  }

  @Test
  void an_accepted_run_times_out_when_nobody_reports() {
    String runId =
        Runs.trigger(
            client, create(receiver(ACCEPTED), ",\"max_retries\":0,\"timeout_seconds\":1"));
    assertThat(Runs.ended(client, runId).get("status").asString()).isEqualTo("timeout");
  }

  @Test
  void what_a_receiver_took_over_is_counted_when_it_ends() {
    RawReceiver receiver = receiver(ACCEPTED);
    Map<String, String> verbs =
        Map.of("complete", "success", "fail", "error", "cancel", "cancelled");
    verbs.forEach((verb, status) -> {
      String runId = Runs.trigger(client, create(receiver, ",\"max_retries\":0"));
      // Answered when the receiver has taken over, and not before.
      assertThat(client.post("/api/v1/runs/" + runId + "/heartbeat", "{}").status()).isEqualTo(200);
      double before = settled(status);
      assertThat(client.post("/api/v1/runs/" + runId + "/" + verb, "{}").status()).isEqualTo(200);
      assertThat(settled(status)).as(verb).isEqualTo(before + 1);
    });
    double before = settled("timeout");
    Runs.ended(
        client, Runs.trigger(client, create(receiver, ",\"max_retries\":0,\"timeout_seconds\":1")));
    await().atMost(Runs.PATIENCE).until(() -> settled("timeout") == before + 1);
  }

  private static double settled(String status) {
    String series = "carillon_attempts_settled_total{status=\"%s\"} ".formatted(status);
    return api.anonymous()
        .get("/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith(series))
        .mapToDouble(line -> Double.parseDouble(line.substring(series.length())))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void an_answer_that_drips_is_ended_by_the_timeout_of_the_schedule() throws Exception {
    RawReceiver receiver =
        keep(
            new RawReceiver((_, out) -> {
              out.write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
              CountDownLatch never = new CountDownLatch(1);
              while (!never.await(20, TimeUnit.MILLISECONDS)) {
                out.write('.');
                out.flush();
              }
              return false;
            }));
    String runId =
        Runs.trigger(client, create(receiver, ",\"max_retries\":0,\"timeout_seconds\":1"));
    assertThat(Runs.ended(client, runId).get("status").asString()).isEqualTo("timeout");
    assertThat(receiver.closed.poll(90, TimeUnit.SECONDS)).as("the socket closes").isNotNull();
  }

  @Test
  void cancelling_a_run_closes_its_connection() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    try (var silent =
        new java.net.ServerSocket(0, 5, java.net.InetAddress.ofLiteral("127.0.0.1"))) {
      String id =
          Runs.create(
              client,
              "{\"interval_seconds\":3600,\"url\":\"http://127.0.0.1:%d/\"}"
                  .formatted(silent.getLocalPort()));
      String runId = Runs.trigger(client, id);
      try (var socket = silent.accept()) {
        ApiServer.Reply asked = client.post("/api/v1/runs/" + runId + "/cancel", "{}");
        assertThat(asked.status()).as(asked.toString()).isEqualTo(200);
        assertThat(Runs.ended(client, runId).get("status").asString()).isEqualTo("cancelled");
        socket.setSoTimeout(30_000);
        // Everything that was sent, and then the end: the other side has hung up.
        socket.getInputStream().readAllBytes();
      }
    }
    never.countDown();
  }
}
