package dev.carillon.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.carillon.engine.ledger.Reply;
import dev.carillon.engine.run.Answer;
import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.Outcome;
import dev.carillon.engine.run.RunState;
import dev.carillon.engine.run.RunStatus;
import dev.carillon.engine.schedule.Target;
import dev.carillon.engine.schedule.TargetKind;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a receiver says of an attempt that it took over. */
class ReportTest {

  @RegisterExtension static final TestDatabase database = new TestDatabase();

  private Engine engine;
  private UUID schedule;
  private UUID run;

  @BeforeEach
  void accept() {
    engine =
        Engine.on(database.pool(12))
            .carrier(TargetKind.HTTP, _ -> Answer.TakenOver.INSTANCE)
            .config(Engines.config("reported to"))
            .start();
    schedule =
        engine
            .schedules()
            .create(
                ScheduleDraft.named("job")
                    .every(Duration.ofHours(1))
                    .target(new Target.Http("POST", "http://receiver.example/", Map.of()))
                    .maxRetries(1)
                    .timeout(Duration.ofMinutes(10)))
            .id();
    run = engine.schedules().trigger(schedule, null);
    await()
        .atMost(Duration.ofSeconds(90))
        .until(() -> open() != null && open().state() instanceof RunState.Accepted);
  }

  @AfterEach
  void stop() {
    engine.close();
    database.clear();
  }

  private OpenRun open() {
    return engine.schedules().openRun(1, run);
  }

  private Instant deadline() {
    return ((RunState.Accepted) open().state()).deadlineAt();
  }

  @Test
  void its_success_ends_the_run_once() {
    engine.schedules().report(schedule, run, 0, Outcome.Success.INSTANCE);
    assertThat(engine.schedules().settledRun(1, run).status()).isEqualTo(RunStatus.SUCCESS);
    assertThat(open()).isNull();
    assertThatThrownBy(
            () -> engine.schedules().report(schedule, run, null, Outcome.Success.INSTANCE))
        .isInstanceOfSatisfying(
            Refused.class,
            refused -> assertThat(refused.reason()).isEqualTo(Reply.Reason.ALREADY_SETTLED));
  }

  @Test
  void its_failure_waits_for_the_retry_it_has() {
    engine
        .schedules()
        .report(schedule, run, null, Outcome.Failure.of("no_paper", "the tray is empty"));
    assertThat(open().state()).isInstanceOf(RunState.Waiting.class);
    assertThat(open().retry()).isEqualTo(1);
    assertThat(open().attempts().getFirst().error().code()).isEqualTo("no_paper");
  }

  @Test
  void its_heartbeat_moves_the_deadline() {
    Instant before = deadline();
    engine.schedules().heartbeat(schedule, run, 0, Duration.ofHours(1));
    assertThat(deadline()).isAfter(before.plus(Duration.ofMinutes(40)));
    engine.schedules().heartbeat(schedule, run, null, null);
    assertThat(deadline()).isBefore(before.plus(Duration.ofMinutes(5)));
  }

  @Test
  void what_it_says_of_another_attempt_changes_nothing() {
    assertThatThrownBy(() -> engine.schedules().report(schedule, run, 1, Outcome.Success.INSTANCE))
        .isInstanceOfSatisfying(
            Refused.class,
            refused -> assertThat(refused.reason()).isEqualTo(Reply.Reason.FENCED_OFF));
    assertThatThrownBy(() -> engine.schedules().heartbeat(schedule, run, 1, null))
        .isInstanceOf(Refused.class);
    assertThat(open().state()).isInstanceOf(RunState.Accepted.class);
  }

  @Test
  void a_run_that_is_not_there_is_not_reported() {
    assertThatThrownBy(() ->
            engine.schedules().report(schedule, new UUID(1, 1), null, Outcome.Success.INSTANCE))
        .isInstanceOfSatisfying(
            Refused.class, refused -> assertThat(refused.reason()).isEqualTo(Reply.Reason.NO_RUN));
  }
}
