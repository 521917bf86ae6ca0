package dev.carillon.importers.bull;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.importers.Findings;
import dev.carillon.importers.Found;
import dev.carillon.importers.Lenient;
import dev.carillon.importers.Settings;
import dev.carillon.importers.TestRedis;
import dev.carillon.importers.redis.Snapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Repeatable jobs as every version of Bull and BullMQ that changed their format writes them. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class BullTest {

  private static final List<String> BULL = List.of("bull3", "bull4");
  private static final List<String> REPEATABLES =
      List.of(
          "bullmq1",
          "bullmq2",
          "bullmq3",
          "bullmq4",
          "bullmq59",
          "bullmq510",
          "bullmq516",
          "bullmq541",
          "bullmq5");
  private static final List<String> SCHEDULERS =
      List.of("bullmq516", "bullmq541", "bullmq5", "bullmq6");

  private static final Map<String, Snapshot> SNAPSHOTS = new LinkedHashMap<>();
  private static TestRedis redis;

  @BeforeAll
  static void read_a_redis_that_they_filled() throws IOException {
    redis = new TestRedis();
    if (redis.fillByBull()) {
      Snapshot live = BullReader.read(redis.redis(), "redis://test:6379/0");
      SNAPSHOTS.put("live", live);
      if (Boolean.getBoolean("carillon.snapshots.write")) {
        Files.writeString(
            Path.of("src/test/resources/dev/carillon/importers/bull-snapshot.json"),
            Lenient.text(live.json()) + "\n");
      }
    }
    SNAPSHOTS.put("recorded", TestRedis.recorded("bull"));
  }

  @AfterAll
  static void stop() {
    redis.close();
  }

  static List<String> snapshots() {
    return List.copyOf(SNAPSHOTS.keySet());
  }

  private static List<Found.Job> jobs(String snapshot, String queue) {
    Findings findings = Bull.find(SNAPSHOTS.get(snapshot), new Settings(null, Lenient.object()));
    return findings.items().stream()
        .filter(found -> found.identity().instance().endsWith(" bull:" + queue))
        .map(Found.Job.class::cast)
        .toList();
  }

  private static Found.Job named(String snapshot, String queue, String name) {
    return jobs(snapshot, queue).stream()
        .filter(job -> job.name().equals(name))
        .findFirst()
        .orElseThrow(
            () -> new AssertionError(queue + " has no " + name + ": " + jobs(snapshot, queue)));
  }

  @ParameterizedTest
  @MethodSource("snapshots")
  void a_pattern_keeps_its_zone_its_data_and_its_retries(String snapshot) {
    for (String queue :
        List.of(
            "bull3",
            "bull4",
            "bullmq1",
            "bullmq2",
            "bullmq3",
            "bullmq4",
            "bullmq59",
            "bullmq510",
            "bullmq516",
            "bullmq541",
            "bullmq5")) {
      Found.Job job = named(snapshot, queue, "digest");
      assertThat(job.draft().get("cron").stringValue()).as(queue).isEqualTo("0 8 * * 1-5");
      assertThat(job.draft().get("timezone").stringValue()).as(queue).isEqualTo("Europe/Berlin");
      assertThat(job.draft().get("workflow_id").stringValue()).as(queue).isEqualTo(queue);
      assertThat(Lenient.text(job.draft().get("payload")))
          .as(queue)
          .isEqualTo(
              "{\"queue\":\"%s\",\"name\":\"digest\",\"data\":{\"team\":\"eu\"}}".formatted(queue));
      assertThat(job.draft().get("max_retries").intValue()).as(queue).isEqualTo(3);
      assertThat(job.draft().get("retry_delay_seconds").intValue()).as(queue).isEqualTo(3);
      assertThat(job.next()).as(queue).isNotNull();
      assertThat(job.warnings()).as(queue).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("snapshots")
  void data_with_a_workflow_and_a_trigger_starts_that_workflow(String snapshot) {
    for (String queue :
        List.of("bull3", "bull4", "bullmq1", "bullmq3", "bullmq59", "bullmq510", "bullmq5")) {
      Found.Job job =
          jobs(snapshot, queue).stream()
              .filter(one -> one.draft().path("workflow_id").asString("").equals("wf-1"))
              .findFirst()
              .orElseThrow();
      assertThat(job.draft().get("trigger_node_id").stringValue()).isEqualTo("trigger-node-123");
      assertThat(job.draft().get("cron").stringValue()).isEqualTo("30 9 * * *");
      assertThat(job.draft().get("payload").get("userId").stringValue()).isEqualTo("u1");
    }
  }

  @ParameterizedTest
  @MethodSource("snapshots")
  void an_interval_on_the_clock_keeps_its_slots_and_any_other_its_length(String snapshot) {
    for (String queue : REPEATABLES) {
      Found.Job beat = named(snapshot, queue, "beat");
      assertThat(beat.draft().get("cron").stringValue()).as(queue).isEqualTo("*/5 * * * *");
      assertThat(beat.draft().get("timezone").stringValue()).isEqualTo("UTC");
      assertThat(beat.next().toEpochMilli() % 300_000).isZero();
      Found.Job limited = named(snapshot, queue, "limited");
      assertThat(limited.draft().get("interval_seconds").intValue()).isEqualTo(420);
      assertThat(limited.draft().get("total_repeats").intValue()).as(queue).isEqualTo(5);
    }
    for (String queue : BULL) {
      assertThat(named(snapshot, queue, queue).draft().get("cron").stringValue())
          .isEqualTo("*/5 * * * *");
      assertThat(named(snapshot, queue, "ends").draft().get("end_at").stringValue())
          .isEqualTo("2999-01-01T00:00:00Z");
    }
  }

  @ParameterizedTest
  @MethodSource("snapshots")
  void a_name_with_a_colon_finds_its_data(String snapshot) {
    for (String queue : BULL) {
      Found.Job odd =
          jobs(snapshot, queue).stream()
              .filter(job -> job.identity().id().startsWith("odd:name"))
              .findFirst()
              .orElseThrow();
      assertThat(odd.draft().get("payload").get("data").get("n").intValue()).isEqualTo(7);
      assertThat(odd.draft().get("payload").get("name").stringValue()).isEqualTo("odd:name");
      assertThat(odd.draft().get("total_repeats").intValue()).isEqualTo(5);
    }
  }

  @ParameterizedTest
  @MethodSource("snapshots")
  void job_schedulers_are_known_by_their_ids(String snapshot) {
    for (String queue : SCHEDULERS) {
      Found.Job digest = named(snapshot, queue, "daily-digest");
      assertThat(digest.draft().get("cron").stringValue()).isEqualTo("0 8 * * 1-5");
      assertThat(digest.draft().get("timezone").stringValue()).isEqualTo("Europe/Berlin");
      assertThat(digest.draft().get("payload").get("data").get("team").stringValue())
          .as(queue)
          .isEqualTo("eu");
      assertThat(digest.draft().get("max_retries").intValue()).as(queue).isEqualTo(3);
      assertThat(named(snapshot, queue, "every-seven").draft().get("interval_seconds").intValue())
          .isEqualTo(420);
    }
  }

  @ParameterizedTest
  @MethodSource("snapshots")
  void every_member_of_every_queue_is_found_once(String snapshot) {
    int members = SNAPSHOTS.get(snapshot).sortedSets().values().stream().mapToInt(Map::size).sum();
    Findings findings = Bull.find(SNAPSHOTS.get(snapshot), new Settings(null, Lenient.object()));
    assertThat(findings.items()).hasSize(members).allMatch(Found.Job.class::isInstance);
    assertThat(findings.items().stream().map(Found::identity)).doesNotHaveDuplicates();
  }

  @Test
  void a_snapshot_is_the_same_after_its_way_as_json() {
    Snapshot snapshot = SNAPSHOTS.get("recorded");
    assertThat(Lenient.text(Snapshot.parse(snapshot.json()).json()))
        .isEqualTo(Lenient.text(snapshot.json()));
  }
}
