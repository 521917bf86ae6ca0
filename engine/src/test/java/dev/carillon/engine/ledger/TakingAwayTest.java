package dev.carillon.engine.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.engine.run.Attempt;
import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.Outcome;
import dev.carillon.engine.run.RunIds;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.run.RunStatus;
import dev.carillon.engine.schedule.Overlap;
import dev.carillon.engine.schedule.Slots;
import dev.carillon.engine.timing.Once;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What becomes of slots and runs that a pause, a stop or an edit takes away. */
class TakingAwayTest {

  private static final UUID ID = LedgerFixture.ID;

  private static LedgerFixture everyMinute() {
    return LedgerFixture.every(60, LedgerFixture.policies());
  }

  @Test
  void slots_that_are_due_and_not_begun_get_their_answer_before_they_are_taken_away() {
    Map<Command, String> reasons =
        Map.of(
            new Command.Pause(ID, "x"), "paused",
            new Command.Stop(ID, "x"), "stopped",
            new Command.Edit(ID, everyMinute().schedule.withSlots(LedgerFixture.interval(7)), null),
                "edited");
    reasons.forEach((command, reason) -> {
      LedgerFixture books = everyMinute();
      books.at(185);
      books.decide(command);
      assertThat(books.history)
          .singleElement()
          .satisfies(record -> {
            assertThat(record.status()).isEqualTo(RunStatus.SKIPPED);
            assertThat(record.reason()).isEqualTo(reason);
            assertThat(record.skippedSlots()).isEqualTo(3);
            assertThat(record.slotAt()).isEqualTo(LedgerFixture.START.plusSeconds(60));
            assertThat(record.skippedUntil()).isEqualTo(LedgerFixture.START.plusSeconds(180));
          });
    });

    LedgerFixture early = everyMinute();
    early.at(59);
    early.decide(new Command.Pause(ID, "x"));
    assertThat(early.history).isEmpty();
  }

  @Test
  void a_slot_that_was_begun_in_memory_is_not_skipped_by_a_pause_and_those_after_it_are() {
    LedgerFixture books = everyMinute();
    books.at(125);
    Attempt attempt = books.inMemory();
    books.recorded.add(attempt.runId()); // as the store says when a note names it
    books.decide(new Command.Pause(ID, "x"));
    assertThat(books.history)
        .singleElement()
        .extracting(RunRecord::slotAt)
        .isEqualTo(LedgerFixture.START.plusSeconds(120));
    books.recorded.remove(attempt.runId());
    books.succeed(attempt);
    assertThat(books.history.getLast().status()).isEqualTo(RunStatus.SUCCESS);
  }

  @Test
  void a_slot_its_node_abandons_gets_its_answer_only_when_nobody_else_gives_it() {
    LedgerFixture books = everyMinute();
    books.at(60);
    Command abandon =
        new Command.Abandon(ID, books.timer.slotAt(), LedgerFixture.NODE, LedgerFixture.FENCE);
    assertThat(books.decide(abandon)).isEqualTo(new Reply.Done());
    assertThat(books.history).as("it is still planned").isEmpty();
    assertThat(books.timer.revision()).as("a note on its way matches no row").isEqualTo(1);

    books.recorded.add(RunIds.ofSlot(ID, books.timer.slotAt())); // a note names it
    books.decide(new Command.Pause(ID, "x"));
    books.recorded.clear();
    books.decide(abandon);
    assertThat(books.history).extracting(RunRecord::reason).containsExactly("paused");
    books.decide(abandon);
    assertThat(books.history).hasSize(1);
  }

  @Test
  void stop_asks_what_runs_to_end_whoever_began_it_and_cancels_the_rest() {
    LedgerFixture books = everyMinute();
    Attempt running = books.openAt(60);
    books.decide(new Command.Trigger(ID, new UUID(1, 2), null));
    books.decide(new Command.Stop(ID, "over"));

    assertThat(books.history.getFirst().status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(books.openRuns)
        .singleElement()
        .extracting(OpenRun::cancelReason)
        .isEqualTo("the schedule is stopped");
    books.settle(running, new Outcome.Cancelled("the schedule is stopped"));
    assertThat(books.openRuns).isEmpty();
  }

  @Test
  void what_was_begun_in_memory_when_its_schedule_was_stopped_is_asked_to_end_when_it_shows() {
    LedgerFixture books = everyMinute();
    books.at(60);
    Attempt attempt = books.inMemory();
    books.recorded.add(attempt.runId()); // a note names it
    books.decide(new Command.Stop(ID, "over"));
    books.recorded.clear();
    books.decide(new Command.Promote(attempt, books.now.plusSeconds(9)));

    assertThat(books.openRuns)
        .singleElement()
        .extracting(OpenRun::cancelReason)
        .isEqualTo("the schedule is stopped");
  }

  @Test
  void a_slot_that_ended_without_a_start_is_not_planned_again_when_the_clock_went_back() {
    LedgerFixture queueing =
        LedgerFixture.every(60, LedgerFixture.policies().withOverlap(Overlap.QUEUE));
    Attempt running = queueing.openAt(60);
    queueing.openAt(120);
    queueing.decide(new Command.Pause(ID, "the queued slot is cancelled"));
    queueing.at(65);
    queueing.succeed(running);
    queueing.decide(new Command.Resume(ID));
    assertThat(queueing.timer.slotAt()).isAfter(LedgerFixture.START.plusSeconds(120));

    LedgerFixture skipping = everyMinute();
    skipping.openAt(60);
    skipping.openAt(120);
    assertThat(skipping.history.getFirst().status()).isEqualTo(RunStatus.SKIPPED);
    skipping.at(65);
    skipping.decide(new Command.Pause(ID, "x"));
    skipping.at(60);
    skipping.decide(new Command.Resume(ID));
    assertThat(skipping.timer.slotAt()).isAfter(LedgerFixture.START.plusSeconds(120));
  }

  @Test
  void an_edit_plans_behind_the_slot_of_a_run_it_cancels_when_the_clock_went_back() {
    LedgerFixture books = everyMinute();
    books.fail(books.openAt(60));
    books.at(10);
    books.decide(new Command.Edit(ID, books.schedule.withSlots(LedgerFixture.interval(7)), null));
    assertThat(books.history.getFirst().status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(books.timer.slotAt()).isAfter(LedgerFixture.START.plusSeconds(60));
  }

  @Test
  void an_edit_that_leaves_no_slot_behind_the_last_answer_is_refused_and_not_done_in_silence() {
    LedgerFixture books = everyMinute();
    books.succeed(books.openAt(60));
    books.at(10);
    Slots once = Slots.of(new Once(LedgerFixture.START.plusSeconds(30)));
    Reply reply = books.decide(new Command.Edit(ID, books.schedule.withSlots(once), null));
    assertThat(reply)
        .isInstanceOfSatisfying(
            Reply.Refused.class,
            refused ->
                assertThat(refused.detail())
                    .contains("2026-03-01T12:01:00Z", "clock was set back"));
    assertThat(books.schedule.active()).isTrue();
    assertThat(books.timer.slotAt()).isEqualTo(LedgerFixture.START.plusSeconds(120));
  }
}
