package dev.carillon.simulator.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.ledger.Reply;
import dev.carillon.engine.ledger.ShortPath;
import dev.carillon.engine.run.Outcome;
import dev.carillon.engine.run.RunIds;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Slots;
import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.NodeStore.ShardLease;
import dev.carillon.engine.store.RunStore.Completion;
import dev.carillon.engine.timing.Once;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When a run is completed by the short path, and when not. */
abstract class CompletionContract extends StoreFixture {

  CompletionContract(StoreSubject subject) {
    super(subject);
  }

  private final Schedule schedule = everyMinute();
  private final Timer timer = create(schedule);
  private final Owner owner = owner();

  {
    advance(MINUTE);
    store().beat(owner.node(), LEASE);
    begin(owner, 1, timer);
  }

  @Test
  void with_its_timer_moved_on_and_its_row_of_history() {
    Completion completion = completion(owner, schedule, timer);
    assertThat(store().complete(owner.node(), List.of(completion)).applied().get(0)).isTrue();

    assertThat(timer(schedule)).isEqualTo(completion.after());
    assertThat(history(schedule)).containsExactly(completion.record());
    assertThat(store().settledRun(ORG, completion.record().id())).isEqualTo(completion.record());
    assertThat(store().settledRun(2, completion.record().id())).isNull();
    assertThat(definition(schedule)).isEqualTo(schedule);
  }

  @Test
  void once_however_often_it_is_asked() {
    Completion completion = completion(owner, schedule, timer);
    store().complete(owner.node(), List.of(completion));
    assertThat(store().complete(owner.node(), List.of(completion)).applied().isEmpty()).isTrue();

    assertThat(timer(schedule)).isEqualTo(completion.after());
    assertThat(history(schedule)).hasSize(1);
    Command settle = new Command.Settle(owner.attempt(timer, now()), Outcome.Success.INSTANCE);
    refused(update(settle), Reply.Reason.ALREADY_SETTLED);
  }

  private Timer revised(Timer timer, int revision) {
    return new Timer(
        timer.scheduleId(),
        timer.orgId(),
        timer.shard(),
        revision,
        timer.version(),
        timer.slotAt(),
        timer.dueAt(),
        timer.openRuns(),
        timer.repeat(),
        timer.retry(),
        timer.runCount(),
        timer.errorCount(),
        timer.consecutiveFailures(),
        timer.skippedCount(),
        timer.lastRunAt(),
        timer.lastRunStatus(),
        timer.lastError(),
        timer.lastRunId(),
        timer.runSeq());
  }

  private void leavesNoTrace(Completion completion) {
    Timer before = timer(schedule);
    assertThat(store().complete(owner.node(), List.of(completion)).applied().isEmpty()).isTrue();
    assertThat(timer(schedule)).isEqualTo(before);
    assertThat(history(schedule)).isEmpty();
    assertThat(definition(schedule).status()).isEqualTo(Status.ACTIVE);
  }

  @Test
  void not_under_a_superseded_fence() {
    store().release(owner.node(), List.of(new ShardLease(timer.shard(), owner.fence(timer))));
    leavesNoTrace(completion(owner, schedule, timer));
    store().acquire(owner.node(), 1);
    leavesNoTrace(completion(owner, schedule, timer));
  }

  @Test
  void not_by_a_node_that_does_not_own_the_shard() {
    int other = store().join("other", null, LEASE).node();
    Owner pretender = new Owner(other, owner.fences());
    assertThat(complete(pretender, schedule, timer).isEmpty()).isTrue();
    assertThat(timer(schedule)).isEqualTo(timer);
  }

  @Test
  void not_under_a_lease_that_has_run_out() {
    advance(LEASE);
    leavesNoTrace(completion(owner, schedule, timer));
  }

  @Test
  void not_by_a_node_that_was_buried() {
    int heir = store().join("heir", null, LEASE).node();
    bury(owner, heir);
    leavesNoTrace(completion(owner, schedule, timer));
  }

