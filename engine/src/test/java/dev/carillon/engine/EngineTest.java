package dev.carillon.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.carillon.engine.ledger.Reply;
import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.Origin;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.run.RunState;
import dev.carillon.engine.run.RunStatus;
import dev.carillon.engine.schedule.OnMaxFailures;
import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.ScheduleStore.Sweep;
import dev.carillon.engine.target.Handler;
import dev.carillon.engine.target.RunContext;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One engine on a real database, with handlers as targets. */
class EngineTest {

  @RegisterExtension static final TestDatabase database = new TestDatabase();

  private static final Duration TICK = Duration.ofMillis(100);

  private final List<Engine> engines = new ArrayList<>();

  @BeforeAll
  static void lookOften() {
    Awaitility.setDefaultPollInterval(Duration.ofMillis(10));
    Awaitility.setDefaultTimeout(Duration.ofSeconds(20));
  }

  @AfterEach
  void stop() {
    engines.forEach(Engine::close);
    database.clear();
  }

  private Engine start(String handler, Handler work) {
    return start(Engine.on(database.pool(12)).handler(handler, work));
  }

  private Engine start(Engine.Builder builder) {
    Engine engine = builder.config(Engines.config("test")).start();
    engines.add(engine);
    return engine;
  }

  /** Far enough ahead that a slow machine has the schedule in its books before. */
  private static Instant soon() {
    return database.now().plusMillis(700).truncatedTo(ChronoUnit.MILLIS);
  }

  private static ConditionFactory eventually() {
    return await();
  }

  private static Timer timer(Engine engine, UUID id) {
    return engine.schedules().find(id).timer();
  }

  private static Status status(Engine engine, UUID id) {
    return engine.schedules().find(id).schedule().status();
  }

  private static List<RunRecord> history(Engine engine, UUID id) {
    return engine.schedules().history(id, 1_000);
  }

  /** Holds attempts until the test lets them go, and tells how each ended. */
  private static final class Gate implements Handler {

    final BlockingQueue<RunContext> entered = new LinkedBlockingQueue<>();
    final BlockingQueue<String> interrupted = new LinkedBlockingQueue<>();
    final CountDownLatch open = new CountDownLatch(1);

    @Override
    public void handle(RunContext run) throws InterruptedException {
      entered.add(run);
      try {
        open.await();
      } catch (InterruptedException e) {
        interrupted.add(String.valueOf(run.cancelReason()));
        throw e;
      }
    }

    RunContext next() throws InterruptedException {
      RunContext run = entered.poll(20, TimeUnit.SECONDS);
      assertThat(run).as("an attempt starts").isNotNull();
      return run;
    }
  }

  @Nested
  class Slots {

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
      assertThat(recorder.starts())
          .hasSize(1)
          .first()
          .extracting(Recorder.Start::slot)
          .isEqualTo(at);
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
        drafts.add(
            ScheduleDraft.named("tick " + i).every(Duration.ofMillis(40 + i)).handler("tick"));
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

  @Nested
  class Attempts {

    @Test
    void a_target_sees_the_whole_event() throws Exception {
      Gate gate = new Gate();
      Engine engine = start("report", gate);
      Instant at = soon();
      UUID id =
          engine
              .schedules()
              .create(
                  ScheduleDraft.named("Daily report")
                      .at(at)
                      .payload("{\"report_type\": \"daily\"}")
                      .timeout(Duration.ofSeconds(30))
                      .handler("report"))
              .id();
      RunContext run = gate.next();
      gate.open.countDown();
      assertThat(run.scheduledJobId()).isEqualTo(id);
      assertThat(run.scheduledJobName()).isEqualTo("Daily report");
      assertThat(run.repeatNumber()).isZero();
      assertThat(run.retry()).isZero();
      assertThat(run.key()).isEqualTo("sched-" + id + "-n0-rc0");
      assertThat(run.scheduledFor()).isEqualTo(at);
      assertThat(run.payload()).isEqualTo("{\"report_type\": \"daily\"}");
      assertThat(run.deadline()).isBetween(at.plusSeconds(30), database.now().plusSeconds(30));
      assertThat(run.fence()).isPositive();
      eventually().until(() -> !history(engine, id).isEmpty());
      assertThat(history(engine, id).getFirst().id()).isEqualTo(run.runId());
    }

