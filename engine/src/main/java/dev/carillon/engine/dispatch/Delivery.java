package dev.carillon.engine.dispatch;

import dev.carillon.engine.run.Attempt;
import dev.carillon.engine.schedule.Schedule;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An attempt to carry out now. Who dispatched it and who carries it out each keep what is theirs in
 * it, so that neither has to look it up by the run's id when it ends.
 */
public final class Delivery {

  /** Ends the attempt early, if whoever carries it out heeds that. */
  @FunctionalInterface
  public interface Interrupter {
    void interrupt(String reason);
  }

  private final Attempt attempt;
  private final Schedule schedule;
  private final Instant deadlineAt;

  /** For the dispatcher; null where nobody waits for the end. */
  final @Nullable Flight flight;

  private volatile @Nullable Interrupter interrupter;

  public Delivery(Attempt attempt, Schedule schedule, Instant deadlineAt) {
    this(attempt, schedule, deadlineAt, null);
  }

  Delivery(Attempt attempt, Schedule schedule, Instant deadlineAt, @Nullable Flight flight) {
    this.attempt = attempt;
    this.schedule = schedule;
    this.deadlineAt = deadlineAt;
    this.flight = flight;
  }

  public Attempt attempt() {
    return attempt;
  }

  public Schedule schedule() {
    return schedule;
  }

  public Instant deadlineAt() {
    return deadlineAt;
  }

  /** From now on, {@link #interrupt} does this; null for an attempt that has ended. */
  public void interruptBy(@Nullable Interrupter how) {
    interrupter = how;
  }

  /** Does nothing to an attempt that is not under way. */
  public void interrupt(String reason) {
    Interrupter how = interrupter;
    if (how != null) {
      how.interrupt(reason);
    }
  }
}
