package dev.carillon.simulator;

import dev.carillon.simulator.FaultPlan.Fault;
import java.time.Duration;
import java.util.List;

/** Carries out the faults of a plan. */
final class Nemesis {

  private final World world;
  private final Network network;
  private final FaultPlan plan;
  private final Dice dice;
  private final Duration lease;

  Nemesis(World world, Network network, FaultPlan plan, Duration lease, Dice dice) {
    this.world = world;
    this.network = network;
    this.plan = plan;
    this.lease = lease;
    this.dice = dice;
  }

  void plan(long until) {
    repeat(Fault.CRASH, 5, until, this::crash);
    repeat(Fault.PAUSE, 8, until, this::pause);
    repeat(Fault.RESTART, 4, until, this::restart);
    repeat(Fault.SLOW_NODE, 2, until, this::slow);
    repeat(Fault.OUTAGE, 3, until, this::outage);
    repeat(Fault.CLOCK_JUMP, 3, until, this::jump);
  }

  private void repeat(Fault fault, int most, long until, Runnable action) {
    if (plan.has(fault)) {
      int times = dice.between(1, most);
      for (int i = 0; i < times; i++) {
        world.plan(dice.between(0L, until), action);
      }
    }
  }

  private void crash() {
    List<SimProcess> running = world.running();
    if (running.isEmpty()) {
      return;
    }
    int victims = dice.chance(0.15) ? running.size() : 1;
    for (int i = 0; i < victims; i++) {
      SimProcess victim = victims == 1 ? dice.pick(running) : running.get(i);
      world.trace.line(victim.name + " crashes as node " + victim.node());
      victim.crash();
      long down = dice.nanos(Duration.ofMillis(1), lease.multipliedBy(2));
      world.events.in(down, () -> world.restart(victim));
    }
  }

  private void pause() {
    List<SimProcess> running = world.running();
    if (!running.isEmpty()) {
      SimProcess victim = dice.pick(running);
      long nanos = dice.nanos(Duration.ZERO, lease.multipliedBy(3));
      world.trace.line(victim.name + " is paused for " + Duration.ofNanos(nanos));
      victim.pause(nanos);
    }
  }

  private void restart() {
    List<SimProcess> running = world.running();
    if (!running.isEmpty()) {
      SimProcess victim = dice.pick(running);
      world.trace.line(victim.name + " is asked to stop");
      victim.stop();
    }
  }

  private void slow() {
    List<SimProcess> running = world.running();
    if (!running.isEmpty()) {
      SimProcess victim = dice.pick(running);
      victim.slowDown(dice.between(5, 100));
      world.trace.line(victim.name + " becomes slow");
      world.events.in(
          dice.nanos(Duration.ofSeconds(1), Duration.ofSeconds(20)), () -> victim.slowDown(1));
    }
  }

  private void outage() {
    long nanos = dice.nanos(Duration.ofMillis(10), lease.multipliedBy(4));
    world.trace.line("the database is down for " + Duration.ofNanos(nanos));
    long from = world.events.now();
    world.facts.outages.add(new Facts.Outage(from, from + nanos));
    if (nanos > lease.toNanos()) {
      world.reached(Mark.OUTAGE_LONGER_THAN_LEASE);
    }
    network.outage(nanos);
    world.events.in(nanos + 1, world::reconnected);
  }

  private void jump() {
    Duration by =
        dice.oneOf(
            dice.millis(-2_000, 2_000),
            Duration.ofSeconds(dice.between(-60, 120)),
            Duration.ofMinutes(dice.between(-60, 180)),
            Duration.ofHours(24));
    if (by.isNegative()) {
      world.reached(Mark.CLOCK_WENT_BACK);
    }
    world.trace.line("the database's clock jumps by " + by);
    world.clock.jump(by);
  }
}
