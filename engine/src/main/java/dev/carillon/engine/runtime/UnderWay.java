package dev.carillon.engine.runtime;

import dev.carillon.engine.dispatch.Delivery;
import dev.carillon.engine.target.RunContext;
import org.jspecify.annotations.Nullable;

/**
 * An attempt that is carried out on a thread which has carried out others before it and goes on to
 * others after it: an interrupt reaches the thread only in between.
 */
final class UnderWay implements Delivery.Interrupter {

  private final RunContext run;
  private @Nullable Thread thread;
  private boolean cancelled;

  UnderWay(RunContext run) {
    this.run = run;
  }

  RunContext run() {
    return run;
  }

  @Override
  public synchronized void interrupt(String reason) {
    run.cancel(reason);
    cancelled = true;
    if (thread != null) {
      thread.interrupt();
    }
  }

  /**
   * On the thread that carries it out, which finds itself interrupted if it was cancelled before.
   */
  synchronized void begins() {
    thread = Thread.currentThread();
    if (cancelled) {
      thread.interrupt();
    }
  }

  /** Whatever interrupt there was is not the next one's. */
  void ends() {
    synchronized (this) {
      thread = null;
    }
    run.delivery().interruptBy(null);
    Thread.interrupted();
  }
}
