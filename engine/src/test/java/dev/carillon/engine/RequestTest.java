package dev.carillon.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.engine.ledger.Reply;
import dev.carillon.engine.run.Origin;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.run.RunState;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.store.ScheduleStore.Entry;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What people may ask of a schedule: trigger, backfill, pause, resume. */
class RequestTest extends EngineFixture {

  @Test
  void trigger_runs_in_every_status_and_moves_neither_counter_nor_slot() {
    Recorder recorder = new Recorder();
    Engine engine = start("tick", recorder);
    UUID id =
        engine
            .schedules()
            .create(
                ScheduleDraft.named("rare")
                    .cron("0 0 1 1 *")
                    .payload("{\"from\":\"schedule\"}")
                    .handler("tick"))
            .id();
    Instant slot = timer(engine, id).slotAt();
    trigger(engine, id, recorder, null, "{\"from\":\"schedule\"}");
    trigger(engine, id, recorder, "{\"from\":\"request\"}", "{\"from\":\"request\"}");
    assertThat(timer(engine, id).slotAt()).isEqualTo(slot);
    for (Status status : List.of(Status.PAUSED, Status.DEAD, Status.DONE, Status.STOPPED)) {
      database.execute(
          "update carillon.schedules set status = '%s'"
              .formatted(status.name().toLowerCase(java.util.Locale.ROOT)));
      trigger(engine, id, recorder, "{\"status\":1}", "{\"status\":1}");
      assertThat(status(engine, id)).isEqualTo(status);
    }
    assertThat(timer(engine, id).repeat()).isZero();
    assertThat(history(engine, id)).extracting(RunRecord::origin).containsOnly(Origin.MANUAL);
    recorder.assertNoAttemptStartedTwice();
  }

  private void trigger(Engine engine, UUID id, Recorder recorder, String payload, String expected) {
    UUID runId = engine.schedules().trigger(id, payload);
    eventually().until(() -> engine.store().settledRun(1, runId) != null);
    assertThat(recorder.starts())
        .filteredOn(start -> start.runId().equals(runId))
        .singleElement()
        .extracting(Recorder.Start::payload)
        .isEqualTo(expected);
  }

