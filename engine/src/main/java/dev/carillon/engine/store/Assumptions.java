package dev.carillon.engine.store;

import dev.carillon.engine.store.RunStore.SlotClaim;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What claims have in common by shard: while all of it holds, each of them may begin. Claims that
 * assume something older than another one of their shard are doubtful, and their timers are to be
 * looked at.
 *
 * @param doubtful claims by index
 */
record Assumptions(List<OfShard> ofShards, BitSet doubtful) {

  /**
   * @param fence under which the shard is held
   * @param changes how often timers of the shard have been changed
   * @param lastDue when the last of the slots is due
   */
  record OfShard(int shard, long fence, long changes, Instant lastDue) {

    private boolean isFollowedBy(SlotClaim claim) {
      return claim.fence() > fence || (claim.fence() == fence && claim.changes() > changes);
    }

    private boolean holdsFor(SlotClaim claim) {
      return claim.fence() == fence && claim.changes() == changes;
    }

    private OfShard and(SlotClaim claim) {
      return claim.dueAt().isAfter(lastDue)
          ? new OfShard(shard, fence, changes, claim.dueAt())
          : this;
    }

    private static OfShard of(SlotClaim claim) {
      return new OfShard(claim.shard(), claim.fence(), claim.changes(), claim.dueAt());
    }
  }

  Assumptions {
    ofShards = List.copyOf(ofShards);
  }

  static Assumptions of(List<SlotClaim> claims) {
    @Nullable OfShard[] newest = new @Nullable OfShard[dev.carillon.engine.schedule.Timer.SHARDS];
    for (SlotClaim claim : claims) {
      OfShard known = newest[claim.shard()];
      boolean certain = claim.changes() != SlotClaim.UNKNOWN;
      if (certain && (known == null || known.isFollowedBy(claim))) {
        newest[claim.shard()] = OfShard.of(claim);
      }
    }
    BitSet doubtful = new BitSet(claims.size());
    for (int i = 0; i < claims.size(); i++) {
      SlotClaim claim = claims.get(i);
      OfShard known = newest[claim.shard()];
      if (known != null && known.holdsFor(claim)) {
        newest[claim.shard()] = known.and(claim);
      } else {
        doubtful.set(i);
      }
    }
    List<OfShard> ofShards = new ArrayList<>();
    for (OfShard known : newest) {
      if (known != null) {
        ofShards.add(known);
      }
    }
    return new Assumptions(ofShards, doubtful);
  }
}