    @Test
    void an_exception_is_retried_after_its_backoff_until_it_succeeds() {
      Recorder recorder =
          new Recorder(run -> {
            if (run.retry() < 2) {
              throw new IllegalStateException("not yet, " + run.retry());
            }
          });
      Engine engine = start("flaky", recorder);
      UUID id =
          engine
              .schedules()
              .create(
                  ScheduleDraft.named("flaky")
                      .at(soon())
                      .retryDelay(Duration.ofMillis(150))
                      .handler("flaky"))
              .id();
      eventually().until(() -> status(engine, id) == Status.DONE);
      RunRecord record = history(engine, id).getFirst();
      assertThat(record.status()).isEqualTo(RunStatus.SUCCESS);
      assertThat(record.attempts()).hasSize(2);
      assertThat(record.attempts().getFirst().error().code()).isEqualTo("IllegalStateException");
      assertThat(record.attempts().getFirst().error().message()).isEqualTo("not yet, 0");
      List<Recorder.Start> starts = recorder.starts(id);
      assertThat(starts).extracting(Recorder.Start::retry).containsExactly(0, 1, 2);
      assertThat(starts).extracting(Recorder.Start::runId).containsOnly(record.id());
      assertThat(starts.get(1).key()).isEqualTo("sched-" + id + "-n0-rc1");
      assertThat(starts.get(1).at())
          .isAfterOrEqualTo(record.attempts().get(0).completedAt().plusMillis(150));
      assertThat(starts.get(2).at())
          .isAfterOrEqualTo(record.attempts().get(1).completedAt().plusMillis(300));
      assertThat(timer(engine, id).errorCount()).isEqualTo(2);
      assertThat(timer(engine, id).consecutiveFailures()).isZero();
    }

    @Test
    void an_attempt_past_its_timeout_is_interrupted() throws Exception {
      Gate gate = new Gate();
      Engine engine = start("slow", gate);
      UUID id = once(engine, draft -> draft.timeout(Duration.ofMillis(300)).maxRetries(0));
      gate.next();
      assertThat(gate.interrupted.poll(20, TimeUnit.SECONDS)).contains("timeout");
      eventually().until(() -> status(engine, id) == Status.DEAD);
      RunRecord record = history(engine, id).getFirst();
      assertThat(record.status()).isEqualTo(RunStatus.TIMEOUT);
      assertThat(record.error().code()).isEqualTo("timeout");
      assertThat(record.duration()).isGreaterThanOrEqualTo(Duration.ofMillis(300));
    }

    @Test
    void a_success_after_the_timeout_is_refused() throws Exception {
      CountDownLatch late = new CountDownLatch(1);
      CountDownLatch ended = new CountDownLatch(1);
      Engine engine =
          start(
              "deaf",
              _ -> {
                awaitDeaf(late);
                ended.countDown();
              });
      UUID id = once(engine, "deaf", draft -> draft.timeout(Duration.ofMillis(300)).maxRetries(0));
      eventually().until(() -> status(engine, id) == Status.DEAD);
      late.countDown();
      assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
      engine.close();
      assertThat(database.query("select status from carillon.runs", row -> row.getString(1)))
          .containsExactly("timeout");
      assertThat(database.number("select run_count from carillon.timers")).isZero();
    }

    /** As a handler that swallows interruptions would. */
    private static void awaitDeaf(CountDownLatch latch) {
      boolean waiting = true;
      while (waiting) {
        try {
          latch.await();
          waiting = false;
        } catch (InterruptedException e) {
          // Deaf on purpose.
        }
      }
    }

