package dev.carillon.server.events;

import dev.carillon.engine.clock.Ticker;
import dev.carillon.server.store.Events;
import dev.carillon.server.store.Outbox;
import java.time.Duration;
import java.util.List;

/**
 * What somebody has to do from time to time: report schedules that are late, and sweep away what is
 * old. Every server does it; what one has done the next finds done.
 */
public final class Chores implements AutoCloseable {

  private static final Duration LONGEST_REST = Duration.ofSeconds(10);
  private static final Duration SWEEP_EVERY = Duration.ofMinutes(1);

  private final Ticker ticker;
  private final Events events;
  private final Outbox outbox;
  private final Duration lateAfter;
  private final Duration keep;
  private final List<Runnable> others;
  private final Rounds rounds;
  private long sweepAt;

  /**
   * @param others what else is to be done in every round
   */
  public Chores(
      Ticker ticker,
      Events events,
      Outbox outbox,
      Duration lateAfter,
      Duration keep,
      List<Runnable> others) {
    this.ticker = ticker;
    this.events = events;
    this.outbox = outbox;
    this.lateAfter = lateAfter;
    this.keep = keep;
    this.others = List.copyOf(others);
    sweepAt = ticker.nanos() + SWEEP_EVERY.toNanos();
    rounds = new Rounds("carillon-chores", this::round);
  }

  private Duration round() {
    events.noteLate(lateAfter);
    others.forEach(Runnable::run);
    if (ticker.nanos() - sweepAt >= 0) {
      sweepAt = ticker.nanos() + SWEEP_EVERY.toNanos();
      events.sweep(keep);
      outbox.sweep(keep);
    }
    return lateAfter.compareTo(LONGEST_REST) < 0 ? lateAfter : LONGEST_REST;
  }

  @Override
  public void close() {
    rounds.close();
  }
}