  @Test
  void runs_that_many_threads_ask_for_at_once_each_start_once_and_end() throws Exception {
    Recorder recorder = new Recorder();
    Engine engine = start("tick", recorder);
    List<UUID> ids = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      ids.add(
          engine
              .schedules()
              .create(ScheduleDraft.named("s" + i).cron("0 0 1 1 *").handler("tick"))
              .id());
    }
    List<Future<UUID>> asked = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(6)) {
      for (int i = 0; i < 300; i++) {
        UUID id = ids.get(i % ids.size());
        asked.add(threads.submit(() -> engine.schedules().trigger(id, null)));
      }
    }
    List<UUID> runs = new ArrayList<>();
    for (Future<UUID> run : asked) {
      runs.add(run.get());
    }
    eventually().until(() -> ids.stream().allMatch(id -> timer(engine, id).runCount() == 100));
    assertThat(recorder.starts())
        .extracting(Recorder.Start::runId)
        .containsExactlyInAnyOrderElementsOf(runs);
    assertThat(ids).allSatisfy(id -> assertThat(timer(engine, id).openRuns()).isZero());
  }

  @Test
  void a_halted_engine_begins_nothing_that_is_asked_for() {
    Recorder recorder = new Recorder();
    Engine engine = start("tick", recorder);
    UUID id =
        engine.schedules().create(ScheduleDraft.named("a").cron("0 0 1 1 *").handler("tick")).id();
    eventually().until(() -> engine.shards() > 0);
    engine.halt();
    UUID run = engine.schedules().trigger(id, null);
    assertThat(engine.schedules().openRun(1, run).state()).isInstanceOf(RunState.Waiting.class);
    assertThat(recorder.starts()).isEmpty();
  }

  @Test
  void changes_are_made_together_or_not_at_all() {
    Engine engine = start("tick", _ -> {});
    Schedules schedules = engine.schedules();
    UUID edited = schedules.create(yearly("edited", 1)).id();
    UUID paused = schedules.create(yearly("paused", 1)).id();
    Change create = new Change.Create(yearly("created", 1));
    Entry seen = schedules.find(edited);
    List<Change> changes =
        List.of(
            new Change.Alter(schedules.find(paused), null, false, "ada said so"),
            create,
            new Change.Alter(seen, yearly("edited", 2), false, "ada said so"));
    schedules.check(changes);
    schedules.edit(edited, yearly("edited", 3), null);

    // As it was seen it could be edited, so that only the database can tell.
    schedules.check(changes);
    assertThatThrownBy(() -> schedules.make(changes))
        .isInstanceOfSatisfying(
            RefusedChange.class,
            refused -> {
              assertThat(refused.index()).isEqualTo(2);
              assertThat(refused.why())
                  .isInstanceOfSatisfying(
                      Refused.class,
                      why -> assertThat(why.reason()).isEqualTo(Reply.Reason.STALE_VERSION));
            });
    assertThat(schedules.list(1, null, null, 10)).hasSize(2);
    assertThat(status(engine, paused)).isEqualTo(Status.ACTIVE);
    assertThat(status(engine, edited)).isEqualTo(Status.ACTIVE);

    List<Change> again =
        List.of(
            changes.getFirst(),
            create,
            new Change.Alter(schedules.find(edited), yearly("edited", 2), false, "ada said so"));
    assertThat(schedules.make(again)).extracting(Schedule::name).containsExactly("created");
    assertThat(schedules.list(1, Status.PAUSED, null, 10))
        .extracting(entry -> entry.schedule().id())
        .containsExactlyInAnyOrder(edited, paused);
    assertThat(schedules.list(1, Status.ACTIVE, null, 10))
        .extracting(entry -> entry.schedule().name())
        .containsExactly("created");
  }

  private static ScheduleDraft yearly(String name, int month) {
    return ScheduleDraft.named(name).cron("0 0 1 " + month + " *").handler("tick");
  }

  @Test
  void backfill_runs_past_slots_that_have_no_run_oldest_first() {
    Recorder recorder = new Recorder();
    Engine engine = start("tick", recorder);
    // Half an hour from now, so that none of its own slots comes due meanwhile.
    String hourly = Math.floorMod(database.now().getEpochSecond() / 60 + 30, 60) + " * * * *";
    UUID id =
        engine.schedules().create(ScheduleDraft.named("hourly").cron(hourly).handler("tick")).id();
    Instant to = database.now();
    Instant from = to.minus(5, ChronoUnit.HOURS);
    var five = new Schedules.Backfilled(5, 0);
    assertThat(engine.schedules().backfill(1, id, from, to, true)).isEqualTo(five);
    assertThat(recorder.starts()).isEmpty();
    assertThat(engine.schedules().backfill(1, id, from, to, false)).isEqualTo(five);
    eventually().until(() -> history(engine, id).size() == 5);
    var none = new Schedules.Backfilled(0, 5);
    assertThat(engine.schedules().backfill(1, id, from, to, true)).isEqualTo(none);
    assertThat(engine.schedules().backfill(1, id, from, to, false)).isEqualTo(none);
    assertThat(recorder.starts())
        .extracting(Recorder.Start::slot)
        .isSorted()
        .hasSize(5)
        .allSatisfy(slot -> assertThat(slot).isBetween(from, to));
    assertThat(history(engine, id)).extracting(RunRecord::origin).containsOnly(Origin.BACKFILL);
    assertThat(timer(engine, id).repeat()).isZero();
  }

  @Test
  void only_what_is_active_can_be_paused_and_only_what_is_paused_resumed() {
    Engine engine = start("tick", _ -> {});
    UUID id =
        engine.schedules().create(ScheduleDraft.named("a").cron("0 0 1 1 *").handler("tick")).id();
    assertThatThrownBy(() -> engine.schedules().resume(id))
        .isInstanceOfSatisfying(
            Refused.class,
            refused -> assertThat(refused.reason()).isEqualTo(Reply.Reason.WRONG_STATUS));
    engine.schedules().pause(id, "ada said so");
    assertThat(timer(engine, id).slotAt()).isNull();
    assertThatThrownBy(() -> engine.schedules().pause(id, "again")).isInstanceOf(Refused.class);
    Instant before = database.now();
    engine.schedules().resume(id);
    assertThat(timer(engine, id).slotAt()).isAfter(before);
  }
}
