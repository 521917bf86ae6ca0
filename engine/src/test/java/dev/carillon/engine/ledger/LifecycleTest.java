package dev.carillon.engine.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.engine.run.Attempt;
import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.Origin;
import dev.carillon.engine.run.RunIds;
import dev.carillon.engine.run.RunState;
import dev.carillon.engine.run.RunStatus;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Slots;
import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.timing.Once;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Pause, resume, stop, revive, edit, trigger, backfill, cancel; and who may write. */
class LifecycleTest {

  private static final UUID ID = LedgerFixture.ID;

  private static LedgerFixture everyMinute() {
    return LedgerFixture.every(60, LedgerFixture.policies());
  }

  private static LedgerFixture in(Status status) {
    LedgerFixture books = everyMinute();
    books.schedule = books.schedule.withStatus(status, null, books.now);
    if (status != Status.ACTIVE) {
      books.timer = books.timer.withSlot(books.schedule, null);
    }
    return books;
  }

  @Test
  void every_verb_in_every_status_is_pinned() {
    Map<String, Command> verbs = new LinkedHashMap<>();
    verbs.put("pause", new Command.Pause(ID, "because"));
    verbs.put("resume", new Command.Resume(ID));
    verbs.put("stop", new Command.Stop(ID, "because"));
    verbs.put("revive", new Command.Revive(ID));
    StringBuilder table = new StringBuilder();
    for (Status status : Status.values()) {
      verbs.forEach((verb, command) -> {
        LedgerFixture books = in(status);
        Reply reply = books.decide(command);
        table
            .append(status)
            .append(' ')
            .append(verb)
            .append(" -> ")
            .append(reply instanceof Reply.Refused ? "refused" : books.schedule.status())
            .append('\n');
      });
    }

    assertThat(table.toString())
        .isEqualTo(
            """
            ACTIVE pause -> PAUSED
            ACTIVE resume -> refused
            ACTIVE stop -> STOPPED
            ACTIVE revive -> refused
            PAUSED pause -> refused
            PAUSED resume -> ACTIVE
            PAUSED stop -> STOPPED
            PAUSED revive -> refused
            DONE pause -> refused
            DONE resume -> refused
            DONE stop -> STOPPED
            DONE revive -> ACTIVE
            DEAD pause -> refused
            DEAD resume -> refused
            DEAD stop -> STOPPED
            DEAD revive -> ACTIVE
            STOPPED pause -> refused
            STOPPED resume -> refused
            STOPPED stop -> refused
            STOPPED revive -> refused
            """);
  }

  @Test
  void a_refusal_says_what_was_expected_and_what_is() {
    assertThat(in(Status.DONE).decide(new Command.Pause(ID, "x")))
        .isEqualTo(
            new Reply.Refused(
                Reply.Reason.WRONG_STATUS,
                "only a schedule that is active can be paused; this one is done"));
  }

  @Test
  void pause_clears_the_next_slot_and_keeps_the_counters() {
    LedgerFixture books = everyMinute();
    books.succeed(books.openAt(60));
    books.decide(new Command.Pause(ID, "by user:ada: deploying"));

    assertThat(books.timer.slotAt()).isNull();
    assertThat(books.timer.dueAt()).isNull();
    assertThat(books.timer.runCount()).isEqualTo(1);
    assertThat(books.timer.repeat()).isEqualTo(1);
    assertThat(books.schedule.statusReason()).isEqualTo("by user:ada: deploying");
  }

  @Test
  void resume_of_an_interval_takes_the_first_slot_one_interval_from_now() {
    LedgerFixture books = everyMinute();
    books.decide(new Command.Pause(ID, "x"));
    books.at(1_000);
    books.decide(new Command.Resume(ID));

    assertThat(books.timer.slotAt()).isEqualTo(LedgerFixture.START.plusSeconds(1_060));
    assertThat(books.timer.version()).isEqualTo(books.schedule.version()).isGreaterThan(1);
  }

