package dev.carillon.server.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.carillon.server.ApiServer;
import dev.carillon.server.ApiServer.Client;
import dev.carillon.server.events.Receiver.Got;
import dev.carillon.server.web.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Events that go out, to real receivers. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class WebhookTest {

  @RegisterExtension
  static final ApiServer API =
      new ApiServer(
          engine -> engine.handler("good", _ -> {}),
          Map.of(
              "allow_private_targets", "true",
              "webhooks.retry_delay", "5ms",
              "webhooks.max_attempts", "3",
              "late_after", "1s"));

  /** An operator who has not allowed private addresses. */
  @RegisterExtension static final ApiServer STRICT = new ApiServer().refusingPrivateTargets();

  /** It answers, and runs nothing. */
  @RegisterExtension
  static final ApiServer IDLE =
      new ApiServer(
          UnaryOperator.identity(),
          Map.of("enabled", "false", "allow_private_targets", "true", "late_after", "1s"));

  private static ConditionFactory soon() {
    return await().atMost(Duration.ofMinutes(2)).pollInterval(Duration.ofMillis(50));
  }

  private static String create(Client client, String name) {
    ApiServer.Reply reply =
        client.post(
            "/api/v1/schedules",
            "{\"name\":\"%s\",\"interval_seconds\":86400,\"handler\":\"good\"}".formatted(name));
    assertThat(reply.status()).as(reply.toString()).isEqualTo(201);
    return reply.text("id");
  }

  private static String subscribe(Client client, String url, String... types) {
    ApiServer.Reply reply =
        client.post(
            "/api/v1/webhooks",
            "{\"url\":\"%s\"%s}"
                .formatted(
                    url, types.length == 0 ? "" : ",\"types\":" + Json.text(List.of(types))));
    assertThat(reply.status()).as(reply.toString()).isEqualTo(201);
    return reply.text("id");
  }

  private static JsonNode deliveries(Client client, String webhook) {
    return client.get("/api/v1/webhooks/" + webhook + "/deliveries").json().get("items");
  }

  @Test
  void an_event_is_delivered_and_its_signature_is_right() throws Exception {
    Client ada = API.organization("signed").token("user:ada", "admin");
    try (Receiver receiver = new Receiver(_ -> 200)) {
      String webhook = subscribe(ada, receiver.url(), "schedule.paused");
      String id = create(ada, "report");
      ada.post("/api/v1/schedules/" + id + "/pause", "");

      soon().until(() -> receiver.calls.size() == 1);
      Got got = receiver.calls.getFirst();
      assertThat(got.type()).isEqualTo("schedule.paused");
      assertThat(got.schedule()).isEqualTo("report");
      assertThat(got.headers().get("webhook-signature")).isEqualTo(signature("signed", got));
      soon()
          .until(() -> deliveries(ada, webhook).get(0).get("state").asString().equals("delivered"));
      assertThat(deliveries(ada, webhook)).hasSize(1);
    }
  }

  /** Computed from the key file by this test's own code. */
  private static String signature(String organization, Got got) throws Exception {
    int org =
        API.query(
                "select id from carillon.organizations where name = '%s'".formatted(organization),
                row -> row.getInt(1))
            .getFirst();
    String master = Files.readString(API.dataDirectory().resolve("webhook.key")).strip();
    byte[] secret =
        mac(
            Base64.getDecoder().decode(master.substring("whsec_".length())),
            ("carillon webhook secret of organization " + org).getBytes(StandardCharsets.UTF_8));
    String content = got.id() + "." + got.headers().get("webhook-timestamp") + "." + got.body();
    return "v1,"
        + Base64.getEncoder().encodeToString(mac(secret, content.getBytes(StandardCharsets.UTF_8)));
  }

  private static byte[] mac(byte[] key, byte[] content) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return mac.doFinal(content);
  }

  @Test
  void a_receiver_that_fails_is_asked_again_under_the_same_id() throws Exception {
    Client ada = API.organization("again").token("user:ada", "admin");
    AtomicInteger calls = new AtomicInteger();
    try (Receiver receiver = new Receiver(_ -> calls.incrementAndGet() < 3 ? 500 : 204)) {
      String webhook = subscribe(ada, receiver.url(), "schedule.created");
      create(ada, "report");

      soon()
          .until(() -> deliveries(ada, webhook).get(0).get("state").asString().equals("delivered"));
      assertThat(receiver.calls).hasSize(3);
      assertThat(receiver.calls).extracting(Got::id).containsOnly(receiver.calls.getFirst().id());
      assertThat(deliveries(ada, webhook).get(0).get("attempts").asInt()).isEqualTo(3);
    }
  }

  @Test
  void what_cannot_be_delivered_is_dead_in_the_end_and_can_be_tried_again() throws Exception {
    Client ada = API.organization("dead").token("user:ada", "admin");
    AtomicInteger status = new AtomicInteger(500);
    try (Receiver receiver = new Receiver(_ -> status.get())) {
      String webhook = subscribe(ada, receiver.url(), "schedule.created");
      create(ada, "report");
      soon().until(() -> deliveries(ada, webhook).get(0).get("state").asString().equals("dead"));
      JsonNode dead = deliveries(ada, webhook).get(0);
      assertThat(dead.get("last_status").asInt()).isEqualTo(500);
      assertThat(dead.get("attempts").asInt()).isEqualTo(3);

      status.set(200);
      String path =
          "/api/v1/webhooks/%s/deliveries/%s/retry"
              .formatted(webhook, dead.get("event_id").asString());
      assertThat(ada.post(path, "").status()).isEqualTo(202);
      soon()
          .until(() -> deliveries(ada, webhook).get(0).get("state").asString().equals("delivered"));
      assertThat(ada.post(path.replace("/retry", "9/retry"), "").code())
          .isEqualTo("delivery.not_found");
    }
  }

  @Test
  void a_receiver_that_is_gone_is_left_alone() throws Exception {
    Client ada = API.organization("gone").token("user:ada", "admin");
    try (Receiver receiver = new Receiver(_ -> 410)) {
      String webhook = subscribe(ada, receiver.url(), "schedule.created");
      create(ada, "one");
      soon().until(() -> ada.get("/api/v1/webhooks/" + webhook).text("status").equals("disabled"));
      assertThat(ada.get("/api/v1/webhooks/" + webhook).text("status_reason")).contains("410");
      create(ada, "two");
      assertThat(deliveries(ada, webhook)).hasSize(1);
    }
  }

  @Test
  void receivers_that_hang_and_a_backlog_hold_up_no_deliveries_of_another_organization()
      throws Exception {
    Client ada = API.organization("hanging").token("user:ada", "admin");
    Client bob = API.organization("waiting").token("user:bob", "admin");
    CountDownLatch never = new CountDownLatch(1);
    try (Receiver hanging = new Receiver(_ -> hang(never));
        Receiver receiver = new Receiver(_ -> 200)) {
      List<String> webhooks =
          IntStream.range(0, 24)
              .mapToObj(_ -> subscribe(ada, hanging.url(), "schedule.created"))
              .toList();
      IntStream.range(0, 30).forEach(i -> create(ada, "s" + i));
      AtomicInteger calls = new AtomicInteger();
      soon()
          .during(Duration.ofSeconds(1))
          .until(() -> {
            int before = calls.getAndSet(hanging.calls.size());
            return before > 0 && before == calls.get();
          });

      subscribe(bob, receiver.url(), "schedule.created");
      create(bob, "report");
      soon().until(() -> receiver.calls.size() == 1);
      assertThat(hanging.calls).as("nobody else had to end first").hasSize(calls.get());
      for (String webhook : webhooks) {
        assertThat(deliveries(ada, webhook))
            .allSatisfy(delivery -> {
              assertThat(delivery.get("state").asString()).isEqualTo("pending");
              assertThat(delivery.get("attempts").asInt()).isLessThan(2);
            });
      }
      assertThat(calls.get()).as("a share, and not all places").isBetween(8, 40);
    } finally {
      never.countDown();
    }
  }

  private static int hang(CountDownLatch never) {
    try {
      never.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return 204;
  }

  @Test
  void two_servers_deliver_every_event_once() throws Exception {
    Client ada = API.organization("shared").token("user:ada", "admin");
    try (ApiServer.Another second = API.another();
        Receiver receiver = new Receiver(_ -> 200)) {
      assertThat(second.url()).isNotEqualTo(API.url());
      subscribe(ada, receiver.url(), "schedule.created");
      IntStream.range(0, 100).forEach(i -> create(ada, "s" + i));

      soon().until(() -> receiver.calls.size() >= 100);
      assertThat(receiver.calls).extracting(Got::id).doesNotHaveDuplicates().hasSize(100);
    }
  }

  @Test
  void a_schedule_that_nobody_begins_is_reported_late_once() throws Exception {
    Client ada = IDLE.organization("late").token("user:ada", "admin");
    try (Receiver receiver = new Receiver(_ -> 200)) {
      subscribe(ada, receiver.url(), "schedule.late", "schedule.deleted");
      ApiServer.Reply made =
          ada.post(
              "/api/v1/schedules",
              "{\"name\":\"overdue\",\"interval_seconds\":1,\"handler\":\"good\"}");

      soon().until(() -> !receiver.calls.isEmpty());
      assertThat(receiver.calls.getFirst().schedule()).isEqualTo("overdue");
      // Several looks later it is still one.
      String looks = "select count(*) from carillon.late_slots";
      assertThat(IDLE.query(looks, row -> row.getInt(1))).containsExactly(1);
      ada.delete("/api/v1/schedules/" + made.text("id"));
      soon().until(() -> receiver.calls.getLast().type().equals("schedule.deleted"));
      assertThat(receiver.calls).hasSize(2);
    }
  }

  @Test
  void a_private_address_is_never_called_unless_the_operator_allows_it() throws Exception {
    Client ada = STRICT.organization("private").token("user:ada", "admin");
    try (Receiver receiver = new Receiver(_ -> 200)) {
      // A name: an address would be refused at the door.
      String url = receiver.url().replace("127.0.0.1", "localhost");
      String webhook = subscribe(ada, url, "schedule.created");
      ada.post(
          "/api/v1/schedules", "{\"name\":\"x\",\"interval_seconds\":86400,\"handler\":\"good\"}");
      soon().until(() -> deliveries(ada, webhook).get(0).get("attempts").asInt() >= 1);
      soon().until(() -> !deliveries(ada, webhook).get(0).get("last_error").isNull());
      assertThat(deliveries(ada, webhook).get(0).get("last_error").asString())
          .contains("address_refused");
      assertThat(receiver.calls).isEmpty();
    }
  }

  @Test
  void bad_webhooks_are_refused_with_what_was_expected() {
    Client ada = API.organization("refused").token("user:ada", "admin");
    assertThat(ada.post("/api/v1/webhooks", "{}").code()).isEqualTo("field.missing");
    assertThat(ada.post("/api/v1/webhooks", "{\"url\":\"ftp://x.example/\"}").code())
        .isEqualTo("field.invalid");
    ApiServer.Reply typo =
        ada.post("/api/v1/webhooks", "{\"url\":\"https://x.example/\",\"types\":[\"run.faild\"]}");
    assertThat(typo.body()).contains("run.failed");
    assertThat(ada.post("/api/v1/webhooks", "{\"url\":\"https://x.example/\",\"types\":[]}").code())
        .isEqualTo("field.invalid");
    Client eve = API.organization("eve").token("user:eve", "admin");
    String id = subscribe(ada, "https://x.example/");
    assertThat(eve.get("/api/v1/webhooks/" + id).code()).isEqualTo("webhook.not_found");
    assertThat(eve.delete("/api/v1/webhooks/" + id).status()).isEqualTo(404);
    assertThat(ada.delete("/api/v1/webhooks/" + id).status()).isEqualTo(204);
  }

  @Test
  void null_puts_back_the_default_where_there_is_one() {
    Client ada = API.organization("nulls").token("user:ada", "admin");
    ApiServer.Reply plain = ada.post("/api/v1/webhooks", "{\"url\":\"https://x.example/\"}");
    ApiServer.Reply made =
        ada.post(
            "/api/v1/webhooks",
            """
            {"url":"https://x.example/","description":"Mine","types":["run.failed"],"enabled":false}
            """);
    String path = "/api/v1/webhooks/" + made.text("id");
    assertThat(ada.patch(path, "{\"url\":null}").code()).isEqualTo("field.invalid");
    assertThat(ada.get(path).json()).as("nothing was changed").isEqualTo(made.json());

    JsonNode again =
        ada.patch(path, "{\"description\":null,\"types\":null,\"enabled\":null}").json();
    for (String field : List.of("url", "description", "types", "enabled", "status_reason")) {
      assertThat(again.get(field)).as(field).isEqualTo(plain.json().get(field));
    }
  }

  @Test
  void what_is_not_sent_stays() {
    Client ada = API.organization("stays").token("user:ada", "admin");
    ApiServer.Reply made =
        ada.post(
            "/api/v1/webhooks",
            "{\"url\":\"https://x.example/\",\"description\":\"Mine\",\"types\":[\"run.failed\"]}");
    String path = "/api/v1/webhooks/" + made.text("id");
    JsonNode off = ada.patch(path, "{\"enabled\":false}").json();
    for (String field : List.of("url", "description", "types")) {
      assertThat(off.get(field)).as(field).isEqualTo(made.json().get(field));
    }
    assertThat(ada.patch(path, "{\"description\":\"Yours\"}").json().get("enabled").asBoolean())
        .isFalse();
  }
}