    @Test
    void a_cancelled_run_is_interrupted_and_says_why() throws Exception {
      Gate gate = new Gate();
      Engine engine = start("slow", gate);
      UUID id = once(engine, draft -> draft);
      RunContext run = gate.next();
      eventually().until(() -> engine.schedules().openRuns(id).size() == 1);
      engine.schedules().cancel(id, run.runId(), "ada changed her mind");
      assertThat(gate.interrupted.poll(20, TimeUnit.SECONDS)).isEqualTo("ada changed her mind");
      eventually().until(() -> !history(engine, id).isEmpty());
      RunRecord record = history(engine, id).getFirst();
      assertThat(record.status()).isEqualTo(RunStatus.CANCELLED);
      assertThat(record.reason()).isEqualTo("ada changed her mind");
    }

    @Test
    void a_run_that_takes_a_while_is_written_down_as_open_and_settled_later() throws Exception {
      Gate gate = new Gate();
      Engine engine = start("slow", gate);
      UUID id = once(engine, draft -> draft);
      RunContext run = gate.next();
      eventually().until(() -> engine.schedules().openRuns(id).size() == 1);
      OpenRun open = engine.schedules().openRuns(id).getFirst();
      assertThat(open.id()).isEqualTo(run.runId());
      assertThat(open.state()).isInstanceOf(RunState.Running.class);
      assertThat(history(engine, id)).isEmpty();
      gate.open.countDown();
      eventually().until(() -> status(engine, id) == Status.DONE);
      assertThat(engine.schedules().openRuns(id)).isEmpty();
      assertThat(history(engine, id))
          .singleElement()
          .extracting(RunRecord::status)
          .isEqualTo(RunStatus.SUCCESS);
    }

    @Test
    void a_missing_handler_is_an_error_that_names_those_there_are() {
      Engine engine = start("present", _ -> {});
      UUID id = once(engine, "absent", draft -> draft.maxRetries(0));
      eventually().until(() -> status(engine, id) == Status.DEAD);
      RunRecord record = history(engine, id).getFirst();
      assertThat(record.error().code()).isEqualTo("no_handler");
      assertThat(record.error().message()).contains("\"absent\"").contains("[present]");
    }

    @Test
    void an_error_thrown_by_a_handler_fails_its_attempt_and_nothing_else() {
      Engine engine =
          start(
              "broken",
              _ -> {
                throw new StackOverflowError("too deep");
              });
      UUID id = once(engine, "broken", draft -> draft.maxRetries(0));
      eventually().until(() -> status(engine, id) == Status.DEAD);
      assertThat(history(engine, id).getFirst().error().code()).isEqualTo("StackOverflowError");
    }

    private UUID once(Engine engine, java.util.function.UnaryOperator<ScheduleDraft> more) {
      return once(engine, "slow", more);
    }

    private UUID once(
        Engine engine, String handler, java.util.function.UnaryOperator<ScheduleDraft> more) {
      return engine
          .schedules()
          .create(more.apply(ScheduleDraft.named("once").at(soon()).handler(handler)))
          .id();
    }
  }

  @Nested
  class Failures {

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

  @Nested
  class Requests {

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

    private void trigger(
        Engine engine, UUID id, Recorder recorder, String payload, String expected) {
      UUID runId = engine.schedules().trigger(id, payload);
      eventually().until(() -> engine.store().settledRun(1, runId) != null);
      assertThat(recorder.starts())
          .filteredOn(start -> start.runId().equals(runId))
          .singleElement()
          .extracting(Recorder.Start::payload)
          .isEqualTo(expected);
    }

