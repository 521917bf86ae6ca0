package dev.carillon.engine.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.engine.run.Attempt;
import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.RunStatus;
import dev.carillon.engine.schedule.CatchUp;
import dev.carillon.engine.schedule.Policies;
import dev.carillon.engine.schedule.Slots;
import dev.carillon.engine.timing.Cron;
import dev.carillon.engine.timing.Interval;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What happens to slots that passed while nothing could run them. */
class CatchUpTest {

  private static LedgerFixture every10Minutes(CatchUp policy, int limit) {
    return LedgerFixture.every(
        600, LedgerFixture.policies().withCatchUp(policy, Duration.ofHours(1), limit));
  }

  private static Instant slot(int number) {
    return LedgerFixture.START.plusSeconds(600L * number);
  }

  @Test
  void latest_runs_only_the_newest_and_records_the_others_as_one() {
    LedgerFixture books = every10Minutes(CatchUp.LATEST, 0);

    Attempt attempt = books.openAt(10 * 600 + 5);

    assertThat(attempt.slotAt()).isEqualTo(slot(10));
    assertThat(books.history).hasSize(1);
    assertThat(books.history.getFirst())
        .returns(RunStatus.SKIPPED, record -> record.status())
        .returns("missed", record -> record.reason())
        .returns(9L, record -> record.skippedSlots())
        .returns(slot(1), record -> record.slotAt())
        .returns(slot(9), record -> record.skippedUntil());
    assertThat(books.timer.skippedCount()).isEqualTo(9);
    assertThat(books.timer.slotAt()).isEqualTo(slot(11));
  }

  @Test
  void latest_runs_nothing_that_is_past_the_starting_deadline() {
    LedgerFixture books =
        LedgerFixture.every(
            86_400, LedgerFixture.policies().withCatchUp(CatchUp.LATEST, Duration.ofHours(1), 0));

    assertThat(books.openAt(86_400 + 3_601)).isNull();

    assertThat(books.history.getFirst().skippedSlots()).isEqualTo(1);
    assertThat(books.timer.slotAt()).isEqualTo(LedgerFixture.START.plusSeconds(2 * 86_400));
  }

  @Test
  void a_slot_exactly_as_late_as_the_deadline_still_runs() {
    LedgerFixture books =
        LedgerFixture.every(
            86_400, LedgerFixture.policies().withCatchUp(CatchUp.LATEST, Duration.ofHours(1), 0));

    assertThat(books.openAt(86_400 + 3_600)).isNotNull();
  }

  @Test
  void skip_runs_nothing_but_ordinary_delay() {
    LedgerFixture late = every10Minutes(CatchUp.SKIP, 0);
    assertThat(late.openAt(600 + 61)).isNull();
    assertThat(late.history.getFirst().reason()).isEqualTo("missed");

    LedgerFixture delayed = every10Minutes(CatchUp.SKIP, 0);
    assertThat(delayed.openAt(600 + 60)).isNotNull();
    assertThat(delayed.history).isEmpty();
  }

  @Test
  void all_without_a_limit_has_no_consent_and_runs_nothing_old() {
    LedgerFixture books = every10Minutes(CatchUp.ALL, 0);

    assertThat(books.openAt(3 * 600 + 300)).isNull();

    assertThat(books.history.getFirst().skippedSlots()).isEqualTo(3);
  }

  @Test
  void all_runs_each_oldest_first_up_to_the_limit() {
    LedgerFixture books = every10Minutes(CatchUp.ALL, 3);

    Attempt first = books.openAt(5 * 600 + 1);

    assertThat(first.slotAt()).isEqualTo(slot(1));
    assertThat(books.openRuns)
        .extracting(OpenRun::slotAt)
        .containsExactly(slot(1), slot(2), slot(3));
    assertThat(books.history).hasSize(1);
    assertThat(books.history.getFirst())
        .returns(2L, record -> record.skippedSlots())
        .returns(slot(4), record -> record.slotAt())
        .returns(slot(5), record -> record.skippedUntil());
    assertThat(books.timer.slotAt()).isEqualTo(slot(6));

    books.succeed(first);
    Attempt second = books.start(books.openRuns.getFirst());
    assertThat(second.slotAt()).isEqualTo(slot(2));
    books.succeed(second);
    assertThat(books.start(books.openRuns.getFirst()).slotAt()).isEqualTo(slot(3));
  }

  @Test
  void all_opens_no_more_slots_than_the_schedule_repeats() {
    LedgerFixture books =
        LedgerFixture.every(
            600,
            LedgerFixture.policies()
                .withCatchUp(CatchUp.ALL, Duration.ofHours(1), 10)
                .withTotalRepeats(2));

    books.openAt(5 * 600 + 1);

    assertThat(books.openRuns).extracting(OpenRun::slotAt).containsExactly(slot(1), slot(2));
    assertThat(books.timer.slotAt()).isNull();
  }

  @Test
  void all_leaves_out_what_is_past_the_deadline() {
    LedgerFixture books = every10Minutes(CatchUp.ALL, 100);

    Attempt first = books.openAt(20 * 600);

    assertThat(first.slotAt()).isEqualTo(slot(14));
    assertThat(books.openRuns).hasSize(7);
    assertThat(books.history.getFirst())
        .returns(13L, record -> record.skippedSlots())
        .returns(slot(13), record -> record.skippedUntil());
  }

  @Test
  @Timeout(10) // one by one they would take minutes
  void ten_years_of_downtime_at_one_slot_a_second_cost_nothing() {
    Policies patient = LedgerFixture.policies().withCatchUp(CatchUp.LATEST, Duration.ofHours(1), 0);
    LedgerFixture interval =
        new LedgerFixture(
            Slots.of(new Interval(Duration.ofSeconds(1), LedgerFixture.START)), patient);
    LedgerFixture cron =
        new LedgerFixture(Slots.of(Cron.parse("* * * * * *", ZoneOffset.UTC)), patient);

    for (LedgerFixture books : new LedgerFixture[] {interval, cron}) {
      Attempt attempt = books.openAt(315_360_000);
      assertThat(attempt.slotAt()).isEqualTo(LedgerFixture.START.plusSeconds(315_360_000));
      assertThat(books.history.getFirst().skippedSlots()).isGreaterThanOrEqualTo(Backlog.COUNT_CAP);
      assertThat(books.timer.slotAt()).isEqualTo(LedgerFixture.START.plusSeconds(315_360_001));
    }
  }
}