  @Test
  void pause_cancels_what_waits_and_lets_what_runs_end_without_retry() {
    LedgerFixture books = everyMinute();
    Attempt running = books.openAt(60);
    books.decide(new Command.Pause(ID, "x"));
    assertThat(books.openRuns).hasSize(1);

    books.fail(running);

    assertThat(books.openRuns).isEmpty();
    assertThat(books.history.getFirst().status()).isEqualTo(RunStatus.ERROR);

    LedgerFixture retrying = everyMinute();
    retrying.fail(retrying.openAt(60));
    retrying.decide(new Command.Pause(ID, "x"));
    assertThat(retrying.openRuns).isEmpty();
    assertThat(retrying.history.getFirst().status()).isEqualTo(RunStatus.CANCELLED);
  }

  @Test
  void resume_after_a_pause_for_failures_starts_counting_anew() {
    LedgerFixture books =
        LedgerFixture.every(
            60,
            LedgerFixture.policies()
                .withMaxRetries(0)
                .withMaxFailures(1, dev.carillon.engine.schedule.OnMaxFailures.PAUSED));
    books.fail(books.openAt(60));
    assertThat(books.schedule.status()).isEqualTo(Status.PAUSED);

    books.decide(new Command.Resume(ID));

    assertThat(books.timer.consecutiveFailures()).isZero();
    assertThat(books.timer.errorCount()).isEqualTo(1);
  }

  @Test
  void a_once_schedule_resumed_after_its_moment_is_done_and_says_it_missed() {
    LedgerFixture books =
        new LedgerFixture(
            Slots.of(new Once(LedgerFixture.START.plusSeconds(10))), LedgerFixture.policies());
    books.decide(new Command.Pause(ID, "x"));
    books.at(100);

    books.decide(new Command.Resume(ID));

    assertThat(books.schedule.status()).isEqualTo(Status.DONE);
    assertThat(books.history.getFirst().reason()).isEqualTo("missed");
  }

  @Test
  void an_edit_of_the_timing_plans_anew_and_cancels_what_waited_by_the_old_rule() {
    LedgerFixture books = everyMinute();
    books.fail(books.openAt(60));
    Schedule faster = books.schedule.withSlots(LedgerFixture.interval(10));

    books.decide(new Command.Edit(ID, faster, books.schedule.version()));

    assertThat(books.timer.slotAt()).isEqualTo(books.now.plusSeconds(10));
    assertThat(books.openRuns).isEmpty();
    assertThat(books.timer.version()).isEqualTo(books.schedule.version());
  }

  @Test
  void an_edit_of_anything_else_keeps_the_slot() {
    LedgerFixture books = everyMinute();
    Instant slot = books.timer.slotAt();
    Schedule before = books.schedule;
    books.at(30);

    books.decide(new Command.Edit(ID, books.schedule.withSlots(LedgerFixture.interval(60)), null));

    assertThat(books.timer.slotAt()).isEqualTo(slot);
    assertThat(books.schedule.version()).isEqualTo(before.version() + 1);
  }

  @Test
  void an_edit_to_a_timing_without_a_slot_is_refused_while_the_schedule_lives() {
    Slots past = Slots.of(new Once(LedgerFixture.START.minusSeconds(10)));
    for (Status status : Status.values()) {
      LedgerFixture books = in(status);
      Schedule before = books.schedule;
      Reply reply = books.decide(new Command.Edit(ID, before.withSlots(past), null));
      if (status == Status.ACTIVE || status == Status.PAUSED) {
        assertThat(reply)
            .isInstanceOfSatisfying(
                Reply.Refused.class,
                refused -> assertThat(refused.reason()).isEqualTo(Reply.Reason.NO_SLOT));
        assertThat(books.schedule).isEqualTo(before);
      } else {
        assertThat(reply).isEqualTo(new Reply.Done());
        assertThat(books.schedule.status()).isEqualTo(status);
      }
    }
  }

