package dev.carillon.engine.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.engine.run.Attempt;
import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.Outcome;
import dev.carillon.engine.run.RunError;
import dev.carillon.engine.run.RunState;
import dev.carillon.engine.run.RunStatus;
import dev.carillon.engine.schedule.OnMaxFailures;
import dev.carillon.engine.schedule.Policies;
import dev.carillon.engine.schedule.Slots;
import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.schedule.Target;
import dev.carillon.engine.schedule.TargetKind;
import dev.carillon.engine.timing.Once;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Repeats and retries: n, rc, the counters, and the ends of a schedule's life. */
class RepeatAndRetryTest {

  private static final Policies WORKFLOW = Policies.defaultsFor(TargetKind.WORKFLOW);

  @Test
  void success_moves_n_and_plans_the_next_slot() {
    LedgerFixture books = LedgerFixture.every(300, WORKFLOW);

    books.succeed(books.openAt(300));

    assertThat(books.timer.repeat()).isEqualTo(1);
    assertThat(books.timer.retry()).isZero();
    assertThat(books.timer.runCount()).isEqualTo(1);
    assertThat(books.timer.slotAt()).isEqualTo(LedgerFixture.START.plusSeconds(600));
    assertThat(books.schedule.status()).isEqualTo(Status.ACTIVE);
    assertThat(books.history).hasSize(1);
    assertThat(books.openRuns).isEmpty();
  }

  @Test
  void interval_300_retries_after_300_600_and_1200_and_then_is_dead() {
    LedgerFixture books = LedgerFixture.every(300, WORKFLOW);
    Attempt attempt = books.openAt(300);
    List<String> keys = new ArrayList<>(List.of(attempt.key()));
    List<Long> waits = new ArrayList<>();

    for (int retry = 1; retry <= 3; retry++) {
      books.fail(attempt);
      OpenRun run = books.openRuns.getFirst();
      Instant due = ((RunState.Waiting) run.state()).dueAt();
      waits.add(Duration.between(books.now, due).toSeconds());
      books.now = due;
      attempt = books.start(run);
      keys.add(attempt.key());
    }
    books.fail(attempt);

    assertThat(waits).containsExactly(300L, 600L, 1200L);
    String prefix = "sched-" + LedgerFixture.ID + "-n0-rc";
    assertThat(keys).containsExactly(prefix + 0, prefix + 1, prefix + 2, prefix + 3);
    assertThat(books.schedule.status()).isEqualTo(Status.DEAD);
    assertThat(books.schedule.statusReason()).contains("1 consecutive failures", "it broke");
    assertThat(books.timer.errorCount()).isEqualTo(4);
    assertThat(books.timer.repeat()).isEqualTo(1);
    assertThat(books.timer.slotAt()).isNull();
    assertThat(books.history).hasSize(1);
    assertThat(books.history.getFirst().attempts()).hasSize(3);
    assertThat(books.history.getFirst().status()).isEqualTo(RunStatus.ERROR);
  }

  @Test
  void success_at_any_retry_resets_rc_and_the_failures_in_a_row() {
    LedgerFixture books =
        LedgerFixture.every(
            300, WORKFLOW.withMaxFailures(5, OnMaxFailures.PAUSED).withMaxRetries(1));
    failForGood(books, books.openAt(300));
    assertThat(books.timer.consecutiveFailures()).isEqualTo(1);

    Attempt attempt = openNext(books);
    books.fail(attempt);
    assertThat(books.timer.retry()).isEqualTo(1);
    books.succeed(startWaiting(books));

    assertThat(books.timer.retry()).isZero();
    assertThat(books.timer.consecutiveFailures()).isZero();
    assertThat(books.timer.lastError()).isNull();
    assertThat(books.timer.repeat()).isEqualTo(2);
  }

  @Test
  void the_retry_budget_is_per_repeat() {
    LedgerFixture books = LedgerFixture.every(300, WORKFLOW.withMaxRetries(1));
    books.fail(books.openAt(300));
    books.succeed(startWaiting(books));

    books.fail(openNext(books));

    assertThat(books.schedule.status()).isEqualTo(Status.ACTIVE);
    assertThat(books.openRuns).hasSize(1);
    assertThat(books.openRuns.getFirst().retry()).isEqualTo(1);
  }

  @Test
  void total_repeats_ends_in_done() {
    LedgerFixture books = LedgerFixture.every(60, WORKFLOW.withTotalRepeats(2));
    books.succeed(books.openAt(60));
    assertThat(books.schedule.status()).isEqualTo(Status.ACTIVE);

    books.succeed(openNext(books));

    assertThat(books.schedule.status()).isEqualTo(Status.DONE);
    assertThat(books.timer.repeat()).isEqualTo(2);
    assertThat(books.timer.slotAt()).isNull();
  }

  @Test
  void a_failed_repeat_counts_too() {
    LedgerFixture books =
        LedgerFixture.every(
            60,
            WORKFLOW.withTotalRepeats(2).withMaxRetries(0).withMaxFailures(0, OnMaxFailures.DEAD));
    books.fail(books.openAt(60));
    books.fail(openNext(books));

    assertThat(books.schedule.status()).isEqualTo(Status.DONE);
    assertThat(books.timer.runCount()).isZero();
    assertThat(books.timer.errorCount()).isEqualTo(2);
  }

  @Test
  void without_total_repeats_it_never_is_done() {
    LedgerFixture books = LedgerFixture.every(60, WORKFLOW);
    books.at(60);
    for (int i = 0; i < 100; i++) {
      books.succeed(openNext(books));
    }
    assertThat(books.schedule.status()).isEqualTo(Status.ACTIVE);
    assertThat(books.timer.repeat()).isEqualTo(100);
  }

