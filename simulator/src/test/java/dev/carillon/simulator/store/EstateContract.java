package dev.carillon.simulator.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.ledger.Reply;
import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.Outcome;
import dev.carillon.engine.run.RunIds;
import dev.carillon.engine.run.RunState;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.NodeStore.Estate;
import dev.carillon.engine.store.NodeStore.IntentKey;
import dev.carillon.engine.store.NodeStore.Pulse;
import dev.carillon.engine.store.NodeStore.ShardLease;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What dead nodes leave, and how it is settled. */
abstract class EstateContract extends StoreFixture {

  EstateContract(StoreSubject subject) {
    super(subject);
  }

  private final Owner dead = owner();
  private final Schedule schedule = everyMinute();
  private final Timer timer = create(schedule);
  private final int heir = store().join("heir", null, LEASE).node();

  {
    advance(MINUTE);
    store().beat(dead.node(), LEASE);
    store().beat(heir, LEASE);
  }

  private Command.Lose loss() {
    return new Command.Lose(
        schedule.id(),
        RunIds.ofSlot(schedule.id(), timer.slotAt()),
        timer.slotAt(),
        dead.node(),
        timer.slotAt());
  }

  @Test
  void is_what_a_node_was_about_to_begin_when_it_died() {
    begin(dead, 7, timer);
    assertThat(store().estate(10).isEmpty()).isTrue();
    assertThat(store().beat(heir, LEASE).estateOpen()).isFalse();
    bury(dead, heir);

    assertThat(store().beat(heir, LEASE).estateOpen()).isTrue();
    assertThat(store().estate(10))
        .isEqualTo(new Estate(List.of(loss()), List.of(new IntentKey(dead.node(), 7))));
  }

  @Test
  void counts_as_a_failed_attempt_and_is_closed() {
    begin(dead, 7, timer);
    bury(dead, heir);
    Estate estate = store().estate(10);
    assertThat(store().update(List.copyOf(estate.losses())))
        .containsExactly(new Reply.Done(new Outcome.Lost(dead.node())));
    store().closeEstate(estate.intents());

    assertThat(store().estate(10).isEmpty()).isTrue();
    assertThat(store().beat(heir, LEASE).estateOpen()).isFalse();
    OpenRun retry = openRuns(schedule).getFirst();
    assertThat(retry.state()).isInstanceOf(RunState.Waiting.class);
    assertThat(retry.retry()).isEqualTo(1);
    assertThat(retry.attempts().getFirst().error().code()).isEqualTo("worker_lost");
    assertThat(timer(schedule).errorCount()).isEqualTo(1);
    assertThat(timer(schedule).slotAt()).isEqualTo(timer.slotAt().plus(MINUTE));
  }

  @Test
  void has_nothing_that_was_forgotten() {
    begin(dead, 7, timer);
    begin(dead, 8, timer);
    store().forget(dead.node(), List.of(7L));
    bury(dead, heir);
    assertThat(store().estate(10).intents()).containsExactly(new IntentKey(dead.node(), 8));
  }

  @Test
  void is_not_forgotten_by_the_dead() {
    begin(dead, 7, timer);
    bury(dead, heir);
    store().forget(dead.node(), List.of(7L));
    assertThat(store().estate(10).losses()).containsExactly(loss());
  }

  @Test
  void is_not_forgotten_by_another_node() {
    begin(dead, 7, timer);
    store().forget(heir, List.of(7L));
    bury(dead, heir);
    assertThat(store().estate(10).losses()).containsExactly(loss());
  }

  @Test
  void loses_nothing_that_was_completed() {
    begin(dead, 7, timer);
    complete(dead, schedule, timer);
    bury(dead, heir);
    Estate estate = store().estate(10);
    store().update(List.copyOf(estate.losses()));
    store().closeEstate(estate.intents());

    assertThat(store().estate(10).isEmpty()).isTrue();
    assertThat(openRuns(schedule)).isEmpty();
    assertThat(history(schedule)).hasSize(1);
    assertThat(timer(schedule).errorCount()).isZero();
  }

  @Test
  void has_the_open_runs_that_were_under_way() {
    Command open = new Command.Open(schedule.id(), timer.slotAt(), dead.node(), dead.fence(timer));
    assertThat(update(open)).isInstanceOf(Reply.Begin.class);
    assertThat(store().estate(10).isEmpty()).isTrue();
    bury(dead, heir);

    assertThat(store().beat(heir, LEASE).estateOpen()).isTrue();
    Estate estate = store().estate(10);
    assertThat(estate.losses()).containsExactly(loss());
    store().update(List.copyOf(estate.losses()));
    assertThat(store().estate(10).isEmpty()).isTrue();
    assertThat(openRuns(schedule).getFirst().state()).isInstanceOf(RunState.Waiting.class);
  }

  @Test
  void is_left_alone_while_the_node_lives() {
    begin(dead, 7, timer);
    store().closeEstate(List.of(new IntentKey(dead.node(), 7)));
    bury(dead, heir);
    assertThat(store().estate(10).losses()).containsExactly(loss());
  }

  @Test
  void is_dealt_with_in_parts() {
    List<Timer> timers = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      timers.add(create(everyMinute()));
    }
    advance(MINUTE);
    store().beat(dead.node(), LEASE);
    for (int batch = 0; batch < 3; batch++) {
      begin(dead, batch, timers.subList(10 * batch, 10 * batch + 10).toArray(Timer[]::new));
    }
    bury(dead, heir);

    int parts = 0;
    for (Estate part = store().estate(10); !part.isEmpty(); part = store().estate(10)) {
      store().update(List.copyOf(part.losses()));
      store().closeEstate(part.intents());
      assertThat(++parts).isLessThan(20);
    }
    for (Timer one : timers) {
      assertThat(store().openRuns(ORG, one.scheduleId())).hasSize(1);
    }
  }

  @Test
  void is_handed_on_when_the_place_is_taken_again() {
    Pulse before = store().join("a", "data", LEASE);
    store().release(dead.node(), leases(dead));
    Owner holder = new Owner(before.node(), store().acquire(before.node(), Timer.SHARDS));
    begin(holder, 1, timer);
    Pulse after = store().join("a", "data", LEASE);

    assertThat(after.estateOpen()).isTrue();
    assertThat(store().estate(10).losses())
        .extracting(Command.Lose::deadNode)
        .containsExactly(before.node());
  }

  private List<ShardLease> leases(Owner owner) {
    List<ShardLease> leases = new ArrayList<>();
    owner.fences().forEach((shard, fence) -> leases.add(new ShardLease(shard, fence)));
    return leases;
  }
}
