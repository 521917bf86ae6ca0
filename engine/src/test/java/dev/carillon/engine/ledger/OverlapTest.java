package dev.carillon.engine.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.engine.run.Attempt;
import dev.carillon.engine.run.Outcome;
import dev.carillon.engine.run.RunState;
import dev.carillon.engine.run.RunStatus;
import dev.carillon.engine.schedule.Overlap;
import org.junit.jupiter.api.Test;

/** What happens to a slot that comes due while a run of its schedule is open. */
class OverlapTest {

  private static LedgerFixture with(Overlap overlap) {
    return LedgerFixture.every(60, LedgerFixture.policies().withOverlap(overlap));
  }

  @Test
  void skip_records_the_slot_and_goes_on() {
    LedgerFixture books = with(Overlap.SKIP);
    Attempt first = books.openAt(60);

    assertThat(books.openAt(120)).isNull();

    assertThat(books.history).hasSize(1);
    assertThat(books.history.getFirst())
        .returns(RunStatus.SKIPPED, record -> record.status())
        .returns("overlap", record -> record.reason())
        .returns(LedgerFixture.START.plusSeconds(120), record -> record.slotAt());
    assertThat(books.timer.skippedCount()).isEqualTo(1);
    assertThat(books.timer.repeat()).isZero();
    assertThat(books.timer.slotAt()).isEqualTo(LedgerFixture.START.plusSeconds(180));
    books.succeed(first);
    assertThat(books.timer.runCount()).isEqualTo(1);
  }

  @Test
  void waiting_for_a_retry_counts_as_open() {
    LedgerFixture books = with(Overlap.SKIP);
    books.fail(books.openAt(60));

    assertThat(books.openAt(120)).isNull();

    assertThat(books.history.getFirst().reason()).isEqualTo("overlap");
    assertThat(books.openRuns).hasSize(1);
  }

  @Test
  void queue_lets_one_wait_and_skips_later_ones() {
    LedgerFixture books = with(Overlap.QUEUE);
    Attempt first = books.openAt(60);
    assertThat(books.openAt(120)).isNull();
    assertThat(books.openAt(180)).isNull();
    assertThat(books.openRuns).hasSize(2);
    assertThat(books.history).hasSize(1);
    assertThat(books.history.getFirst().slotAt()).isEqualTo(LedgerFixture.START.plusSeconds(180));

    books.at(200);
    books.succeed(first);

    assertThat(books.openRuns).hasSize(1);
    assertThat(books.openRuns.getFirst().state())
        .isEqualTo(new RunState.Waiting(LedgerFixture.START.plusSeconds(200)));
    Attempt second = books.start(books.openRuns.getFirst());
    assertThat(second.slotAt()).isEqualTo(LedgerFixture.START.plusSeconds(120));
    assertThat(second.key()).endsWith("-n1-rc0");
  }

  @Test
  void a_queued_slot_waits_while_the_open_run_retries() {
    LedgerFixture books = with(Overlap.QUEUE);
    Attempt first = books.openAt(60);
    books.openAt(120);

    books.fail(first);

    assertThat(books.openRuns)
        .extracting(run -> run.state().getClass().getSimpleName())
        .containsExactlyInAnyOrder("Waiting", "Queued");
  }

  @Test
  void allow_starts_beside_the_open_run_under_another_number() {
    LedgerFixture books = with(Overlap.ALLOW);
    Attempt first = books.openAt(60);
    Attempt second = books.openAt(120);

    assertThat(first.key()).endsWith("-n0-rc0");
    assertThat(second.key()).endsWith("-n1-rc0");
    books.succeed(second);
    Attempt third = books.openAt(180);
    assertThat(third.key()).endsWith("-n2-rc0");
    books.succeed(first);
    books.succeed(third);
    assertThat(books.timer.repeat()).isEqualTo(3);
  }

  @Test
  void allow_opens_no_more_than_all_repeats() {
    LedgerFixture books =
        LedgerFixture.every(
            60, LedgerFixture.policies().withOverlap(Overlap.ALLOW).withTotalRepeats(2));
    Attempt first = books.openAt(60);
    Attempt second = books.openAt(120);

    assertThat(books.timer.slotAt()).isNull();
    books.succeed(first);
    assertThat(books.schedule.active()).isTrue();
    books.succeed(second);
    assertThat(books.schedule.active()).isFalse();
  }

  @Test
  void replace_cancels_the_open_run_and_starts_when_it_has_ended() {
    LedgerFixture books = with(Overlap.REPLACE);
    Attempt first = books.openAt(60);

    assertThat(books.openAt(120)).isNull();

    assertThat(books.openRuns).hasSize(2);
    assertThat(books.openRuns.getFirst().cancelReason()).contains("replaced by the slot of");
    assertThat(books.openRuns.get(1).state()).isInstanceOf(RunState.Queued.class);
    books.settle(first, new Outcome.Cancelled("replaced"));
    assertThat(books.openRuns).hasSize(1);
    assertThat(books.openRuns.getFirst().state()).isInstanceOf(RunState.Waiting.class);
    assertThat(books.history.getFirst().status()).isEqualTo(RunStatus.CANCELLED);
  }

  @Test
  void replace_of_a_run_that_waits_for_its_retry_starts_at_once() {
    LedgerFixture books = with(Overlap.REPLACE);
    books.fail(books.openAt(60));

    books.openAt(120);

    assertThat(books.openRuns).hasSize(1);
    assertThat(books.openRuns.getFirst().slotAt()).isEqualTo(LedgerFixture.START.plusSeconds(120));
    assertThat(books.openRuns.getFirst().state()).isInstanceOf(RunState.Waiting.class);
  }
}
