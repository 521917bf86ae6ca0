package dev.carillon.engine.dispatch;

import dev.carillon.engine.run.Attempt;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** What the dispatcher counts; written on its own thread, read on any. */
public final class DispatchStats {

  private final AtomicLong started = new AtomicLong();
  private final AtomicLong settled = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private final AtomicLong buried = new AtomicLong();
  private final AtomicLong latenessMillisMax = new AtomicLong();

  void started(Attempt attempt) {
    started.incrementAndGet();
    long lateness = Duration.between(attempt.dueAt(), attempt.startedAt()).toMillis();
    if (lateness > latenessMillisMax.get()) {
      latenessMillisMax.set(lateness);
    }
  }

  void oneSettled() {
    settled.incrementAndGet();
  }

  void oneRefused() {
    refused.incrementAndGet();
  }

  void oneBuried() {
    buried.incrementAndGet();
  }

  /** Attempts begun. */
  public long started() {
    return started.get();
  }

  /** Attempts whose end stands in the books. */
  public long settled() {
    return settled.get();
  }

  /** Writes refused because another node holds the run. */
  public long refused() {
    return refused.get();
  }

  /** Nodes this one declared dead. */
  public long buried() {
    return buried.get();
  }

  public long latenessMillisMax() {
    return latenessMillisMax.get();
  }
}
