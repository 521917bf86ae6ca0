package dev.carillon.server.store;

import dev.carillon.engine.clock.Ticker;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Room for looks that are too long for a request: how many are under way at a time, of all
 * organizations, and how long a request waits for one. Whoever finds no room waits for that in the
 * same time, so that no line outlives those who stand in it. Safe for all threads.
 */
public final class LookRoom implements AutoCloseable {

  /** One more than one, so that nobody's look holds up all others. */
  private static final int MOST = 2;

  /** With what a request does before and behind it, an answer is out within 50 ms. */
  private static final Duration PATIENCE = Duration.ofMillis(10);

  /**
   * How long a request goes on looking itself. What it has begun by then takes some ten
   * milliseconds more, or twice as long where the machine has other work.
   */
  private static final Duration ITSELF = Duration.ofMillis(15);

  /** An interrupted look ends with its connection, at once. */
  private static final Duration END = Duration.ofSeconds(5);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Ticker ticker;
  private final Duration patience;
  private final Set<Thread> underWay = new HashSet<>();
  private int begun;
  private boolean closed;

  public LookRoom(Ticker ticker) {
    this(ticker, PATIENCE);
  }

  /**
   * @param patience how long a request waits for a look
   */
  LookRoom(Ticker ticker, Duration patience) {
    this.ticker = ticker;
    this.patience = patience;
  }

  /** Guards all that is known of looks. */
  ReentrantLock lock() {
    return lock;
  }

  /** Told whenever a look has ended. */
  Condition changed() {
    return changed;
  }

  long nanos() {
    return ticker.nanos();
  }

  /** Whether a request that begins now still has time to look further. */
  BooleanSupplier whileTimely() {
    long began = ticker.nanos();
    return () -> ticker.nanos() - began < ITSELF.toNanos();
  }

  Duration patience() {
    return patience;
  }

  /**
   * Begins a look, by whoever holds the lock.
   *
   * @return whether there was room for it
   */
  boolean begin(Runnable look) {
    if (closed || underWay.size() >= MOST) {
      return false;
    }
    Thread thread = Thread.ofVirtual().name("carillon-look").unstarted(() -> carryOut(look));
    underWay.add(thread);
    begun++;
    thread.start();
    return true;
  }

  private void carryOut(Runnable look) {
    try {
      look.run();
    } finally {
      lock.lock();
      try {
        underWay.remove(Thread.currentThread());
        changed.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }

  /** Looks that have been begun so far. */
  int begun() {
    lock.lock();
    try {
      return begun;
    } finally {
      lock.unlock();
    }
  }

  int underWay() {
    lock.lock();
    try {
      return underWay.size();
    } finally {
      lock.unlock();
    }
  }

  /** Ends what is under way; nothing begins afterwards. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      // A virtual thread that waits for PostgreSQL has its connection closed by that.
      underWay.forEach(Thread::interrupt);
      long left = END.toNanos();
      while (!underWay.isEmpty() && left > 0) {
        left = changed.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }
}
