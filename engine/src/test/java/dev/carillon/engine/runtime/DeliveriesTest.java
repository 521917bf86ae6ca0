package dev.carillon.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.engine.ScheduleDraft;
import dev.carillon.engine.dispatch.Delivery;
import dev.carillon.engine.run.Answer;
import dev.carillon.engine.run.Attempt;
import dev.carillon.engine.run.Origin;
import dev.carillon.engine.run.Outcome;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.TargetKind;
import dev.carillon.engine.target.Carrier;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DeliveriesTest {

  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  private final Schedule schedule =
      ScheduleDraft.named("report")
          .every(Duration.ofDays(1))
          .handler("report")
          .toSchedule(new UUID(1, 1), NOW);

  private final BlockingQueue<UUID> ended = new LinkedBlockingQueue<>();
  private final BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 5, 63, 64, 65, 1_000})
  void all_that_start_together_are_carried_out_at_once(int count) {
    CountDownLatch allAreUnderWay = new CountDownLatch(count);
    Deliveries deliveries =
        deliveries(_ -> {
          allAreUnderWay.countDown();
          allAreUnderWay.await();
          return Outcome.Success.INSTANCE;
        });

    List<UUID> runs = start(deliveries, count);
    deliveries.startReady();

    assertThat(Stream.generate(this::nextEnded).limit(count))
        .containsExactlyInAnyOrderElementsOf(runs);
    assertThat(answers).hasSize(count).containsOnly(Outcome.Success.INSTANCE);
  }

  @Test
  void one_that_is_cancelled_before_its_thread_has_started_finds_itself_interrupted() {
    Deliveries deliveries =
        deliveries(_ -> {
          new CountDownLatch(1).await();
          return Outcome.Success.INSTANCE;
        });
    List<Delivery> runs = IntStream.range(0, 3).mapToObj(i -> delivery(new UUID(2, i))).toList();
    runs.forEach(deliveries::start);

    runs.get(1).interrupt("replaced");
    deliveries.startReady();

    assertThat(nextEnded()).isEqualTo(runs.get(1).attempt().runId());
    assertThat(answers).containsExactly(new Outcome.Cancelled("replaced"));

    runs.get(0).interrupt("stopped");
    runs.get(2).interrupt("stopped");
    assertThat(List.of(nextEnded(), nextEnded()))
        .containsExactlyInAnyOrder(runs.get(0).attempt().runId(), runs.get(2).attempt().runId());
  }

  @Test
  void an_interrupt_reaches_no_other_attempt_on_the_same_thread() {
    Deliveries deliveries =
        deliveries(run -> {
          // What comes too late, or was meant for the one before, would be found here.
          boolean interrupted = Thread.currentThread().isInterrupted();
          run.delivery().interrupt("its own");
          return interrupted
              ? Outcome.Failure.of("interrupted", "by somebody else's interrupt")
              : Outcome.Success.INSTANCE;
        });
    List<UUID> runs = start(deliveries, 1_000);
    deliveries.startReady();

    assertThat(Stream.generate(this::nextEnded).limit(1_000))
        .containsExactlyInAnyOrderElementsOf(runs);
    assertThat(answers).hasSize(1_000).containsOnly(Outcome.Success.INSTANCE);
  }

  private Deliveries deliveries(Carrier carrier) {
    return new Deliveries(
        Map.of(TargetKind.HANDLER, carrier),
        (delivery, answer) -> {
          answers.add(answer);
          ended.add(delivery.attempt().runId());
        });
  }

  private List<UUID> start(Deliveries deliveries, int count) {
    List<UUID> runs = IntStream.range(0, count).mapToObj(i -> new UUID(2, i)).toList();
    runs.forEach(id -> deliveries.start(delivery(id)));
    return runs;
  }

  private Delivery delivery(UUID runId) {
    Attempt attempt =
        new Attempt(runId, schedule.id(), 0, Origin.SCHEDULE, NOW, NOW, 0, 0, NOW, 1, 1L, null);
    return new Delivery(attempt, schedule, NOW.plus(Duration.ofMinutes(5)));
  }

  private UUID nextEnded() {
    try {
      UUID runId = ended.poll(20, TimeUnit.SECONDS);
      assertThat(runId).as("the next attempt that ends").isNotNull();
      return runId;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
