package dev.carillon.engine.target;

import dev.carillon.engine.dispatch.Delivery;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One attempt as its target sees it: the event, the deadline, and whether it was cancelled. */
public final class RunContext {

  private final Delivery delivery;
  private final AtomicReference<@Nullable String> cancelReason = new AtomicReference<>();

  public RunContext(Delivery delivery) {
    this.delivery = delivery;
  }

  public UUID scheduledJobId() {
    return delivery.schedule().id();
  }

  public String scheduledJobName() {
    return delivery.schedule().name();
  }

  /** Slots concluded before this one. */
  public int repeatNumber() {
    return delivery.attempt().repeat();
  }

  /** Attempts of this run before this one. */
  public int retry() {
    return delivery.attempt().retry();
  }

  /** The same for all attempts of one slot: the key to do its work only once. */
  public UUID runId() {
    return delivery.attempt().runId();
  }

  /** Names this attempt: {@code sched-{schedule}-n{repeat}-rc{retry}}. */
  public String key() {
    return delivery.attempt().key();
  }

  /** The slot: the moment this run stands for, however late it starts. */
  public Instant scheduledFor() {
    return delivery.attempt().slotAt();
  }

  /** JSON text, {@code {}} when the schedule has none. */
  public String payload() {
    String payload = delivery.attempt().payload();
    return payload == null ? "{}" : payload;
  }

  /** When the attempt is interrupted, by the database's clock. */
  public Instant deadline() {
    return delivery.deadlineAt();
  }

  /** Grows with every change of the node in charge; an effect store can refuse smaller ones. */
  public long fence() {
    return delivery.attempt().fence();
  }

  public boolean cancelled() {
    return cancelReason.get() != null;
  }

  public @Nullable String cancelReason() {
    return cancelReason.get();
  }

  public Delivery delivery() {
    return delivery;
  }

  public void cancel(String reason) {
    cancelReason.compareAndSet(null, reason);
  }
}
