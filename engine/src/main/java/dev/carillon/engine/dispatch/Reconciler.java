package dev.carillon.engine.dispatch;

import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.RunState;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Compares what the books say runs on this node with what does.
 *
 * <p>It asks on the lane of the updates and while none is under way, so no answer of theirs can be
 * on its way. An attempt that the books have and memory has not was begun by a command whose answer
 * got lost. One that memory has and the books have not was ended by somebody else, or removed with
 * its schedule: nothing it does counts any more.
 */
final class Reconciler {

  private final Tenure tenure;
  private final Retry retry = new Retry();
  private final Set<UUID> asked = new HashSet<>();
  private boolean wanted;
  private boolean asking;

  Reconciler(Tenure tenure) {
    this.tenure = tenure;
  }

  void soon() {
    wanted = true;
  }

  boolean asking() {
    return asking;
  }

  long turn(long nanos) {
    if (!wanted || asking || tenure.updates.asking()) {
      return Long.MAX_VALUE;
    }
    if (nanos < retry.at()) {
      return retry.at();
    }
    wanted = false;
    asking = true;
    long started = tenure.flights.started();
    tenure.ask(
        Lane.UPDATE,
        "running on",
        store -> store.runningOn(tenure.node),
        runs -> answered(runs, started),
        problem -> {
          asking = false;
          wanted = true;
          retry.failed(tenure.nanos(), problem);
        });
    return Long.MAX_VALUE;
  }

  private void answered(List<OpenRun> runs, long started) {
    asking = false;
    retry.succeeded();
    tenure.flights.cancelOthersThan(
        runs.stream().map(OpenRun::id).collect(Collectors.toUnmodifiableSet()), started);
    for (OpenRun run : runs) {
      String cancelReason = run.cancelReason();
      if (tenure.flights.knows(run.id())) {
        if (cancelReason != null) {
          tenure.flights.cancel(run.id(), cancelReason);
        }
      } else if (run.state() instanceof RunState.Running running
          && !tenure.waiting.knows(run.id())
          && asked.add(run.id())) {
        resume(run, running);
      }
    }
  }

  private void resume(OpenRun run, RunState.Running running) {
    Long fence = tenure.shards.fenceToBegin(run.shard());
    if (fence != null && fence == running.fence() && !tenure.stopping()) {
      tenure.updates.add(
          new Command.Start(run.scheduleId(), run.id(), tenure.node, fence),
          reply -> {
            asked.remove(run.id());
            tenure.starter.begunInBooks(reply);
          });
    } else {
      // Begun under a lease on the shard that this node no longer has: it never started here.
      tenure.updates.add(
          new Command.Lose(
              run.scheduleId(), run.id(), run.slotAt(), tenure.node, running.startedAt()),
          _ -> {
            asked.remove(run.id());
            tenure.reader.openRunsSoon();
          });
    }
  }
}