  @Test
  void an_edit_of_anything_else_goes_through_when_no_slot_is_left() {
    LedgerFixture books =
        new LedgerFixture(
            Slots.of(new Once(LedgerFixture.START.plusSeconds(10))), LedgerFixture.policies());
    books.decide(new Command.Pause(ID, "x"));
    books.at(100);

    assertThat(books.decide(new Command.Edit(ID, books.schedule, null)))
        .isEqualTo(new Reply.Done());
    assertThat(books.schedule.status()).isEqualTo(Status.PAUSED);
  }

  @Test
  void what_is_done_is_revived_once_an_edit_gave_it_slots_again() {
    LedgerFixture books =
        new LedgerFixture(
            Slots.of(new Once(LedgerFixture.START.plusSeconds(10))), LedgerFixture.policies());
    books.succeed(books.openAt(10));
    assertThat(books.schedule.status()).isEqualTo(Status.DONE);
    assertThat(books.decide(new Command.Revive(ID)))
        .isInstanceOfSatisfying(
            Reply.Refused.class,
            refused -> assertThat(refused.detail()).contains("give it another timing"));

    Instant next = LedgerFixture.START.plusSeconds(500);
    books.decide(new Command.Edit(ID, books.schedule.withSlots(Slots.of(new Once(next))), null));
    assertThat(books.schedule.status()).isEqualTo(Status.DONE);
    assertThat(books.timer.slotAt()).isNull();
    assertThat(books.decide(new Command.Resume(ID)))
        .isInstanceOfSatisfying(
            Reply.Refused.class,
            refused -> assertThat(refused.detail()).endsWith("this one is done; revive it"));
    assertThat(books.decide(new Command.Revive(ID))).isEqualTo(new Reply.Done());

    assertThat(books.schedule.status()).isEqualTo(Status.ACTIVE);
    assertThat(books.timer.slotAt()).isEqualTo(next);
    books.succeed(books.openAt(500));
    assertThat(books.timer.runCount()).isEqualTo(2);
    assertThat(books.schedule.status()).isEqualTo(Status.DONE);
  }

  @Test
  void repeats_that_are_used_up_are_no_life_to_come_back_to() {
    LedgerFixture books = LedgerFixture.every(60, LedgerFixture.policies().withTotalRepeats(1));
    books.succeed(books.openAt(60));
    assertThat(books.schedule.status()).isEqualTo(Status.DONE);

    assertThat(books.decide(new Command.Revive(ID)))
        .isInstanceOfSatisfying(
            Reply.Refused.class,
            refused -> assertThat(refused.detail()).contains("raise total_repeats"));
    assertThat(books.schedule.status()).isEqualTo(Status.DONE);
  }

  @Test
  void a_stale_edit_is_refused() {
    LedgerFixture books = everyMinute();

    assertThat(books.decide(new Command.Edit(ID, books.schedule, 99L)))
        .isInstanceOfSatisfying(
            Reply.Refused.class,
            refused -> assertThat(refused.reason()).isEqualTo(Reply.Reason.STALE_VERSION));
  }

  @Test
  void trigger_runs_in_any_status_and_moves_neither_n_nor_the_slot() {
    for (Status status : Status.values()) {
      LedgerFixture books = in(status);
      Instant slot = books.timer.slotAt();
      UUID runId = new UUID(1, 2);
      books.decide(new Command.Trigger(ID, runId, "{\"x\":1}"));

      Attempt attempt = books.start(books.openRuns.getFirst());
      assertThat(attempt.payload()).isEqualTo("{\"x\":1}");
      assertThat(attempt.origin()).isEqualTo(Origin.MANUAL);
      books.succeed(attempt);

      assertThat(books.schedule.status()).isEqualTo(status);
      assertThat(books.timer.slotAt()).isEqualTo(slot);
      assertThat(books.timer.repeat()).isZero();
      assertThat(books.timer.runCount()).isEqualTo(1);
    }
  }

  @Test
  void triggering_twice_with_one_run_id_runs_once() {
    LedgerFixture books = everyMinute();
    Command trigger = new Command.Trigger(ID, new UUID(1, 2), null);

    assertThat(books.decide(trigger)).isEqualTo(new Reply.Added(1));
    assertThat(books.decide(trigger)).isEqualTo(new Reply.Added(0));
    books.succeed(books.start(books.openRuns.getFirst()));
    assertThat(books.decide(trigger)).isEqualTo(new Reply.Added(0));
    assertThat(books.openRuns).isEmpty();
  }

