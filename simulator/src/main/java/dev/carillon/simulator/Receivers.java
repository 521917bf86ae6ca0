package dev.carillon.simulator;

import dev.carillon.engine.dispatch.Delivery;
import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.ledger.Reply;
import dev.carillon.engine.run.Attempt;
import dev.carillon.engine.run.Outcome;
import dev.carillon.engine.run.RunError;
import dev.carillon.engine.store.Store;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Those who accept attempts and report their end later. They live outside all processes: a node may
 * die before it has written down that somebody took the attempt over, or long after, and a report
 * may come early, late, twice or never.
 */
final class Receivers {

  private static final int MOST_TRIES = 6;

  private final World world;
  private final Store store;
  private final Network network;
  private final Dice dice;
  private final boolean there;

  /**
   * @param dice their own, and not of the world's: a world without receivers stays what it was
   */
  Receivers(World world, Store store, Network network, Dice dice) {
    this.world = world;
    this.store = store;
    this.network = network;
    this.dice = dice;
    there = dice.chance(0.3);
  }

  /** Whether a receiver takes this attempt over. */
  boolean accept() {
    return there && dice.chance(0.25);
  }

  /** How long it takes to accept. */
  long handshake() {
    return dice.nanos(Duration.ofMillis(1), Duration.ofMillis(400));
  }

  /** The receiver has the attempt, whether or not anybody hears of it. */
  void accepted(Delivery delivery) {
    Attempt attempt = delivery.attempt();
    Duration timeout = delivery.schedule().policies().timeout();
    if (dice.chance(0.1)) {
      return; // nothing is ever heard of it
    }
    if (dice.chance(0.3)) {
      Duration longer = dice.chance(0.5) ? null : dice.millis(1, 5_000);
      world.events.in(
          dice.nanos(Duration.ZERO, timeout),
          () ->
              ask(
                  new Command.Beat(
                      attempt.scheduleId(), attempt.runId(), attempt.retry(), longer)));
    }
    long work =
        dice.chance(0.7)
            ? dice.nanos(Duration.ZERO, Duration.ofSeconds(3))
            : dice.nanos(Duration.ZERO, timeout.multipliedBy(2));
    Outcome outcome = outcome(attempt);
    world.events.in(work, () -> report(attempt, outcome, 1));
  }

  private Outcome outcome(Attempt attempt) {
    Life life = world.facts.lives.get(attempt.scheduleId());
    return life == null || dice.between(0, 99) >= life.failPercent
        ? Outcome.Success.INSTANCE
        : new Outcome.Failure(new RunError("simulated", "the receiver failed"), null);
  }

  /** Reports, and reports again when it was not answered or came before its node's word. */
  private void report(Attempt attempt, Outcome outcome, int tries) {
    Reply reply =
        ask(new Command.Report(attempt.scheduleId(), attempt.runId(), attempt.retry(), outcome));
    if (reply instanceof Reply.Done) {
      world.facts.reports.add(new Facts.Report(attempt, outcome));
    }
    boolean again =
        reply == null
            || (reply instanceof Reply.Refused refused
                && refused.reason() == Reply.Reason.FENCED_OFF)
            || dice.chance(0.1);
    if (again && tries < MOST_TRIES) {
      world.events.in(
          dice.nanos(Duration.ofMillis(50), Duration.ofSeconds(2)),
          () -> report(attempt, outcome, tries + 1));
    }
  }

  /** What the store replied; null when it was not asked. */
  private @Nullable Reply ask(Command command) {
    if ("failed".equals(network.requestFate())) {
      return null;
    }
    Reply reply = store.update(List.of(command)).getFirst();
    world.trace.line(command.scheduleId(), "receiver says " + command + ": " + reply);
    return reply;
  }
}
