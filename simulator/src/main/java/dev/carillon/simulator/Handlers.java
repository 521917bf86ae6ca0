package dev.carillon.simulator;

import dev.carillon.engine.dispatch.Delivery;
import dev.carillon.engine.run.Answer;
import dev.carillon.engine.run.Attempt;
import dev.carillon.engine.run.Outcome;
import dev.carillon.engine.run.RunError;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the attempts of one process do: end soon, late, badly or never, and heed a cancel or not.
 */
final class Handlers {

  private final World world;
  private final SimProcess process;
  private final Dice dice;
  private final Map<UUID, Work> underWay = new LinkedHashMap<>();

  private record Work(Delivery delivery, Facts.Start start, boolean heedsCancel) {}

  Handlers(World world, SimProcess process, Dice dice) {
    this.world = world;
    this.process = process;
    this.dice = dice;
  }

  int underWay() {
    return underWay.size();
  }

  void start(Delivery delivery) {
    Attempt attempt = delivery.attempt();
    Facts.Start start = world.started(process, delivery);
    Work work = new Work(delivery, start, !dice.chance(0.1));
    Work before = underWay.put(attempt.runId(), work);
    if (before != null) {
      // A new attempt on the same process, while the old one has not heeded its cancel.
      before.start().endedAt = world.events.now();
    }
    if (world.receivers().accept()) {
      world.events.in(world.receivers().handshake(), () -> accept(work, delivery));
      return;
    }
    if (dice.chance(0.03)) {
      return; // hangs until it is cancelled
    }
    world.events.in(duration(delivery), () -> end(work, outcome(delivery)));
  }

  private long duration(Delivery delivery) {
    Duration timeout = delivery.schedule().policies().timeout();
    return switch (dice.between(0, 19)) {
      case 0 -> dice.nanos(Duration.ZERO, timeout.multipliedBy(2));
      case 1, 2 -> dice.nanos(Duration.ofMillis(200), Duration.ofSeconds(3));
      case 3 -> dice.nanos(Duration.ZERO, process.config.lease().multipliedBy(2));
      case 4 -> 0;
      default -> dice.nanos(Duration.ofMillis(1), Duration.ofMillis(80));
    };
  }

  private Outcome outcome(Delivery delivery) {
    Life life = world.facts.lives.get(delivery.attempt().scheduleId());
    int percent = life == null ? 0 : life.failPercent;
    if (dice.between(0, 99) >= percent) {
      return Outcome.Success.INSTANCE;
    }
    if (dice.chance(0.02)) {
      return new Outcome.Barred(new RunError("barred", "the grant was revoked"));
    }
    @Nullable Duration retryAfter = dice.chance(0.1) ? dice.millis(1, 5_000) : null;
    return new Outcome.Failure(new RunError("simulated", "it failed"), retryAfter);
  }

  void cancel(UUID runId, String reason) {
    Work work = underWay.get(runId);
    if (work != null && work.heedsCancel()) {
      world.events.in(
          dice.nanos(Duration.ZERO, Duration.ofMillis(50)),
          () -> end(work, new Outcome.Cancelled(reason)));
    }
  }

  private void end(Work work, Outcome outcome) {
    Attempt attempt = work.start().attempt;
    if (process.gone() || !underWay.remove(attempt.runId(), work)) {
      return;
    }
    work.start().endedAt = world.events.now();
    work.start().outcome = outcome;
    world.trace.line(
        attempt.scheduleId(),
        process.name + " ends " + attempt.runId() + " retry " + attempt.retry() + " " + outcome);
    process.finished(work.delivery(), outcome);
  }

  /** A receiver takes it over, and the process hears that, unless it is gone by then. */
  private void accept(Work work, Delivery delivery) {
    Attempt attempt = work.start().attempt;
    world.receivers().accepted(delivery);
    if (process.gone() || !underWay.remove(attempt.runId(), work)) {
      return;
    }
    work.start().endedAt = world.events.now();
    world.trace.line(
        attempt.scheduleId(),
        process.name + " hands over " + attempt.runId() + " retry " + attempt.retry());
    process.finished(delivery, Answer.TakenOver.INSTANCE);
  }

  /** The process is gone, and they with it. */
  void die() {
    for (Work work : underWay.values()) {
      work.start().endedAt = world.events.now();
    }
    underWay.clear();
  }
}