  @Test
  void backfill_runs_slots_without_a_run_one_after_another() {
    LedgerFixture books = everyMinute();
    books.succeed(books.openAt(60));
    books.at(200);
    books.timer = books.timer.withSlot(books.schedule, LedgerFixture.START.plusSeconds(240));
    List<Instant> slots =
        List.of(
            LedgerFixture.START.plusSeconds(60),
            LedgerFixture.START.plusSeconds(120),
            LedgerFixture.START.plusSeconds(180),
            LedgerFixture.START.plusSeconds(240));

    assertThat(books.decide(new Command.Backfill(ID, slots, true))).isEqualTo(new Reply.Added(2));
    assertThat(books.openRuns).isEmpty();
    assertThat(books.decide(new Command.Backfill(ID, slots))).isEqualTo(new Reply.Added(2));

    assertThat(books.openRuns)
        .extracting(OpenRun::slotAt)
        .containsExactly(slots.get(1), slots.get(2));
    books.succeed(books.start(books.openRuns.getFirst()));
    assertThat(books.openRuns.getFirst().state()).isInstanceOf(RunState.Waiting.class);
    books.succeed(books.start(books.openRuns.getFirst()));
    assertThat(books.timer.repeat()).isEqualTo(1);
    assertThat(books.timer.runCount()).isEqualTo(3);
    assertThat(books.decide(new Command.Backfill(ID, slots, true))).isEqualTo(new Reply.Added(0));
    assertThat(books.decide(new Command.Backfill(ID, slots))).isEqualTo(new Reply.Added(0));
  }

  @Test
  void a_superseded_node_can_neither_open_nor_promote_nor_settle() {
    LedgerFixture books = everyMinute();
    books.at(60);
    Attempt stale =
        new Attempt(
            RunIds.ofSlot(ID, books.timer.slotAt()),
            ID,
            books.timer.shard(),
            Origin.SCHEDULE,
            books.timer.slotAt(),
            books.timer.slotAt(),
            0,
            0,
            books.now,
            LedgerFixture.NODE,
            LedgerFixture.FENCE - 1,
            null);
    var before = books.timer;

    for (Command command :
        List.of(
            new Command.Open(ID, books.timer.slotAt(), LedgerFixture.NODE, LedgerFixture.FENCE - 1),
            new Command.Promote(stale, books.now.plusSeconds(60)),
            new Command.Settle(stale, dev.carillon.engine.run.Outcome.Success.INSTANCE))) {
      assertThat(books.decide(command))
          .isInstanceOfSatisfying(
              Reply.Refused.class,
              refused -> assertThat(refused.reason()).isEqualTo(Reply.Reason.FENCED_OFF));
      assertThat(books.timer).isEqualTo(before);
      assertThat(books.openRuns).isEmpty();
    }
  }

  @Test
  void a_node_whose_lease_has_run_out_is_asked_to_renew_it_first() {
    LedgerFixture books = everyMinute();
    Attempt attempt = books.openAt(60);
    books.liveNodes = java.util.Set.of();

    assertThat(books.succeed(attempt))
        .isInstanceOfSatisfying(
            Reply.Refused.class,
            refused -> assertThat(refused.reason()).isEqualTo(Reply.Reason.LEASE_EXPIRED));
  }

  @Test
  void a_settled_run_is_settled_once() {
    LedgerFixture books = everyMinute();
    Attempt attempt = books.openAt(60);
    books.succeed(attempt);
    var before = books.timer;

    assertThat(books.fail(attempt))
        .isInstanceOfSatisfying(
            Reply.Refused.class,
            refused -> assertThat(refused.reason()).isEqualTo(Reply.Reason.ALREADY_SETTLED));
    assertThat(books.timer).isEqualTo(before);
  }
}
