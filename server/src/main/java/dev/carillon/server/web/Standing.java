package dev.carillon.server.web;

import dev.carillon.engine.clock.Ticker;
import dev.carillon.engine.store.StoreException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;

/**
 * Whether the caller of a request that lasts may still be answered. A token can be revoked and a
 * session can end while a stream is open; whoever writes one asks here before each round.
 */
public final class Standing {

  /** How often a stream has to ask, and how often the database is asked at most. */
  public static final Duration EVERY = Duration.ofSeconds(2);

  /**
   * Streams that ask at once, in this process. It is one index probe, so that two are enough for
   * thousands; while the database is away no more than these wait for it, and the pool is left to
   * others. Whoever finds no room asks in its next round.
   */
  private static final Semaphore ROOM = new Semaphore(2);

  private final Ticker ticker;
  private final BooleanSupplier stands;
  private long askAt;
  private boolean lost;

  Standing(Ticker ticker, BooleanSupplier stands) {
    this.ticker = ticker;
    this.stands = stands;
    askAt = ticker.nanos() + EVERY.toNanos();
  }

  /** True from the moment it is known that the token or the session is good no more. */
  public boolean lost() {
    if (lost || ticker.nanos() - askAt < 0 || !ROOM.tryAcquire()) {
      return lost;
    }
    try {
      lost = !stands.getAsBoolean();
    } catch (StoreException e) {
      // Without the database nothing happens that a stream could tell; it is asked again.
    } finally {
      ROOM.release();
    }
    askAt = ticker.nanos() + EVERY.toNanos();
    return lost;
  }
}
