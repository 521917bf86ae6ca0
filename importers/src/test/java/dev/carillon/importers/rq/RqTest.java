package dev.carillon.importers.rq;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.importers.Found;
import dev.carillon.importers.ImportFile;
import dev.carillon.importers.Lenient;
import dev.carillon.importers.Progress;
import dev.carillon.importers.Settings;
import dev.carillon.importers.TestRedis;
import dev.carillon.importers.redis.Snapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Jobs as the real rq pickles them. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RqTest {

  private static final Map<String, Snapshot> SNAPSHOTS = new LinkedHashMap<>();
  private static TestRedis redis;

  @BeforeAll
  static void read_a_redis_that_rq_filled() throws IOException {
    redis = new TestRedis();
    if (redis.fillByRq()) {
      Snapshot live = RqReader.read(redis.redis(), "redis://test:6379/0");
      SNAPSHOTS.put("live", live);
      if (Boolean.getBoolean("carillon.snapshots.write")) {
        Files.writeString(
            Path.of("src/test/resources/dev/carillon/importers/rq-snapshot.json"),
            Lenient.text(live.json()) + "\n");
      }
    }
    SNAPSHOTS.put("recorded", TestRedis.recorded("rq"));
  }

  @AfterAll
  static void stop() {
    redis.close();
  }

  static List<String> snapshots() {
    return List.copyOf(SNAPSHOTS.keySet());
  }

  private static Map<String, Found.Job> jobs(
      String snapshot, String timezone, ImportFile... files) {
    return Rq.find(
            SNAPSHOTS.get(snapshot), List.of(files), new Settings(timezone, Lenient.object()))
        .items()
        .stream()
        .collect(Collectors.toMap(found -> found.identity().id(), Found.Job.class::cast));
  }

  @ParameterizedTest
  @MethodSource("snapshots")
  void arguments_are_read_from_pickles_and_from_json(String snapshot) {
    Found.Job pickled = jobs(snapshot, null).get("once-pickled");
    assertThat(Lenient.text(pickled.draft().get("payload")))
        .isEqualTo(
            """
            {"function":"app.tasks.digest","args":["eu"],\
            "kwargs":{"when":"2026-02-10T07:00","tags":["a"]}}\
            """);
    assertThat(pickled.draft().get("workflow_id").stringValue()).isEqualTo("app.tasks.digest");
    assertThat(pickled.draft().get("run_at").stringValue()).isEqualTo(pickled.next().toString());
    assertThat(pickled.draft().get("max_retries").intValue()).isEqualTo(2);
    assertThat(pickled.draft().get("retry_delay_seconds").intValue()).isEqualTo(30);
    assertThat(pickled.draft().get("timeout_seconds").intValue()).isEqualTo(180);
    assertThat(Lenient.text(jobs(snapshot, null).get("once-json").draft().get("payload")))
        .isEqualTo(
            """
            {"function":"app.tasks.digest","args":["eu"],"kwargs":{"deep":{"a":[1,2.5,null,true]}}}\
            """);
  }

  @ParameterizedTest
  @MethodSource("snapshots")
  void the_schedulers_cron_asks_for_the_zone_of_its_host(String snapshot) {
    Found.Job unasked = jobs(snapshot, null).get("cron");
    assertThat(unasked.draft().get("cron").stringValue()).isEqualTo("0 8 * * 1-5");
    assertThat(unasked.draft().get("timezone").stringValue()).isEqualTo("UTC");
    assertThat(unasked.warnings()).singleElement().asString().contains("the host of rq-scheduler");
    Found.Job asked = jobs(snapshot, "Europe/Berlin").get("cron");
    assertThat(asked.draft().get("timezone").stringValue()).isEqualTo("Europe/Berlin");
    assertThat(asked.warnings()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("snapshots")
  void intervals_keep_what_is_left_of_their_repeats(String snapshot) {
    Found.Job job = jobs(snapshot, null).get("interval");
    assertThat(job.draft().get("interval_seconds").intValue()).isEqualTo(600);
    assertThat(job.draft().get("total_repeats").intValue()).isEqualTo(3);
    assertThat(Lenient.text(job.draft().get("payload").get("kwargs")))
        .isEqualTo("{\"key\":{\"base64\":\"AP8=\"}}");
    assertThat(Lenient.text(jobs(snapshot, null).get("single").draft().get("payload").get("args")))
        .startsWith("[null,3600,[1,[2,3]],\"20");
  }

  @ParameterizedTest
  @MethodSource("snapshots")
  void what_is_more_than_data_is_kept_as_bytes_and_said(String snapshot) {
    Found.Job job = jobs(snapshot, null).get("foreign");
    assertThat(job.warnings()).singleElement().asString().contains("__main__.Foreign");
    assertThat(job.draft().get("payload").get("data_base64").stringValue()).isNotEmpty();
    assertThat(job.draft().get("payload").get("function").stringValue())
        .isEqualTo("app.tasks.foreign");
    assertThat(job.draft().get("interval_seconds").intValue()).isEqualTo(60);
  }

  @ParameterizedTest
  @MethodSource("snapshots")
  void a_chained_job_says_how_far_it_has_come(String snapshot) {
    Found.Job bare = jobs(snapshot, null).get("a1b2c3d4");
    assertThat(bare.progress()).isEqualTo(new Progress(5, 2));
    assertThat(bare.draft().get("run_at").stringValue()).isEqualTo(bare.next().toString());
    assertThat(bare.warnings()).singleElement().asString().contains("Redis knows only its next");
    Found.Job whole =
        jobs(
                snapshot,
                null,
                ImportFile.of(
                    "schedules.json",
                    """
                    {"items":[{"id":"a1b2c3d4","name":"Daily report","workflow_id":1,
                      "trigger_node_id":"trigger_schedule_abc123","interval_seconds":86400,
                      "total_repeats":0,"max_retries":3,"timeout_seconds":600,"status":"active",
                      "trigger_payload":{"report_type":"daily"}}]}
                    """))
            .get("a1b2c3d4");
    assertThat(whole.name()).isEqualTo("Daily report");
    assertThat(whole.draft().get("interval_seconds").intValue()).isEqualTo(86_400);
    assertThat(whole.draft().get("workflow_id").stringValue()).isEqualTo("1");
    assertThat(whole.progress()).isEqualTo(new Progress(5, 2));
    assertThat(whole.warnings()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("snapshots")
  void rq_cron_counts_in_utc(String snapshot) {
    Found.Job clean = jobs(snapshot, "Europe/Berlin").get("cron:default:clean");
    assertThat(clean.draft().get("cron").stringValue()).isEqualTo("*/15 * * * *");
    assertThat(clean.draft().get("timezone").stringValue()).isEqualTo("UTC");
    assertThat(Lenient.text(clean.draft().get("payload")))
        .isEqualTo("{\"function\":\"app.tasks.clean\",\"args\":[7],\"kwargs\":{\"deep\":true}}");
    assertThat(clean.draft().get("timeout_seconds").intValue()).isEqualTo(90);
    assertThat(
            jobs(snapshot, null)
                .get("cron:default:app.tasks.beat")
                .draft()
                .get("interval_seconds")
                .intValue())
        .isEqualTo(45);
    assertThat(jobs(snapshot, null)).hasSize(9);
  }
}
