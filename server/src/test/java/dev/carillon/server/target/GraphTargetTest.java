package dev.carillon.server.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.carillon.server.ApiServer;
import dev.carillon.server.web.Json;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.AlgorithmParameters;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Graphs under grants. */
class GraphTargetTest {

  @RegisterExtension static final ApiServer api = new ApiServer();

  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

  private final List<AutoCloseable> opened = new ArrayList<>();
  private final ApiServer.Client client = api.operator();

  private RawReceiver executor(RawReceiver receiver) {
    opened.add(receiver);
    client.put("/api/v1/executors/langgraph", "{\"url\":\"%s\"}".formatted(receiver.url()));
    return receiver;
  }

  @AfterEach
  void stop() throws Exception {
    for (AutoCloseable part : opened) {
      part.close();
    }
  }

  private String grant(String more) {
    ApiServer.Reply made =
        client.post(
            "/api/v1/grants",
            "{\"user_id\":\"user:ada\",\"billing_account_id\":\"acct-7\"%s}".formatted(more));
    assertThat(made.status()).as(made.toString()).isEqualTo(201);
    return made.text("id");
  }

  private String schedule(String grantId, String more) {
    return Runs.create(
        client,
        """
        {"graph_id":"langgraph:poet","grant_id":"%s","cron":"0 9 29 2 *","timezone":"UTC",
         "input":{"messages":[{"role":"user","content":"rhyme"}],"model":"large"}%s}
        """
            .formatted(grantId, more));
  }

  @Test
  void the_call_carries_a_token_that_the_published_keys_verify() throws Exception {
    RawReceiver receiver = executor(RawReceiver.saying(OK));
    String grantId = grant(",\"scopes\":[\"graph:execute\",\"graph:read\"]");
    String runId = Runs.trigger(client, schedule(grantId, ""));
    RawReceiver.Received request = receiver.received.poll(90, TimeUnit.SECONDS);
    assertThat(request).isNotNull();
    assertThat(request.headers()).containsEntry("idempotency-key", runId + "/1");
    JsonNode body = Json.stored(request.body());
    assertThat(body.get("graph_id").asString()).isEqualTo("langgraph:poet");
    assertThat(body.at("/messages/0/content").asString()).isEqualTo("rhyme");
    assertThat(body.get("model").asString()).isEqualTo("large");

    String token = request.headers().get("authorization").substring("Bearer ".length());
    JsonNode claims = verified(token, api.anonymous().get("/.well-known/jwks.json").json());
    assertThat(claims.get("grant_id").asString()).isEqualTo(grantId);
    assertThat(claims.get("billing_account_id").asString()).isEqualTo("acct-7");
    assertThat(claims.get("scope").asString()).isEqualTo("graph:execute graph:read");
    assertThat(claims.get("run_id").asString()).isEqualTo(runId);
    assertThat(claims.get("sub").asString()).isEqualTo("user:ada");
    assertThat(claims.get("aud").asString()).isEqualTo("langgraph");
    assertThat(claims.get("exp").asLong() - claims.get("iat").asLong()).isBetween(60L, 600L);
    assertThat(Runs.ended(client, runId).get("status").asString()).isEqualTo("success");
  }

  /** ES256 by the JDK alone. */
  private static JsonNode verified(String token, JsonNode jwks) throws Exception {
    String[] parts = token.split("\\.", -1);
    Base64.Decoder decoder = Base64.getUrlDecoder();
    JsonNode header = Json.stored(new String(decoder.decode(parts[0]), StandardCharsets.UTF_8));
    assertThat(header.get("alg").asString()).isEqualTo("ES256");
    JsonNode jwk = null;
    for (JsonNode key : jwks.get("keys")) {
      assertThat(key.has("d")).as("no private half").isFalse();
      if (key.get("kid").asString().equals(header.get("kid").asString())) {
        jwk = key;
      }
    }
    assertThat(jwk).isNotNull();
    AlgorithmParameters curve = AlgorithmParameters.getInstance("EC");
    curve.init(new ECGenParameterSpec("secp256r1"));
    ECPoint point =
        new ECPoint(
            new BigInteger(1, decoder.decode(jwk.get("x").asString())),
            new BigInteger(1, decoder.decode(jwk.get("y").asString())));
    PublicKey key =
        KeyFactory.getInstance("EC")
            .generatePublic(
                new ECPublicKeySpec(point, curve.getParameterSpec(ECParameterSpec.class)));
    Signature signature = Signature.getInstance("SHA256withECDSAinP1363Format");
    signature.initVerify(key);
    signature.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
    assertThat(signature.verify(decoder.decode(parts[2]))).as("the signature holds").isTrue();
    return Json.stored(new String(decoder.decode(parts[1]), StandardCharsets.UTF_8));
  }

