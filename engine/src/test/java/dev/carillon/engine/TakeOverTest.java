package dev.carillon.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.carillon.engine.run.Answer;
import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.RunState;
import dev.carillon.engine.run.RunStatus;
import dev.carillon.engine.schedule.Target;
import dev.carillon.engine.schedule.TargetKind;
import dev.carillon.engine.target.Carrier;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A receiver that answers "accepted" and reports later, or never. */
class TakeOverTest {

  @RegisterExtension static final TestDatabase database = new TestDatabase();

  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private Engine engine;

  @AfterEach
  void stop() {
    engine.close();
    database.clear();
  }

  private void start(Carrier carrier) {
    engine =
        Engine.on(database.pool(12))
            .carrier(TargetKind.HTTP, carrier)
            .config(Engines.config("takes over"))
            .start();
  }

  private UUID create(Duration timeout) {
    return engine
        .schedules()
        .create(
            ScheduleDraft.named("job")
                .every(Duration.ofHours(1))
                .target(new Target.Http("POST", "http://receiver.example/", Map.of()))
                .maxRetries(0)
                .timeout(timeout))
        .id();
  }

  private List<OpenRun> openRuns(UUID id) {
    return engine.schedules().openRuns(id);
  }

  private void awaitAccepted(UUID id) {
    await()
        .atMost(PATIENCE)
        .until(
            () -> openRuns(id).stream().anyMatch(run -> run.state() instanceof RunState.Accepted));
  }

  @Test
  void what_a_receiver_took_over_stays_open_without_a_node() {
    start(_ -> Answer.TakenOver.INSTANCE);
    UUID id = create(Duration.ofMinutes(10));
    engine.schedules().trigger(id, null);
    awaitAccepted(id);
    assertThat(engine.schedules().history(id, 10)).isEmpty();
  }

  @Test
  void a_run_begun_in_memory_is_taken_over_too() {
    start(_ -> Answer.TakenOver.INSTANCE);
    UUID id =
        engine
            .schedules()
            .create(
                ScheduleDraft.named("soon")
                    .at(database.now().plusSeconds(2))
                    .target(new Target.Http("POST", "http://receiver.example/", Map.of())))
            .id();
    awaitAccepted(id);
  }

  @Test
  void it_times_out_when_the_receiver_never_reports() {
    start(_ -> Answer.TakenOver.INSTANCE);
    UUID id = create(Duration.ofSeconds(1));
    engine.schedules().trigger(id, null);
    await().atMost(PATIENCE).until(() -> !engine.schedules().history(id, 10).isEmpty());
    assertThat(engine.schedules().history(id, 10).getFirst().status()).isEqualTo(RunStatus.TIMEOUT);
    assertThat(openRuns(id)).isEmpty();
  }

  @Test
  void what_was_cancelled_while_the_receiver_accepted_is_cancelled() throws Exception {
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    start(_ -> {
      entered.countDown();
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        interrupted.countDown();
      }
      return Answer.TakenOver.INSTANCE;
    });
    UUID id = create(Duration.ofMinutes(10));
    UUID run = engine.schedules().trigger(id, null);
    entered.await();
    engine.schedules().cancel(id, run, "not needed");
    interrupted.await();
    await().atMost(PATIENCE).until(() -> !engine.schedules().history(id, 10).isEmpty());
    assertThat(engine.schedules().history(id, 10).getFirst().status())
        .isEqualTo(RunStatus.CANCELLED);
  }
}
