package dev.carillon.simulator.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Slots;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.NodeStore.ShardLease;
import dev.carillon.engine.store.RunStore;
import dev.carillon.engine.store.RunStore.Begun;
import dev.carillon.engine.store.RunStore.Sighting;
import dev.carillon.engine.store.RunStore.SlotClaim;
import dev.carillon.engine.timing.Interval;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When a slot may begin by the short path, and when not. */
abstract class BeginContract extends StoreFixture {

  BeginContract(StoreSubject subject) {
    super(subject);
  }

  private final Schedule schedule = everyMinute();
  private final Timer timer = create(schedule);
  private Owner owner = owner();

  private boolean begins(SlotClaim claim) {
    return store().begin(owner.node(), 1, List.of(claim)).granted().get(0);
  }

  private void becomeDue() {
    advance(MINUTE);
    store().beat(owner.node(), LEASE);
  }

  @Test
  void when_all_holds() {
    becomeDue();
    var begun = store().begin(owner.node(), 1, List.of(owner.claim(timer)));

    assertThat(begun.granted().get(0)).isTrue();
    assertThat(begun.now()).isEqualTo(now());
    assertThat(timer(schedule)).isEqualTo(timer);
  }

  @Test
  void not_much_before_it_is_due() {
    advance(MINUTE.minus(RunStore.NOTE_AHEAD).minusMillis(1));
    store().beat(owner.node(), LEASE);
    assertThat(begins(owner.claim(timer))).isFalse();
    advance(Duration.ofMillis(1));
    assertThat(begins(owner.claim(timer))).isTrue();
  }

  @Test
  void not_when_the_nodes_lease_has_run_out_and_again_when_it_is_renewed() {
    becomeDue();
    advance(LEASE);
    assertThat(begins(owner.claim(timer))).isFalse();
    store().beat(owner.node(), LEASE);
    assertThat(begins(owner.claim(timer))).isTrue();
  }

  @Test
  void not_under_an_older_fence() {
    becomeDue();
    store().release(owner.node(), List.of(new ShardLease(timer.shard(), owner.fence(timer))));
    SlotClaim old = owner.claim(timer);
    assertThat(begins(old)).isFalse();
    List<ShardLease> again = store().acquire(owner.node(), 1);
    assertThat(again).hasSize(1);
    assertThat(begins(old)).isFalse();
    owner = new Owner(owner.node(), again);
    assertThat(begins(owner.claim(timer))).isTrue();
  }

  @Test
  void not_for_a_node_that_does_not_own_the_shard() {
    becomeDue();
    int other = store().join("other", null, LEASE).node();
    assertThat(store().begin(other, 1, List.of(owner.claim(timer))).granted().isEmpty()).isTrue();
  }

  @Test
  void not_for_a_node_that_was_buried() {
    int heir = store().join("heir", null, LEASE).node();
    bury(owner, heir);
    becomeDue();
    assertThat(begins(owner.claim(timer))).isFalse();
  }

  @Test
  void not_when_the_timer_has_changed() {
    becomeDue();
    update(new Command.Trigger(schedule.id(), nextId(), null));
    assertThat(timer(schedule).slotAt()).isEqualTo(timer.slotAt());
    assertThat(begins(owner.claim(timer))).isFalse();
    assertThat(begins(owner.claim(timer(schedule)))).isTrue();
  }

  @Test
  void not_when_the_timer_has_another_slot() {
    becomeDue();
    SlotClaim claim = owner.claim(timer);
    Instant other = claim.slotAt().minusSeconds(1);
    assertThat(
            begins(
                new SlotClaim(
                    claim.scheduleId(),
                    claim.runId(),
                    claim.shard(),
                    claim.fence(),
                    other,
                    claim.dueAt(),
                    0,
                    SlotClaim.UNKNOWN)))
        .isFalse();
  }

  @Test
  void unseen_while_nobody_has_changed_a_timer_of_the_shard() {
    Sighting seen = seen(schedule);
    becomeDue();
    Begun begun = store().begin(owner.node(), 1, List.of(owner.claim(seen)));
    assertThat(begun.granted().get(0)).isTrue();
    assertThat(begun.now()).isEqualTo(now());
  }

