package dev.carillon.engine.ledger;

import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Timer;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The books of one schedule, as the store read them under the schedule's lock.
 *
 * @param shardNode the node that owns the schedule's shard, or 0 when nobody does
 * @param shardFence the number of that ownership
 * @param liveNodes the nodes that are not dead and whose lease has not run out
 * @param recordedRuns of the runs a command speaks of, those that history already has; for one that
 *     takes slots away also the run of the next slot, when a node has noted that it begins it
 * @param unstartedThrough the latest slot that ended without a start, skipped or cancelled, or null
 */
public record Ledger(
    Schedule schedule,
    Timer timer,
    List<OpenRun> openRuns,
    int shardNode,
    long shardFence,
    Set<Integer> liveNodes,
    Set<UUID> recordedRuns,
    @Nullable Instant unstartedThrough) {

  public Ledger {
    openRuns = List.copyOf(openRuns);
    liveNodes = Set.copyOf(liveNodes);
    recordedRuns = Set.copyOf(recordedRuns);
  }

  public @Nullable OpenRun openRun(UUID runId) {
    for (OpenRun run : openRuns) {
      if (run.id().equals(runId)) {
        return run;
      }
    }
    return null;
  }
}
