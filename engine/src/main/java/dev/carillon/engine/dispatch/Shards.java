package dev.carillon.engine.dispatch;

import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.NodeStore.ShardLease;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The shards this node owns, and whether it works in them. */
final class Shards {

  enum Stage {
    /** Just taken; what dead nodes left must be dealt with before anything starts. */
    TAKEN,
    /** Its slots are read and begun. */
    OPEN,
    /** To be given back as soon as nothing of it is under way in memory. */
    CLOSING
  }

  private static final class Owned {
    final long fence;
    Stage stage = Stage.TAKEN;

    Owned(long fence) {
      this.fence = fence;
    }
  }

  /** By the number of the shard: asked for with every slot. */
  private final @Nullable Owned[] owned = new Owned[Timer.SHARDS];

  /** Adds what the database says we own and we did not know; returns whether there was any. */
  boolean took(List<ShardLease> leases) {
    boolean news = false;
    for (ShardLease lease : leases) {
      Owned known = owned[lease.shard()];
      if (known == null || known.fence != lease.fence()) {
        owned[lease.shard()] = new Owned(lease.fence());
        news = true;
      }
    }
    return news;
  }

  /** Shards that the database does not say we own are not ours, whatever memory holds. */
  List<Integer> keepOnly(List<ShardLease> leases) {
    List<Integer> lost = new ArrayList<>();
    Set<Integer> said = new HashSet<>();
    leases.forEach(lease -> said.add(lease.shard()));
    for (int shard = 0; shard < owned.length; shard++) {
      if (owned[shard] != null && !said.contains(shard)) {
        owned[shard] = null;
        lost.add(shard);
      }
    }
    return lost;
  }

  void gaveBack(List<ShardLease> leases) {
    leases.forEach(lease -> owned[lease.shard()] = null);
  }

  List<ShardLease> in(Stage stage) {
    List<ShardLease> found = new ArrayList<>();
    for (int shard = 0; shard < owned.length; shard++) {
      Owned own = owned[shard];
      if (own != null && own.stage == stage) {
        found.add(new ShardLease(shard, own.fence));
      }
    }
    return found;
  }

  /** The shards whose slots are read and begun. */
  Set<Integer> open() {
    Set<Integer> found = new TreeSet<>();
    in(Stage.OPEN).forEach(lease -> found.add(lease.shard()));
    return found;
  }

  void open(List<ShardLease> leases) {
    for (ShardLease lease : leases) {
      Owned own = owned[lease.shard()];
      if (own != null && own.fence == lease.fence() && own.stage == Stage.TAKEN) {
        own.stage = Stage.OPEN;
      }
    }
  }

  /** Marks so many open shards, the highest first, as to be given back. */
  List<Integer> close(int count) {
    List<Integer> closing = new ArrayList<>();
    List<ShardLease> open = in(Stage.OPEN).reversed();
    for (ShardLease lease : open.subList(0, Math.min(count, open.size()))) {
      Owned own = owned[lease.shard()];
      if (own != null) {
        own.stage = Stage.CLOSING;
        closing.add(lease.shard());
      }
    }
    return closing;
  }

  /** The fence under which slots of the shard may begin, or null when none may. */
  @Nullable Long fenceToBegin(int shard) {
    Owned own = owned[shard];
    return own == null || own.stage != Stage.OPEN ? null : own.fence;
  }

  boolean isOpen(int shard) {
    return fenceToBegin(shard) != null;
  }

  /** The fence under which the node owns the shard, at work in it or not. */
  @Nullable Long fence(int shard) {
    Owned own = owned[shard];
    return own == null ? null : own.fence;
  }

  int count() {
    int count = 0;
    for (Owned own : owned) {
      if (own != null) {
        count++;
      }
    }
    return count;
  }

  int countClosing() {
    return in(Stage.CLOSING).size();
  }
}