    @Test
    void backfill_runs_past_slots_that_have_no_run_oldest_first() {
      Recorder recorder = new Recorder();
      Engine engine = start("tick", recorder);
      UUID id =
          engine
              .schedules()
              .create(ScheduleDraft.named("hourly").cron("0 * * * *").handler("tick"))
              .id();
      Instant to = database.now();
      Instant from = to.minus(5, ChronoUnit.HOURS);
      assertThat(engine.schedules().backfill(1, id, from, to, true)).isEqualTo(5);
      assertThat(recorder.starts()).isEmpty();
      assertThat(engine.schedules().backfill(1, id, from, to, false)).isEqualTo(5);
      eventually().until(() -> history(engine, id).size() == 5);
      assertThat(engine.schedules().backfill(1, id, from, to, false)).isZero();
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
          engine
              .schedules()
              .create(ScheduleDraft.named("a").cron("0 0 1 1 *").handler("tick"))
              .id();
      assertThatThrownBy(() -> engine.schedules().resume(id))
          .isInstanceOfSatisfying(
              Refused.class,
              refused -> assertThat(refused.reason()).isEqualTo(Reply.Reason.WRONG_STATUS));
      engine.schedules().pause(id, "ada said so");
      assertThat(timer(engine, id).slotAt()).isNull();
      assertThatThrownBy(() -> engine.schedules().pause(id, "again")).isInstanceOf(Refused.class);
      engine.schedules().resume(id);
      assertThat(timer(engine, id).slotAt()).isAfter(database.now());
    }
  }

  @Nested
  class History {

    @Test
    void it_is_pruned_to_its_length_newest_kept() {
      Recorder recorder = new Recorder();
      Engine engine = start("tick", recorder);
      UUID id =
          engine
              .schedules()
              .create(
                  ScheduleDraft.named("tick")
                      .every(Duration.ofMillis(30))
                      .totalRepeats(30)
                      .handler("tick"))
              .id();
      eventually().until(() -> status(engine, id) == Status.DONE);
      List<UUID> before = history(engine, id).stream().map(RunRecord::id).toList();
      Sweep sweep = engine.store().sweepHistory(null, 5, 1_000);
      assertThat(sweep.next()).isNull();
      assertThat(sweep.removed()).isEqualTo(before.size() - 5);
      assertThat(history(engine, id)).extracting(RunRecord::id).isEqualTo(before.subList(0, 5));
    }
  }

  @Nested
  class Stop {

    @Test
    void running_work_is_given_its_time() throws Exception {
      Gate gate = new Gate();
      Engine engine = start("slow", gate);
      engine.schedules().create(ScheduleDraft.named("once").at(soon()).handler("slow"));
      gate.next();
      Thread closing = Thread.ofVirtual().start(engine::close);
      gate.open.countDown();
      assertThat(closing.join(Duration.ofSeconds(20))).isTrue();
      assertThat(database.query("select status from carillon.runs", row -> row.getString(1)))
          .containsExactly("success");
      assertThat(gate.interrupted).isEmpty();
      assertNothingIsLeft();
    }

    @Test
    void work_that_outlasts_the_grace_is_handed_back_for_another_attempt() throws Exception {
      Gate gate = new Gate();
      Engine engine = start("slow", gate);
      engine
          .schedules()
          .create(
              ScheduleDraft.named("once")
                  .at(soon())
                  .retryDelay(Duration.ofMillis(100))
                  .handler("slow"));
      RunContext first = gate.next();
      engine.close();
      assertThat(gate.interrupted).containsExactly("the node stops");
      assertNothingIsLeft();
      assertThat(database.query("select state from carillon.open_runs", row -> row.getString(1)))
          .containsExactly("waiting");

      Recorder second = new Recorder();
      start("slow", second);
      eventually().until(() -> second.count() == 1);
      assertThat(second.starts().getFirst().runId()).isEqualTo(first.runId());
      assertThat(second.starts().getFirst().retry()).isEqualTo(1);
    }

    private void assertNothingIsLeft() {
      assertThat(database.number("select count(*) from carillon.shards where node is not null"))
          .isZero();
      assertThat(database.number("select count(*) from carillon.intents")).isZero();
      assertThat(database.number("select count(*) from carillon.nodes where dead_at is null"))
          .isZero();
    }
  }
}
