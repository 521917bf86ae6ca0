package dev.carillon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.engine.schedule.OnMaxFailures;
import dev.carillon.engine.schedule.Status;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What too many failures do, and what a poisonous row must not do. */
class FailureTest extends EngineFixture {

  @Test
  void too_many_in_a_row_pause_the_schedule_and_it_says_why() {
    assertEnds(OnMaxFailures.PAUSED, Status.PAUSED);
  }

  @Test
  void too_many_in_a_row_end_the_schedule_and_it_says_why() {
    assertEnds(OnMaxFailures.DEAD, Status.DEAD);
  }

  private void assertEnds(OnMaxFailures policy, Status end) {
    Recorder recorder =
        new Recorder(_ -> {
          throw new java.io.IOException("no route");
        });
    Engine engine = start("fail", recorder);
    UUID id =
        engine
            .schedules()
            .create(
                ScheduleDraft.named("fail")
                    .every(TICK)
                    .maxRetries(1)
                    .maxFailures(2, policy)
                    .handler("fail"))
            .id();
    eventually().until(() -> status(engine, id) == end);
    assertThat(engine.schedules().find(id).schedule().statusReason())
        .contains("2 consecutive failures")
        .contains("no route");
    assertThat(recorder.starts()).hasSize(4);
    assertThat(timer(engine, id).errorCount()).isEqualTo(4);
    assertThat(timer(engine, id).slotAt()).isNull();
  }

  @Test
  void a_poisonous_row_stops_no_other() {
    Recorder recorder = new Recorder();
    Engine engine = start("tick", recorder);
    UUID poisonous =
        engine.schedules().create(ScheduleDraft.named("poison").every(TICK).handler("tick")).id();
    eventually().until(() -> recorder.count() > 0);
    database.execute(
        "update carillon.schedules set interval_ms = null, anchor_at = null,"
            + " interval_from = null, cron = '99 99 * * *', timezone = 'Mars/Olympus',"
            + " version = version + 1 where id = '"
            + poisonous
            + "'");
    database.execute(
        "update carillon.timers set version = version + 1, revision = revision + 1,"
            + " due_at = now() where schedule_id = '"
            + poisonous
            + "'");
    UUID healthy =
        engine.schedules().create(ScheduleDraft.named("fine").every(TICK).handler("tick")).id();
    eventually().until(() -> recorder.starts(healthy).size() >= 10);
  }
}