  @Test
  void a_message_is_paused_after_five_failures_in_a_row() {
    LedgerFixture books = LedgerFixture.every(60, Policies.defaultsFor(TargetKind.MESSAGE));
    books.at(60);
    for (int i = 0; i < 4; i++) {
      books.fail(openNext(books));
      assertThat(books.schedule.status()).isEqualTo(Status.ACTIVE);
    }
    books.fail(openNext(books));

    assertThat(books.schedule.status()).isEqualTo(Status.PAUSED);
    assertThat(books.schedule.statusReason()).startsWith("5 consecutive failures");
    assertThat(books.timer.slotAt()).isNull();
  }

  @Test
  void zero_max_failures_never_ends_it() {
    LedgerFixture books =
        LedgerFixture.every(60, WORKFLOW.withMaxRetries(0).withMaxFailures(0, OnMaxFailures.DEAD));
    books.at(60);
    for (int i = 0; i < 50; i++) {
      books.fail(openNext(books));
    }
    assertThat(books.schedule.status()).isEqualTo(Status.ACTIVE);
    assertThat(books.timer.consecutiveFailures()).isEqualTo(50);
  }

  @Test
  void once_is_done_after_it_fired_and_dead_after_it_failed() {
    Slots slots = Slots.of(new Once(LedgerFixture.START.plusSeconds(10)));
    Policies patient = LedgerFixture.policies().withMaxRetries(0);
    LedgerFixture good = new LedgerFixture(slots, patient);
    good.succeed(good.openAt(10));
    assertThat(good.schedule.status()).isEqualTo(Status.DONE);

    LedgerFixture bad = new LedgerFixture(slots, patient);
    bad.fail(bad.openAt(10));
    assertThat(bad.schedule.status()).isEqualTo(Status.DEAD);
  }

  @Test
  void a_timeout_and_a_lost_worker_count_as_failed_attempts() {
    LedgerFixture books = LedgerFixture.every(300, WORKFLOW);
    books.settle(books.openAt(300), new Outcome.Timeout(Duration.ofSeconds(600)));
    Attempt second = startWaiting(books);
    books.decide(
        new Command.Lose(
            LedgerFixture.ID,
            second.runId(),
            second.slotAt(),
            LedgerFixture.NODE,
            second.startedAt()));

    OpenRun run = books.openRuns.getFirst();
    assertThat(run.retry()).isEqualTo(2);
    assertThat(run.attempts())
        .extracting(past -> past.error().code())
        .containsExactly("timeout", "worker_lost");
    assertThat(books.timer.errorCount()).isEqualTo(2);
  }

  @Test
  void a_barred_run_ends_in_error_and_pauses_the_schedule_with_that_reason() {
    LedgerFixture books = LedgerFixture.every(300, WORKFLOW);

    books.settle(
        books.openAt(300),
        new Outcome.Barred(new RunError("grant_revoked", "grant g was revoked")));

    assertThat(books.history.getFirst().status()).isEqualTo(RunStatus.ERROR);
    assertThat(books.schedule.status()).isEqualTo(Status.PAUSED);
    assertThat(books.schedule.statusReason()).isEqualTo("grant g was revoked");
  }

  @Test
  void an_interval_from_completion_waits_after_the_run_has_concluded() {
    LedgerFixture books =
        new LedgerFixture(LedgerFixture.afterCompletion(60), WORKFLOW.withMaxRetries(0));
    Attempt attempt = books.openAt(60);
    assertThat(books.timer.slotAt()).isNull();
    books.at(100);

    books.succeed(attempt);

    assertThat(books.timer.slotAt()).isEqualTo(LedgerFixture.START.plusSeconds(160));
  }

  @Test
  void every_kind_of_target_has_the_defaults_of_its_origin() {
    assertThat(Policies.defaultsFor(new Target.Workflow("w", null).kind()))
        .returns(3, Policies::maxRetries)
        .returns(1, Policies::maxFailures)
        .returns(OnMaxFailures.DEAD, Policies::onMaxFailures)
        .returns(Duration.ofSeconds(600), Policies::timeout);
    assertThat(Policies.defaultsFor(TargetKind.GRAPH))
        .returns(3, Policies::maxRetries)
        .returns(0, Policies::maxFailures);
    assertThat(Policies.defaultsFor(TargetKind.MESSAGE))
        .returns(0, Policies::maxRetries)
        .returns(5, Policies::maxFailures)
        .returns(OnMaxFailures.PAUSED, Policies::onMaxFailures);
    assertThat(Policies.defaultsFor(TargetKind.HTTP))
        .isEqualTo(Policies.defaultsFor(TargetKind.HANDLER))
        .returns(3, Policies::maxRetries)
        .returns(Duration.ofSeconds(300), Policies::timeout);
  }

  private static void failForGood(LedgerFixture books, Attempt attempt) {
    books.fail(attempt);
    while (!books.openRuns.isEmpty()) {
      books.fail(startWaiting(books));
    }
  }

  private static Attempt startWaiting(LedgerFixture books) {
    OpenRun run = books.openRuns.getFirst();
    books.now = ((RunState.Waiting) run.state()).dueAt();
    return books.start(run);
  }

  /** Moves to the next slot and opens it. */
  private static Attempt openNext(LedgerFixture books) {
    if (books.timer.slotAt().isAfter(books.now)) {
      books.now = books.timer.slotAt();
    }
    return books.open();
  }
}
