package dev.carillon.engine.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.engine.run.Attempt;
import dev.carillon.engine.schedule.Policies;
import dev.carillon.engine.schedule.Slots;
import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.timing.Cron;
import dev.carillon.engine.timing.Once;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The short path is an optimisation of the books: both must say the same. */
class ShortPathTest {

  @Test
  void it_ends_a_run_exactly_as_the_books_do() {
    Policies policies = LedgerFixture.policies();
    for (Slots slots :
        List.of(
            LedgerFixture.interval(60),
            LedgerFixture.afterCompletion(60),
            Slots.of(new Once(LedgerFixture.START.plusSeconds(60))),
            Slots.of(Cron.parse("*/5 * * * *", ZoneId.of("Europe/Berlin"))))) {
      for (Policies variant : List.of(policies, policies.withTotalRepeats(1))) {
        LedgerFixture books = new LedgerFixture(slots, variant);
        books.now = books.timer.slotAt().plusMillis(7);
        Attempt attempt = books.inMemory();
        assertThat(ShortPath.opens(books.schedule, books.timer, books.now)).isTrue();
        ShortPath.Ending ending =
            ShortPath.succeed(books.schedule, books.timer, attempt, books.now);

        books.succeed(attempt);

        assertThat(ending.after()).isEqualTo(books.timer);
        assertThat(List.of(ending.record())).isEqualTo(books.history);
        assertThat(ending.done()).isEqualTo(books.schedule.status() == Status.DONE);
      }
    }
  }

  @Test
  void it_leaves_to_the_books_what_is_late_or_open_or_not_active() {
    LedgerFixture books = LedgerFixture.every(60, LedgerFixture.policies());
    books.at(119);
    assertThat(ShortPath.opens(books.schedule, books.timer, books.now)).isTrue();
    books.at(120);
    assertThat(ShortPath.opens(books.schedule, books.timer, books.now)).isFalse();

    books.open();
    books.at(180);
    assertThat(ShortPath.opens(books.schedule, books.timer, books.now)).isFalse();
  }
}
