package dev.carillon.simulator.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.NodeStore.NodeSight;
import dev.carillon.engine.store.NodeStore.Pulse;
import dev.carillon.engine.store.NodeStore.ShardLease;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of nodes: leases, burials, places. */
abstract class NodeContract extends StoreFixture {

  NodeContract(StoreSubject subject) {
    super(subject);
  }

  @Test
  void has_a_number_that_was_never_given_before() {
    int first = store().join("a", null, LEASE).node();
    store().leave(first);
    int second = store().join("a", null, LEASE).node();

    assertThat(second).isGreaterThan(first);
  }

  @Test
  void learns_at_its_joining_what_there_is() {
    int other = store().join("a", null, LEASE).node();
    Pulse pulse = store().join("b", null, LEASE);

    assertThat(pulse.alive()).isTrue();
    assertThat(pulse.now()).isEqualTo(now());
    assertThat(pulse.owned()).isEmpty();
    assertThat(pulse.unowned()).isEqualTo(Timer.SHARDS);
    assertThat(pulse.estateOpen()).isFalse();
    assertThat(pulse.others()).extracting(NodeSight::node).containsExactly(other);
    assertThat(pulse.others().getFirst())
        .isEqualTo(
            new NodeSight(other, "a", sight(other).beat(), now().plus(LEASE), false, 0, now()));
  }

  @Test
  void renews_its_lease_with_each_beat_and_is_seen_to() {
    Owner owner = owner();
    long beat = sight(owner.node()).beat();
    advance(Duration.ofSeconds(4));
    Pulse pulse = store().beat(owner.node(), LEASE);

    assertThat(pulse.alive()).isTrue();
    assertThat(pulse.owned()).hasSize(Timer.SHARDS);
    assertThat(sight(owner.node()).beat()).isGreaterThan(beat);
    assertThat(sight(owner.node()).expiresAt()).isEqualTo(now().plus(LEASE));
    assertThat(sight(owner.node()).shards()).isEqualTo(Timer.SHARDS);
  }

  @Test
  void renews_a_lease_that_has_run_out_while_nobody_buried_it() {
    Owner owner = owner();
    advance(LEASE.multipliedBy(3));

    assertThat(store().beat(owner.node(), LEASE).alive()).isTrue();
    assertThat(store().beat(owner.node(), LEASE).owned()).hasSize(Timer.SHARDS);
  }

  @Test
  void is_not_revived_by_a_beat_once_it_was_buried() {
    Owner dead = owner();
    int heir = store().join("heir", null, LEASE).node();
    bury(dead, heir);
    NodeSight buried = sight(dead.node());

    Pulse pulse = store().beat(dead.node(), LEASE);
    assertThat(pulse.alive()).isFalse();
    assertThat(pulse.owned()).isEmpty();
    assertThat(buried.dead()).isTrue();
    assertThat(sight(dead.node())).isEqualTo(buried);
  }

  @Test
  void is_not_buried_while_its_lease_lasts() {
    Owner owner = owner();
    int heir = store().join("heir", null, LEASE).node();
    advance(LEASE.minusMillis(1));

    assertThat(store().bury(owner.node(), sight(owner.node()).beat(), heir)).isFalse();
    assertThat(store().beat(owner.node(), LEASE).owned()).hasSize(Timer.SHARDS);
  }

  @Test
  void is_not_buried_when_it_has_beaten_since_it_was_seen() {
    Owner owner = owner();
    long seen = sight(owner.node()).beat();
    int heir = store().join("heir", null, LEASE).node();
    store().beat(owner.node(), LEASE);
    advance(LEASE.plusMillis(1));

    assertThat(store().bury(owner.node(), seen, heir)).isFalse();
    assertThat(sight(owner.node()).dead()).isFalse();
  }

  @Test
  void is_buried_once() {
    Owner dead = owner();
    int heir = store().join("heir", null, LEASE).node();
    long beat = sight(dead.node()).beat();
    bury(dead, heir);

    assertThat(store().bury(dead.node(), beat, heir)).isFalse();
  }

  @Test
  void leaves_its_shards_to_its_heir_with_higher_fences() {
    Owner dead = owner();
    int heir = store().join("heir", null, LEASE).node();
    bury(dead, heir);

    List<ShardLease> owned = store().beat(heir, LEASE).owned();
    assertThat(owned).hasSize(Timer.SHARDS);
    assertThat(owned)
        .allSatisfy(
            shard -> assertThat(shard.fence()).isGreaterThan(dead.fences().get(shard.shard())));
  }

  @Test
  void leaves_its_shards_to_nobody_when_its_heir_is_dead_too() {
    Owner dead = owner();
    int heir = store().join("heir", null, LEASE).node();
    long beat = sight(dead.node()).beat();
    store().leave(heir);
    advance(LEASE.plusMillis(1));

    assertThat(store().bury(dead.node(), beat, heir)).isTrue();
    assertThat(store().join("next", null, LEASE).unowned()).isEqualTo(Timer.SHARDS);
  }

  @Test
  void is_declared_dead_at_once_when_another_takes_its_place() {
    Pulse before = store().join("a", "data-directory", LEASE);
    List<ShardLease> shards = store().acquire(before.node(), 10);
    Pulse after = store().join("a", "data-directory", LEASE);

    assertThat(after.owned()).hasSize(10);
    assertThat(after.owned())
        .zipSatisfy(shards, (now, then) -> assertThat(now.fence()).isGreaterThan(then.fence()));
    assertThat(store().beat(before.node(), LEASE).alive()).isFalse();
  }

  @Test
  void keeps_its_place_from_nobody_else() {
    Pulse a = store().join("a", "one", LEASE);
    Pulse b = store().join("b", "two", LEASE);
    store().join("c", null, LEASE);
    store().join("d", null, LEASE);

    assertThat(store().beat(a.node(), LEASE).alive()).isTrue();
    assertThat(store().beat(b.node(), LEASE).alive()).isTrue();
    assertThat(store().beat(b.node(), LEASE).others()).hasSize(3);
  }

  @Test
  void that_leaves_gives_its_shards_back_and_is_dead() {
    Owner owner = owner();
    int other = store().join("other", null, LEASE).node();
    store().leave(owner.node());
    store().leave(owner.node());

    Pulse pulse = store().beat(other, LEASE);
    assertThat(pulse.unowned()).isEqualTo(Timer.SHARDS);
    assertThat(pulse.others()).isEmpty();
    assertThat(pulse.estateOpen()).isFalse();
    assertThat(store().beat(owner.node(), LEASE).alive()).isFalse();
    assertThat(store().acquire(owner.node(), 1)).isEmpty();
  }

  @Test
  void is_listed_for_a_day_after_its_death() {
    Owner owner = owner();
    store().leave(owner.node());
    advance(Duration.ofHours(23));
    assertThat(sight(owner.node()).dead()).isTrue();

    advance(Duration.ofHours(2));
    assertThat(store().nodes()).isEmpty();
  }
}
