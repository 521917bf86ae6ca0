package dev.carillon.simulator.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.NodeStore.ShardLease;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Who owns a shard, and under which fence. */
abstract class ShardContract extends StoreFixture {

  ShardContract(StoreSubject subject) {
    super(subject);
  }

  @Test
  void is_taken_by_one_node_only() {
    int a = store().join("a", null, LEASE).node();
    int b = store().join("b", null, LEASE).node();
    List<ShardLease> first = store().acquire(a, 40);
    List<ShardLease> second = store().acquire(b, 40);

    assertThat(first).hasSize(40);
    assertThat(second).hasSize(24);
    Set<Integer> all = new HashSet<>();
    first.forEach(shard -> all.add(shard.shard()));
    second.forEach(shard -> all.add(shard.shard()));
    assertThat(all).hasSize(Timer.SHARDS);
    assertThat(store().acquire(a, 1)).isEmpty();
  }

  @Test
  void has_a_higher_fence_with_each_owner() {
    int a = store().join("a", null, LEASE).node();
    int b = store().join("b", null, LEASE).node();
    List<ShardLease> first = store().acquire(a, Timer.SHARDS);
    store().release(a, first.subList(0, 1));
    ShardLease again = store().acquire(b, 1).getFirst();

    assertThat(again.shard()).isEqualTo(first.getFirst().shard());
    assertThat(again.fence()).isGreaterThan(first.getFirst().fence());
  }

  @Test
  void is_given_back_only_by_its_owner_under_its_fence() {
    int a = store().join("a", null, LEASE).node();
    int b = store().join("b", null, LEASE).node();
    List<ShardLease> owned = store().acquire(a, 2);
    ShardLease first = owned.getFirst();
    store().release(b, owned);
    store().release(a, List.of(new ShardLease(first.shard(), first.fence() - 1)));
    assertThat(store().beat(a, LEASE).owned()).hasSize(2);

    store().release(a, List.of(first));
    store().release(a, List.of(first));
    assertThat(store().beat(a, LEASE).owned()).containsExactly(owned.getLast());
  }
}
