package dev.carillon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.run.RunStatus;
import dev.carillon.engine.schedule.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How slots fire, on one engine and a real database. */
class SlotTest extends EngineFixture {

  @Test
  void an_interval_fires_again_and_again_without_drift() {
    Recorder recorder = new Recorder();
    Engine engine = start("tick", recorder);
    UUID id =
        engine.schedules().create(ScheduleDraft.named("tick").every(TICK).handler("tick")).id();
    eventually().until(() -> recorder.count() >= 10);
    engine.schedules().pause(id, "seen enough");
    Audit.everySlotHasOneAnswer(database);
    recorder.assertNeverEarly();
    recorder.assertNoAttemptStartedTwice();
    Instant first = recorder.starts().getFirst().slot();
    assertThat(recorder.starts())
        .allSatisfy(
            start -> assertThat(Duration.between(first, start.slot()).toMillis() % 100).isZero());
  }

  @Test
  void a_cron_fires_on_each_of_its_seconds() {
    Recorder recorder = new Recorder();
    Engine engine = start("tick", recorder);
    engine.schedules().create(ScheduleDraft.named("tick").cron("* * * * * *").handler("tick"));
    eventually().until(() -> recorder.count() >= 3);
    Audit.everySlotHasOneAnswer(database);
    recorder.assertNeverEarly();
    assertThat(recorder.starts())
        .allSatisfy(start -> assertThat(start.slot().toEpochMilli() % 1_000).isZero());
  }

  @Test
  void a_once_schedule_fires_once_and_is_done() {
    Recorder recorder = new Recorder();
    Engine engine = start("once", recorder);
    Instant at = soon();
    UUID id = engine.schedules().create(ScheduleDraft.named("once").at(at).handler("once")).id();
    eventually().until(() -> status(engine, id) == Status.DONE);
    assertThat(recorder.starts()).hasSize(1).first().extracting(Recorder.Start::slot).isEqualTo(at);
    recorder.assertNeverEarly();
    assertThat(history(engine, id))
        .singleElement()
        .extracting(RunRecord::status)
        .isEqualTo(RunStatus.SUCCESS);
    assertThat(timer(engine, id).slotAt()).isNull();
  }

  @Test
  void thousands_of_runs_never_start_early_and_say_how_late_they_were() {
    Recorder recorder = new Recorder();
    Engine engine = start("tick", recorder);
    List<ScheduleDraft> drafts = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      drafts.add(ScheduleDraft.named("tick " + i).every(Duration.ofMillis(40 + i)).handler("tick"));
    }
    engine.schedules().createAll(drafts);
    eventually().until(() -> recorder.count() >= 2_000);
    engine.close();
    recorder.assertNeverEarly();
    recorder.assertNoAttemptStartedTwice();
    Audit.everySlotHasOneAnswer(database);
    assertThat(
            database.number(
                "select count(*) from carillon.runs where started_at is not null"
                    + " and (started_at < slot_at or lateness_ms <>"
                    + " floor(extract(epoch from started_at - slot_at) * 1000))"))
        .as("runs that started before their slot, or whose lateness is not recorded")
        .isZero();
  }

  @Test
  void repeats_come_to_an_end() {
    Recorder recorder = new Recorder();
    Engine engine = start("tick", recorder);
    UUID id =
        engine
            .schedules()
            .create(ScheduleDraft.named("three").every(TICK).totalRepeats(3).handler("tick"))
            .id();
    eventually().until(() -> status(engine, id) == Status.DONE);
    assertThat(recorder.starts()).hasSize(3);
    assertThat(timer(engine, id).repeat()).isEqualTo(3);
    assertThat(timer(engine, id).runCount()).isEqualTo(3);
  }

  @Test
  void an_interval_counted_from_completion_waits_after_each_run() {
    Recorder recorder =
        new Recorder(
            _ -> assertThat(new CountDownLatch(1).await(150, TimeUnit.MILLISECONDS)).isFalse());
    Engine engine = start("slow", recorder);
    UUID id =
        engine
            .schedules()
            .create(ScheduleDraft.named("slow").every(TICK).afterCompletion().handler("slow"))
            .id();
    eventually().until(() -> history(engine, id).size() >= 4);
    List<RunRecord> newestFirst = history(engine, id);
    for (int i = 0; i + 1 < newestFirst.size(); i++) {
      Instant ended = newestFirst.get(i + 1).completedAt();
      assertThat(newestFirst.get(i).slotAt()).isAfterOrEqualTo(ended.plus(TICK).minusMillis(1));
    }
    assertThat(timer(engine, id).skippedCount()).isZero();
  }
}
