package dev.carillon.server.events;

import dev.carillon.engine.store.StoreException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A thread that does something again and again, whatever goes wrong in between. */
final class Rounds implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Rounds.class);
  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);

  /** What is done. */
  interface Round {
    /** Returns how long to rest before the next. */
    Duration go();
  }

  private final Thread thread;
  private final Round round;
  private volatile boolean closed;
  private boolean failing;

  Rounds(String name, Round round) {
    this.round = round;
    thread = Thread.ofPlatform().name(name).daemon().start(this::run);
  }

  private void run() {
    while (!closed) {
      Duration rest = PAUSE_AFTER_FAILURE;
      try {
        rest = round.go();
        failing = false;
      } catch (StoreException e) {
        if (!closed && !failing) {
          log.warn("{} waits for the database: {}.", thread.getName(), e.getMessage());
        }
        failing = true;
      } catch (RuntimeException e) {
        log.error("{} failed in a way nobody thought of; it goes on.", thread.getName(), e);
      }
      if (!closed) {
        LockSupport.parkNanos(this, rest.toNanos());
      }
    }
  }

  /** Begins the next round now. */
  void soon() {
    LockSupport.unpark(thread);
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    try {
      thread.join(PAUSE_AFTER_FAILURE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
