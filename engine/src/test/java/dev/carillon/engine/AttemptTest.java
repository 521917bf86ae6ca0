package dev.carillon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.engine.dispatch.DispatchConfig;
import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.run.RunState;
import dev.carillon.engine.run.RunStatus;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.target.RunContext;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What one attempt sees, and how it may end. */
class AttemptTest extends EngineFixture {

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
  void thousands_of_retries_that_are_due_together_do_not_wait_for_the_next_look() {
    Recorder recorder =
        new Recorder(run -> {
          if (run.retry() == 0) {
            throw new IllegalStateException("not yet");
          }
        });
    // So that only what leads to a look can have one: the next is minutes away.
    Engine engine =
        start(
            Engine.on(database.pool(12)).handler("flaky", recorder),
            DispatchConfig.named("test").pollInterval(Duration.ofMinutes(5)).build());
    Instant at = soon().plusSeconds(3);
    List<ScheduleDraft> drafts =
        IntStream.range(0, 3_000)
            .mapToObj(i ->
                ScheduleDraft.named("flaky " + i)
                    .at(at)
                    .retryDelay(Duration.ofSeconds(3))
                    .handler("flaky"))
            .toList();
    List<Schedule> schedules = engine.schedules().createAll(drafts);
    eventually()
        .until(() ->
            schedules.stream().allMatch(schedule -> status(engine, schedule.id()) == Status.DONE));
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
    assertThat(record.attemptStartedAt())
        .isBetween(record.attempts().getLast().completedAt(), record.completedAt());
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
    UUID id = once(engine, draft -> draft.timeout(Duration.ofMillis(500)).maxRetries(0));
    gate.next();
    assertThat(gate.interrupted.poll(90, TimeUnit.SECONDS)).contains("timeout");
    eventually().until(() -> status(engine, id) == Status.DEAD);
    RunRecord record = history(engine, id).getFirst();
    assertThat(record.status()).isEqualTo(RunStatus.TIMEOUT);
    assertThat(record.error().code()).isEqualTo("timeout");
    // The start is told by what is known of the database's clock, which is a little more by the
    // end.
    assertThat(record.duration()).isGreaterThanOrEqualTo(Duration.ofMillis(400));
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
    assertThat(ended.await(90, TimeUnit.SECONDS)).isTrue();
    engine.close();
    assertThat(database.query("select status from carillon.runs", row -> row.getString(1)))
        .containsExactly("timeout");
    assertThat(database.number("select run_count from carillon.current_timers")).isZero();
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
    assertThat(gate.interrupted.poll(90, TimeUnit.SECONDS)).isEqualTo("ada changed her mind");
    eventually().until(() -> !history(engine, id).isEmpty());
    RunRecord record = history(engine, id).getFirst();
    assertThat(record.status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(record.reason()).isEqualTo("ada changed her mind");
  }

  @Test
  void a_handler_is_interrupted_when_its_schedule_is_deleted() throws Exception {
    Gate gate = new Gate();
    Engine engine = start("slow", gate);
    Engine other = start("slow", gate); // either may own the schedule
    UUID id = once(engine, draft -> draft);
    gate.next();
    eventually().until(() -> engine.schedules().openRuns(id).size() == 1);
    other.schedules().delete(id);
    assertThat(gate.interrupted.poll(90, TimeUnit.SECONDS)).contains("deleted");
  }

  @Test
  void a_handler_is_interrupted_when_its_schedule_is_stopped() throws Exception {
    Gate gate = new Gate();
    Engine engine = start("slow", gate);
    UUID early = once(engine, draft -> draft);
    gate.next();
    // At once, so that most likely only memory knows of the run.
    engine.schedules().stop(early, "over");
    assertThat(gate.interrupted.poll(90, TimeUnit.SECONDS)).contains("stopped");

    UUID id = once(engine, draft -> draft);
    gate.next();
    eventually().until(() -> engine.schedules().openRuns(id).size() == 1);
    engine.schedules().stop(id, "over");
    assertThat(gate.interrupted.poll(90, TimeUnit.SECONDS)).contains("stopped");
    eventually().until(() -> !history(engine, id).isEmpty());
    assertThat(history(engine, id).getFirst().status()).isEqualTo(RunStatus.CANCELLED);
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