  @Test
  void a_grant_revoked_between_two_attempts_stops_the_second_and_pauses_the_schedule()
      throws Exception {
    CountDownLatch revocation = new CountDownLatch(1);
    RawReceiver receiver =
        executor(
            new RawReceiver((_, out) -> {
              revocation.await();
              out.write(
                  "HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n"
                      .getBytes(StandardCharsets.ISO_8859_1));
              out.flush();
              return true;
            }));
    String grantId = grant("");
    String id = schedule(grantId, ",\"max_retries\":3,\"retry_delay_seconds\":1");
    String runId = Runs.trigger(client, id);
    assertThat(receiver.received.poll(90, TimeUnit.SECONDS)).isNotNull();
    ApiServer.Reply revoked = client.post("/api/v1/grants/" + grantId + "/revoke", "{}");
    assertThat(revoked.json().get("valid").asBoolean()).isFalse();
    revocation.countDown();
    JsonNode run = Runs.ended(client, runId);
    assertThat(run.get("status").asString()).isEqualTo("error");
    assertThat(run.at("/error/code").asString()).isEqualTo("grant_revoked");
    assertThat(receiver.received).as("nobody was called again").isEmpty();
    JsonNode schedule = Runs.schedule(client, id);
    assertThat(schedule.get("status").asString()).isEqualTo("paused");
    assertThat(schedule.get("status_reason").asString()).contains(grantId).contains("revoked");
  }

  @Test
  void under_an_expired_grant_nobody_is_called() {
    RawReceiver receiver = executor(RawReceiver.saying(OK));
    String grantId = grant(",\"expires_at\":\"2099-01-01T00:00:00Z\"");
    String id = schedule(grantId, "");
    api.execute("update carillon.grants set expires_at = now() where id = '" + grantId + "'");
    JsonNode run = Runs.ended(client, Runs.trigger(client, id));
    assertThat(run.at("/error/code").asString()).isEqualTo("grant_expired");
    assertThat(Runs.schedule(client, id).get("status").asString()).isEqualTo("paused");
    assertThat(receiver.connections).hasValue(0);
  }

  @Test
  void a_streamed_answer_has_succeeded_when_it_has_ended() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    executor(
        new RawReceiver((_, out) -> {
          out.write(
              "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\ndata:\r\n"
                  .getBytes(StandardCharsets.ISO_8859_1));
          out.flush();
          end.await();
          out.write("0\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
          out.flush();
          return true;
        }));
    String runId = Runs.trigger(client, schedule(grant(""), ""));
    await()
        .atMost(Runs.PATIENCE)
        .until(() -> Runs.run(client, runId).get("status").asString().equals("running"));
    end.countDown();
    assertThat(Runs.ended(client, runId).get("status").asString()).isEqualTo("success");
  }

  @Test
  void a_stream_that_breaks_off_is_a_failure() {
    executor(
        new RawReceiver((_, out) -> {
          out.write(
              "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\ndata:\r\n"
                  .getBytes(StandardCharsets.ISO_8859_1));
          out.flush();
          return false;
        }));
    String id = schedule(grant(""), ",\"max_retries\":0");
    JsonNode run = Runs.ended(client, Runs.trigger(client, id));
    assertThat(run.at("/error/code").asString()).isEqualTo("connection_lost");
  }

  @Test
  void a_schedule_that_names_no_grant_gets_one_from_its_maker() throws Exception {
    RawReceiver receiver = executor(RawReceiver.saying(OK));
    String id =
        Runs.create(
            client,
            "{\"graph_id\":\"langgraph:poet\",\"input\":{},\"cron\":\"0 9 29 2 *\","
                + "\"timezone\":\"UTC\"}");
    String grantId = Runs.schedule(client, id).get("grant_id").asString();
    assertThat(client.get("/api/v1/grants/" + grantId).json().get("valid").asBoolean()).isTrue();
    String runId = Runs.trigger(client, id);
    assertThat(Runs.ended(client, runId).get("status").asString()).isEqualTo("success");
    JsonNode body = Json.stored(receiver.received.take().body());
    assertThat(body.get("messages").size()).isZero();
    assertThat(body.get("model").asString()).isEqualTo("default");
  }

  @Test
  void an_executor_that_does_not_exist_is_named() {
    String id =
        Runs.create(
            client, "{\"graph_id\":\"nobody:poet\",\"cron\":\"0 9 29 2 *\",\"max_retries\":0}");
    JsonNode run = Runs.ended(client, Runs.trigger(client, id));
    assertThat(run.at("/error/code").asString()).isEqualTo("no_executor");
    assertThat(run.at("/error/message").asString()).contains("nobody");
  }
}