  @Test
  void not_when_its_timer_has_changed() {
    update(new Command.Trigger(schedule.id(), nextId(), null));
    leavesNoTrace(completion(owner, schedule, timer));
  }

  @Test
  void not_when_its_schedule_is_gone() {
    store().delete(ORG, schedule.id(), null);
    assertThat(complete(owner, schedule, timer).isEmpty()).isTrue();
    assertThat(store().settledRun(ORG, RunIds.ofSlot(schedule.id(), timer.slotAt()))).isNull();
  }

  @Test
  void each_on_its_own() {
    Schedule other = everyMinute();
    Timer otherTimer = create(other);
    Schedule third = everyMinute();
    Timer thirdTimer = create(third);
    update(new Command.Trigger(schedule.id(), nextId(), null));
    advance(MINUTE);
    store().beat(owner.node(), LEASE);
    begin(owner, 2, otherTimer, thirdTimer);

    BitSet applied =
        store()
            .complete(
                owner.node(),
                List.of(
                    completion(owner, third, thirdTimer),
                    completion(owner, schedule, timer),
                    completion(owner, other, otherTimer)))
            .applied();
    assertThat(applied.stream()).containsExactly(0, 2);
  }

  @Test
  void not_when_history_has_its_slot_already_and_the_others_are() {
    Schedule other = everyMinute();
    Timer otherTimer = create(other);
    advance(MINUTE);
    store().beat(owner.node(), LEASE);
    begin(owner, 2, otherTimer);
    assertThat(complete(owner, schedule, timer).get(0)).isTrue();
    Timer again = timer(schedule).withSlot(schedule, timer.slotAt());
    again = revised(again, timer(schedule).revision());
    RunRecord twice =
        ShortPath.succeed(schedule, again, owner.attempt(again, now()), now()).record();
    assertThat(twice.id()).isEqualTo(history(schedule).getFirst().id());
    ShortPath.Ending ending =
        ShortPath.succeed(schedule, again, owner.attempt(again, now()), now());

    BitSet applied =
        store()
            .complete(
                owner.node(),
                List.of(
                    new Completion(
                        again, place(again), ending.after(), owner.fence(timer), twice, false),
                    completion(owner, other, otherTimer)))
            .applied();
    assertThat(applied.stream()).containsExactly(1);
    assertThat(history(schedule)).hasSize(1);
  }

  @Test
  void and_ends_its_schedule_with_its_last_slot() {
    Schedule once = schedule(Slots.of(new Once(now().plusSeconds(5))), policies());
    Timer onceTimer = create(once);
    advance(Duration.ofSeconds(5));
    begin(owner, 2, onceTimer);
    assertThat(complete(owner, once, onceTimer).get(0)).isTrue();

    assertThat(definition(once)).isEqualTo(once.withStatus(Status.DONE, null, now()));
    assertThat(timer(once).slotAt()).isNull();
    assertThat(readAll(now().plus(MINUTE), 9).timers())
        .extracting(Timer::scheduleId)
        .doesNotContain(once.id());
  }

  @Test
  void beside_many_others() {
    List<Schedule> schedules = new ArrayList<>();
    List<Timer> timers = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      Schedule one = everyMinute();
      schedules.add(one);
      timers.add(create(one));
    }
    advance(MINUTE);
    store().beat(owner.node(), LEASE);
    assertThat(begin(owner, 2, timers.toArray(Timer[]::new)).cardinality()).isEqualTo(200);
    List<Completion> completions = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      completions.add(completion(owner, schedules.get(i), timers.get(i)));
    }
    assertThat(store().complete(owner.node(), completions).applied().cardinality()).isEqualTo(200);
    for (int i = 0; i < 200; i++) {
      assertThat(timer(schedules.get(i))).isEqualTo(completions.get(i).after());
    }
    assertThat(store().complete(owner.node(), List.of()).applied().isEmpty()).isTrue();
  }
}
