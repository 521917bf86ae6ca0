package dev.carillon.server.events;

import dev.carillon.server.store.Event;
import dev.carillon.server.store.Position;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Predicate;

/**
 * One who listens. What it has not taken yet waits in a bounded buffer; when that is full it is cut
 * off, and comes back with the id of the last event it saw.
 */
final class Subscriber {

  /** About half a megabyte: some seconds of a busy organization. */
  static final int BUFFER = 1_000;

  static final long NO_SUCCESSES = -1;

  final int orgId;

  /** From which transaction on it hears of successes. */
  final long since;

  final Predicate<Event> wanted;
  final BlockingQueue<Event> buffer = new ArrayBlockingQueue<>(BUFFER);

  /** What comes into the buffer is after this. */
  final Position from;

  private final Thread thread;
  private boolean ended;
  private boolean cut;

  Subscriber(int orgId, long since, Predicate<Event> wanted, Position from, Thread thread) {
    this.orgId = orgId;
    this.since = since;
    this.wanted = wanted;
    this.from = from;
    this.thread = thread;
  }

  boolean successes() {
    return since != NO_SUCCESSES;
  }

  /** False when it was too slow; its thread, which may hang in a write, is interrupted. */
  boolean offer(Event event) {
    if (!wanted.test(event) || buffer.offer(event)) {
      return true;
    }
    stop();
    return false;
  }

  synchronized void stop() {
    cut = true;
    if (!ended) {
      thread.interrupt();
    }
  }

  synchronized boolean stopped() {
    return cut;
  }

  /** Nobody interrupts its thread any more: that has other things to do. */
  synchronized void end() {
    ended = true;
  }
}
