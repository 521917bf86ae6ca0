package dev.carillon.engine.dispatch;

import dev.carillon.engine.ledger.Reply;
import dev.carillon.engine.run.Attempt;
import dev.carillon.engine.run.Outcome;
import dev.carillon.engine.run.RunStatus;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * What the dispatcher counts; written on its own thread, read on any. One writer needs no atomic
 * addition: it reads its own last value and publishes the next, which costs the loop a plain store.
 */
public final class DispatchStats {

  /** Upper bounds of the histogram of lateness; the last bucket has none. */
  private static final long[] LATENESS_MILLIS = {
    1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000
  };

  private final AtomicLong started = new AtomicLong();
  private final AtomicLong settled = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private final AtomicLong buried = new AtomicLong();
  private final AtomicLong unanswered = new AtomicLong();
  private final AtomicLong latenessMillisMax = new AtomicLong();
  private final AtomicLong latenessMillisSum = new AtomicLong();
  private final AtomicLongArray lateness = new AtomicLongArray(LATENESS_MILLIS.length + 1);
  private final Map<RunStatus, AtomicLong> byStatus = new EnumMap<>(RunStatus.class);

  /** Unlike the others these have many writers. */
  private final Map<RunStatus, LongAdder> byRequest = new EnumMap<>(RunStatus.class);

  private final AtomicInteger held = new AtomicInteger();
  private final AtomicInteger ready = new AtomicInteger();
  private final AtomicInteger underWay = new AtomicInteger();

  DispatchStats() {
    for (RunStatus status :
        List.of(RunStatus.SUCCESS, RunStatus.ERROR, RunStatus.TIMEOUT, RunStatus.CANCELLED)) {
      byStatus.put(status, new AtomicLong());
      byRequest.put(status, new LongAdder());
    }
  }

  void started(Attempt attempt) {
    add(started, 1);
    long late = Math.max(0, Duration.between(attempt.dueAt(), attempt.startedAt()).toMillis());
    add(latenessMillisSum, late);
    int bucket = Arrays.binarySearch(LATENESS_MILLIS, late);
    int place = bucket < 0 ? -bucket - 1 : bucket;
    lateness.lazySet(place, lateness.get(place) + 1);
    if (late > latenessMillisMax.get()) {
      latenessMillisMax.lazySet(late);
    }
  }

  private static void add(AtomicLong counter, long amount) {
    counter.lazySet(counter.get() + amount);
  }

  /** A run that succeeded stands in the books. */
  void oneSettled() {
    settled(Outcome.Success.INSTANCE);
  }

  /** The end of an attempt stands in the books that none of this node's targets told of. */
  void ended(Reply reply) {
    if (reply instanceof Reply.Done done && done.ended() != null) {
      settled(done.ended());
    }
  }

  /** The same, on a thread of a user's: one asks for it, or a receiver reports. */
  public void endedByRequest(Reply reply) {
    if (reply instanceof Reply.Done done && done.ended() != null) {
      LongAdder counter = byRequest.get(done.ended().status());
      if (counter != null) {
        counter.increment();
      }
    }
  }

  void settled(Outcome outcome) {
    add(settled, 1);
    AtomicLong counter = byStatus.get(outcome.status());
    if (counter != null) {
      add(counter, 1);
    }
  }

  void oneRefused() {
    add(refused, 1);
  }

  void oneBuried() {
    add(buried, 1);
  }

  void oneUnanswered() {
    add(unanswered, 1);
  }

  void now(int timersHeld, int slotsReady, int attemptsUnderWay) {
    held.lazySet(timersHeld);
    ready.lazySet(slotsReady);
    underWay.lazySet(attemptsUnderWay);
  }

  /** Attempts begun. */
  public long started() {
    return started.get();
  }

  /** Attempts whose end stands in the books. */
  public long settled() {
    return settled.get() + byRequest.values().stream().mapToLong(LongAdder::sum).sum();
  }

  /** The same by how they ended. */
  public Map<RunStatus, Long> settledByStatus() {
    Map<RunStatus, Long> counts = new EnumMap<>(RunStatus.class);
    byStatus.forEach((status, counter) -> counts.put(status, counter.get()));
    byRequest.forEach((status, counter) -> counts.merge(status, counter.sum(), Long::sum));
    return counts;
  }

  /** Writes refused because another node holds the run. */
  public long refused() {
    return refused.get();
  }

  /** Nodes this one declared dead. */
  public long buried() {
    return buried.get();
  }

  /** Questions that the database did not answer. */
  public long unanswered() {
    return unanswered.get();
  }

  public long latenessMillisMax() {
    return latenessMillisMax.get();
  }

  /** Of all attempts begun, in all. */
  public long latenessMillisSum() {
    return latenessMillisSum.get();
  }

  /** Attempts by lateness: one count for each upper bound, and one for those beyond the last. */
  public long[] latenessCounts() {
    long[] counts = new long[lateness.length()];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = lateness.get(i);
    }
    return counts;
  }

  /** The upper bounds that {@link #latenessCounts} goes by, each included in its bucket. */
  public static long[] latenessBoundsMillis() {
    return LATENESS_MILLIS.clone();
  }

  /** Timers in memory, most of them not due yet. */
  public int held() {
    return held.get();
  }

  /** Slots that are due and wait for their beginning. */
  public int ready() {
    return ready.get();
  }

  /** Attempts carried out at this moment. */
  public int underWay() {
    return underWay.get();
  }
}
