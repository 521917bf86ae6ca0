package dev.carillon.server.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.importers.Importer;
import dev.carillon.importers.Source;
import dev.carillon.importers.TestRedis;
import dev.carillon.importers.redis.Snapshot;
import dev.carillon.server.ApiServer;
import dev.carillon.server.web.Json;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Imports from a real Redis that real queues filled, through the whole server. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RedisImportTest {

  @RegisterExtension static final ApiServer api = new ApiServer();

  @RegisterExtension static final ApiServer strict = new ApiServer().refusingPrivateTargets();

  private static TestRedis redis;
  private static boolean bull;
  private static boolean rq;
  private static Instant filling;

  @BeforeAll
  static void fill() {
    redis = new TestRedis();
    filling = Instant.now();
    bull = redis.fillByBull();
    rq = redis.fillByRq();
  }

  @AfterAll
  static void stop() {
    redis.close();
  }

  private static Snapshot snapshot(Source source) {
    boolean live = source == Source.BULLMQ ? bull : rq;
    return live
        ? Importer.read(source, redis.redis(), redis.url())
        : TestRedis.recorded(source == Source.BULLMQ ? "bull" : "rq");
  }

  private static String body(Source source, boolean dryRun) {
    ObjectNode body = Json.object().put("dry_run", dryRun);
    body.set("snapshot", snapshot(source).json());
    return Json.text(body);
  }

  private static JsonNode post(ApiServer.Client org, Source source, String body) {
    ApiServer.Reply reply = org.post("/api/v1/imports/" + source.word(), body);
    assertThat(reply.status()).as(reply.toString()).isEqualTo(200);
    return ImportTest.addingUp(reply.json());
  }

  @Test
  void every_repeatable_job_is_imported_once_and_fires_when_its_queue_says() {
    ApiServer.Client org = api.organization("bull");
    JsonNode dry = post(org, Source.BULLMQ, body(Source.BULLMQ, true));
    assertThat(org.get("/api/v1/schedules").json().get("items")).isEmpty();
    JsonNode report = post(org, Source.BULLMQ, body(Source.BULLMQ, false));
    assertThat(report.get("totals")).isEqualTo(dry.get("totals"));
    assertThat(report.get("totals").get("created")).isEqualTo(report.get("totals").get("found"));
    int stated = 0;
    for (JsonNode item : report.get("items").values()) {
      JsonNode schedule =
          org.get("/api/v1/schedules/" + item.get("schedule_id").stringValue()).json();
      assertThat(schedule.get("status").stringValue()).isEqualTo("paused");
      assertThat(item.get("fires")).hasSize(5);
      if (bull && !schedule.get("cron").isNull()) {
        Instant next = Instant.parse(item.get("original_next").stringValue());
        // Only one that has passed since they said so may be missing, such as when it is nine
        // thirty
        // just now; an earlier one still to come would be a wrong zone.
        if (next.isAfter(Instant.now())) {
          assertThat(item.get("fires").get(0))
              .as(item.toString())
              .isEqualTo(item.get("original_next"));
          assertThat(item.get("warnings").toString()).doesNotContain("the source runs it next");
          stated++;
        } else if (next.isAfter(filling)) {
          stated++;
        }
      }
    }
    // Three patterns of each Bull, two of each of nine BullMQ, and four schedulers; beats are
    // extra.
    assertThat(stated).isGreaterThanOrEqualTo(bull ? 28 : 0);
    JsonNode again = post(org, Source.BULLMQ, body(Source.BULLMQ, false));
    assertThat(again.get("totals").get("unchanged")).isEqualTo(report.get("totals").get("found"));
  }

  @Test
  void jobs_of_rq_keep_their_counters() {
    ApiServer.Client org = api.organization("rq");
    JsonNode report = post(org, Source.RQ, body(Source.RQ, false));
    assertThat(report.get("totals").get("failed").intValue()).isZero();
    JsonNode chained =
        report
            .get("items")
            .valueStream()
            .filter(item -> item.get("source_id").stringValue().equals("a1b2c3d4"))
            .findFirst()
            .orElseThrow();
    if (rq) {
      JsonNode schedule =
          org.get("/api/v1/schedules/" + chained.get("schedule_id").stringValue()).json();
      assertThat(schedule.get("current_repeat").intValue()).isEqualTo(5);
      assertThat(schedule.get("current_retry").intValue()).isEqualTo(2);
      assertThat(chained.get("fires").get(0)).isEqualTo(chained.get("original_next"));
    }
    JsonNode again = post(org, Source.RQ, body(Source.RQ, false));
    assertThat(again.get("totals").get("created").intValue()).isZero();
    assertThat(again.get("totals").get("updated").intValue()).isZero();
  }

  @Test
  void the_server_reads_a_redis_itself_for_administrators() {
    ApiServer.Client org = api.organization("reads");
    String body = "{\"redis_url\":\"%s\",\"dry_run\":true}".formatted(redis.url());
    JsonNode report = post(org, Source.BULLMQ, body);
    assertThat(report.get("totals").get("found").intValue()).isEqualTo(bull ? 54 : 0);
    assertThat(org.token("user:w", "write").post("/api/v1/imports/bullmq", body).code())
        .isEqualTo("scope.missing");
    ApiServer.Reply nobody =
        org.post("/api/v1/imports/rq", "{\"redis_url\":\"redis://:hush@127.0.0.1:1\"}");
    assertThat(nobody.code()).isEqualTo("import.redis_unreachable");
    assertThat(nobody.body()).doesNotContain("hush");
    assertThat(org.post("/api/v1/imports/rq", "{\"redis_url\":\"%s\"}".formatted(api.url())).code())
        .isEqualTo("field.invalid");
    // Something that answers, and is no Redis.
    assertThat(
            org.post(
                    "/api/v1/imports/rq",
                    "{\"redis_url\":\"%s\"}".formatted(api.url().replace("http:", "redis:")))
                .code())
        .isEqualTo("import.redis_unreachable");
    assertThat(org.post("/api/v1/imports/rq", "{}").code()).isEqualTo("field.missing");
    assertThat(org.post("/api/v1/imports/rq", "{\"snapshot\":{\"hashes\":7}}").code())
        .isEqualTo("import.unreadable");
  }

  @Test
  void private_addresses_are_not_called_unless_the_operator_allows_them() {
    ApiServer.Reply reply =
        strict
            .operator()
            .post("/api/v1/imports/bullmq", "{\"redis_url\":\"%s\"}".formatted(redis.url()));
    assertThat(reply.code()).isEqualTo("import.redis_unreachable");
    assertThat(reply.text("detail")).contains("this machine itself");
  }
}
