package dev.carillon.simulator;

import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.Origin;
import dev.carillon.engine.run.RunState;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.NodeStore.NodeSight;
import dev.carillon.engine.store.ScheduleStore.Entry;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Some time after the last fault, everything is as if there had been none (I10). */
final class RecoveryCheck implements HistoryChecker.Check {

  private static final String RECOVERY = "I10 recovery";
  private static final Duration SOON = Duration.ofSeconds(3);

  @Override
  public void check(World world, List<Violation> violations) {
    Instant now = world.clock.now();
    if (!world.store.estate(1).isEmpty()) {
      violations.add(
          new Violation(RECOVERY, null, "dead nodes have left " + world.store.estate(9)));
    }
    int owned = 0;
    Set<Integer> living = new HashSet<>();
    for (NodeSight node : world.store.nodes()) {
      if (!node.dead()) {
        living.add(node.node());
        owned += node.shards();
        if (!node.leased(now)) {
          violations.add(new Violation(RECOVERY, null, "nobody has buried " + node));
        }
      }
    }
    if (owned != Timer.SHARDS) {
      violations.add(new Violation(RECOVERY, null, "only " + owned + " shards have an owner"));
    }
    if (!world.settings.narrow()) {
      for (Life life : world.facts.lives.values()) {
        schedule(world, life, living, violations);
      }
    }
  }

  private static void schedule(
      World world, Life life, Set<Integer> living, List<Violation> violations) {
    Entry entry = world.store.schedule(life.org, life.id);
    if (entry == null) {
      return;
    }
    Instant now = world.clock.now();
    List<OpenRun> open = world.store.openRuns(life.org, life.id);
    for (OpenRun run : open) {
      String problem = stuck(world, run, open, living, now);
      if (problem != null) {
        violations.add(new Violation(RECOVERY, life.id, problem + ": " + run));
      }
    }
    Timer timer = entry.timer();
    Instant due = timer.dueAt();
    if (due != null && due.isBefore(now.minus(SOON)) && !underWay(world, timer)) {
      violations.add(new Violation(RECOVERY, life.id, "nobody begins " + timer + " at " + now));
    }
    boolean slotOpen = open.stream().anyMatch(run -> run.origin() == Origin.SCHEDULE);
    if (entry.schedule().active() && due == null && !slotOpen) {
      violations.add(new Violation(RECOVERY, life.id, "it is active and has no slot: " + timer));
    }
  }

  private static boolean underWay(World world, Timer timer) {
    return world.facts.starts.stream()
        .anyMatch(start ->
            start.attempt.scheduleId().equals(timer.scheduleId())
                && start.attempt.slotAt().equals(timer.slotAt())
                && start.endedAt == Long.MAX_VALUE);
  }

  private static @org.jspecify.annotations.Nullable String stuck(
      World world, OpenRun run, List<OpenRun> open, Set<Integer> living, Instant now) {
    return switch (run.state()) {
      case RunState.Waiting waiting ->
          waiting.dueAt().isBefore(now.minus(SOON)) ? "nobody starts a run" : null;
      case RunState.Running running -> {
        if (!living.contains(running.node())) {
          yield "a run has lost its node";
        }
        Instant latest = now.minus(world.settings.lease().multipliedBy(2)).minus(SOON);
        yield running.deadlineAt().isBefore(latest) ? "nobody ends a run" : null;
      }
      case RunState.Queued _ ->
          open.stream().allMatch(other -> other.state() instanceof RunState.Queued)
              ? "nobody releases a run"
              : null;
      case RunState.Accepted accepted ->
          accepted.deadlineAt().isBefore(now.minus(SOON)) ? "nobody ends a run" : null;
      case RunState.Settled _ -> null;
    };
  }
}