  @Test
  void not_unseen_before_it_is_due_nor_by_a_dead_node() {
    Sighting seen = seen(schedule);
    assertThat(begins(owner.claim(seen))).isFalse();
    advance(MINUTE);
    assertThat(begins(owner.claim(seen))).as("with its lease run out").isFalse();
  }

  @Test
  void not_unseen_after_a_pause_an_edit_or_a_deletion() {
    Sighting seen = seen(schedule);
    becomeDue();
    update(new Command.Pause(schedule.id(), "holiday"));
    assertThat(begins(owner.claim(seen))).isFalse();

    Schedule edited = everyMinute();
    create(edited);
    Schedule deleted = everyMinute();
    create(deleted);
    List<Sighting> both = List.of(seen(edited), seen(deleted));
    becomeDue();
    update(new Command.Edit(edited.id(), hourly(edited), null));
    store().delete(ORG, deleted.id(), null);
    assertThat(begins(owner.claim(both.getFirst()))).isFalse();
    assertThat(begins(owner.claim(both.getLast()))).isFalse();
  }

  @Test
  void not_unseen_when_the_shard_was_away_meanwhile() {
    Sighting seen = seen(schedule);
    becomeDue();
    store().release(owner.node(), List.of(new ShardLease(timer.shard(), owner.fence(timer))));
    store().acquire(owner.node(), Timer.SHARDS);
    Owner again = new Owner(owner.node(), store().beat(owner.node(), LEASE).owned());
    assertThat(seen(schedule).changes()).isGreaterThan(seen.changes());
    Begun begun = store().begin(owner.node(), 1, List.of(again.claim(seen)));
    assertThat(begun.granted().get(0)).as("seen again, and unchanged").isTrue();
    assertThat(begun.changes()).containsEntry(timer.shard(), seen(schedule).changes());
  }

  @Test
  void beside_one_of_its_shard_that_was_changed() {
    List<Schedule> schedules = new ArrayList<>();
    while (schedules.size() < 2) {
      Schedule one = everyMinute();
      if (Timer.shardOf(one.id()) == timer.shard()) {
        create(one);
        schedules.add(one);
      }
    }
    Sighting changed = seen(schedules.getFirst());
    Sighting old = seen(schedules.getLast());
    becomeDue();
    update(new Command.Pause(schedules.getFirst().id(), "holiday"));
    Sighting young = seen(schedule);
    BitSet granted =
        store()
            .begin(
                owner.node(),
                1,
                List.of(owner.claim(changed), owner.claim(old), owner.claim(young)))
            .granted();
    assertThat(granted.stream()).containsExactly(1, 2);
  }

  @Test
  void not_when_the_schedule_was_paused_stopped_edited_or_deleted() {
    becomeDue();
    Schedule edited = everyMinute();
    Timer editedTimer = create(edited);
    Schedule stopped = everyMinute();
    Timer stoppedTimer = create(stopped);
    Schedule deleted = everyMinute();
    Timer deletedTimer = create(deleted);
    becomeDue();
    update(new Command.Pause(schedule.id(), "holiday"));
    update(new Command.Stop(stopped.id(), "over"));
    update(new Command.Edit(edited.id(), hourly(edited), null));
    store().delete(ORG, deleted.id(), null);

    assertThat(begin(owner, 1, timer, stoppedTimer, editedTimer, deletedTimer).isEmpty()).isTrue();
  }

  private Schedule hourly(Schedule before) {
    return before.withSlots(Slots.of(new Interval(Duration.ofHours(1), now())));
  }

  @Test
  void each_on_its_own() {
    Schedule later = everyMinute();
    advance(Duration.ofSeconds(1));
    Schedule latest = everyMinute();
    Timer second = create(later);
    Timer third = create(latest);
    advance(MINUTE.minusSeconds(1));
    store().beat(owner.node(), LEASE);

    BitSet granted = begin(owner, 1, third, second, timer);
    assertThat(granted.stream()).containsExactly(1, 2);
  }

  @Test
  void again_after_a_lost_answer() {
    becomeDue();
    assertThat(begins(owner.claim(timer))).isTrue();
    assertThat(begins(owner.claim(timer))).isTrue();
  }

  @Test
  void for_nothing_when_nothing_is_asked() {
    assertThat(store().begin(owner.node(), 1, List.of()).granted().isEmpty()).isTrue();
    store().forget(owner.node(), List.of());
  }
}
