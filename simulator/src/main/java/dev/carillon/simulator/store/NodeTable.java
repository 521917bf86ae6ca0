package dev.carillon.simulator.store;

import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.NodeStore.NodeSight;
import dev.carillon.engine.store.NodeStore.ShardLease;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Nodes and the shards they own. */
final class NodeTable {

  private static final Duration REMEMBERED = Duration.ofDays(1);

  private final TreeMap<Integer, Node> nodes = new TreeMap<>();
  private final int[] owners = new int[Timer.SHARDS];
  private final long[] fences = new long[Timer.SHARDS];
  private int lastNumber;

  /** One process lifetime. */
  static final class Node {
    final int number;
    final String name;
    final @Nullable String place;
    final Instant startedAt;
    long beat = 1;
    Instant expiresAt;
    Duration lease;
    @Nullable Instant diedAt;

    private Node(
        int number, String name, @Nullable String place, Instant startedAt, Duration lease) {
      this.number = number;
      this.name = name;
      this.place = place;
      this.startedAt = startedAt;
      this.lease = lease;
      expiresAt = startedAt.plus(lease);
    }

    boolean dead() {
      return diedAt != null;
    }
  }

  Node add(String name, @Nullable String place, Instant now, Duration lease) {
    lastNumber++;
    return put(lastNumber, name, place, now, lease);
  }

  Node put(int number, String name, @Nullable String place, Instant now, Duration lease) {
    Node node = new Node(number, name, place, now, lease);
    nodes.put(number, node);
    return node;
  }

  /** Null when there is none of this number, or it is dead. */
  @Nullable Node living(int number) {
    Node node = nodes.get(number);
    return node == null || node.dead() ? null : node;
  }

  /** Null when no living node holds the place. */
  @Nullable Node holderOf(@Nullable String place) {
    if (place != null) {
      for (Node node : nodes.values()) {
        if (!node.dead() && place.equals(node.place)) {
          return node;
        }
      }
    }
    return null;
  }

  /** Declares the node dead; each of its shards goes to the heir, or to nobody when that is 0. */
  void end(Node node, int heir, Instant now) {
    node.diedAt = now;
    for (int shard = 0; shard < owners.length; shard++) {
      if (owners[shard] == node.number) {
        give(shard, heir);
      }
    }
  }

  List<ShardLease> acquire(int number, int atMost) {
    List<ShardLease> taken = new ArrayList<>();
    for (int shard = 0; shard < owners.length && taken.size() < atMost; shard++) {
      if (owners[shard] == 0) {
        give(shard, number);
        taken.add(new ShardLease(shard, fences[shard]));
      }
    }
    return taken;
  }

  void release(int number, List<ShardLease> shards) {
    for (ShardLease lease : shards) {
      if (owns(number, lease.shard(), lease.fence())) {
        owners[lease.shard()] = 0;
      }
    }
  }

  private void give(int shard, int number) {
    owners[shard] = number;
    if (number != 0) {
      fences[shard]++;
    }
  }

  boolean owns(int number, int shard, long fence) {
    return owners[shard] == number && fences[shard] == fence;
  }

  int owner(int shard) {
    return owners[shard];
  }

  long fence(int shard) {
    return fences[shard];
  }

  List<ShardLease> owned(int number) {
    List<ShardLease> owned = new ArrayList<>();
    for (int shard = 0; shard < owners.length; shard++) {
      if (owners[shard] == number) {
        owned.add(new ShardLease(shard, fences[shard]));
      }
    }
    return owned;
  }

  int unowned() {
    return owned(0).size();
  }

  /** True when the node is not dead and its lease has not run out. */
  boolean live(int number, Instant now) {
    Node node = living(number);
    return node != null && node.expiresAt.isAfter(now);
  }

  /** True when a node may be buried: its lease has run out, or is one of a clock set back since. */
  boolean expired(Node node, Instant now) {
    return !sight(node).leased(now);
  }

  Set<Integer> liveNodes(Instant now) {
    Set<Integer> live = new TreeSet<>();
    for (Node node : nodes.values()) {
      if (live(node.number, now)) {
        live.add(node.number);
      }
    }
    return live;
  }

  boolean dead(int number) {
    Node node = nodes.get(number);
    return node != null && node.dead();
  }

  List<NodeSight> othersThan(int number) {
    List<NodeSight> sights = new ArrayList<>();
    for (Node node : nodes.values()) {
      if (!node.dead() && node.number != number) {
        sights.add(sight(node));
      }
    }
    return sights;
  }

  List<NodeSight> remembered(Instant now) {
    List<NodeSight> sights = new ArrayList<>();
    for (Node node : nodes.values()) {
      if (node.diedAt == null || node.diedAt.isAfter(now.minus(REMEMBERED))) {
        sights.add(sight(node));
      }
    }
    return sights;
  }

  private NodeSight sight(Node node) {
    return new NodeSight(
        node.number,
        node.name,
        node.beat,
        node.expiresAt,
        node.lease,
        node.dead(),
        owned(node.number).size(),
        node.startedAt);
  }
}
