package dev.carillon.server.target;

import dev.carillon.engine.clock.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Connections kept for the next call to the same place. */
final class IdleConnections implements AutoCloseable {

  /**
   * Less than the servers' usual patience, so that we close first and lose no request to theirs.
   */
  private static final long LONGEST_IDLE = Duration.ofSeconds(4).toNanos();

  /**
   * As many as a busy server has on their way at once: with 512, more than a quarter of the calls
   * at full speed had to connect anew, which costs more than all else that a call does. Idle ones
   * go after seconds, and hold 4 KiB each.
   */
  private static final int MOST = 4_096;

  private final Ticker ticker;
  private final Map<Endpoint, Deque<Connection>> byEndpoint = new ConcurrentHashMap<>();
  private final AtomicInteger count = new AtomicInteger();
  private volatile boolean closed;

  IdleConnections(Ticker ticker) {
    this.ticker = ticker;
  }

  /**
   * The one used last, which is the least likely to be closed by the other side. One on which
   * something came meanwhile is not given out: its end, or an answer to nothing, which would count
   * for the next call.
   */
  @Nullable Connection take(Endpoint endpoint) {
    Deque<Connection> idle = byEndpoint.get(endpoint);
    if (idle == null) {
      return null;
    }
    for (Connection found = idle.pollFirst(); found != null; found = idle.pollFirst()) {
      count.decrementAndGet();
      if (ticker.nanos() - found.idleSince < LONGEST_IDLE && found.quiet()) {
        return found;
      }
      found.close();
    }
    return null;
  }

  void give(Endpoint endpoint, Connection connection) {
    if (count.incrementAndGet() > MOST) {
      count.decrementAndGet();
      connection.close();
      return;
    }
    connection.idleSince = ticker.nanos();
    // Inside, so that a sweep cannot take the empty deque away before this is in it.
    byEndpoint.compute(
        endpoint,
        (_, idle) -> {
          Deque<Connection> all = idle == null ? new ConcurrentLinkedDeque<>() : idle;
          all.addFirst(connection);
          return all;
        });
    if (closed) {
      sweep(0);
    }
  }

  /** Closes what has not been used for a while. */
  void sweep() {
    sweep(LONGEST_IDLE);
  }

  private void sweep(long longest) {
    long now = ticker.nanos();
    List<Endpoint> empty = new ArrayList<>();
    byEndpoint.forEach((endpoint, idle) -> {
      for (Connection last = idle.pollLast(); last != null; last = idle.pollLast()) {
        if (now - last.idleSince < longest) {
          idle.addLast(last);
          return;
        }
        count.decrementAndGet();
        last.close();
      }
      empty.add(endpoint);
    });
    empty.forEach(endpoint ->
        byEndpoint.computeIfPresent(endpoint, (_, idle) -> idle.isEmpty() ? null : idle));
  }

  int size() {
    return count.get();
  }

  /** Those on which nothing came; nobody may take any meanwhile. */
  long quiet() {
    return byEndpoint.values().stream().flatMap(Deque::stream).filter(Connection::quiet).count();
  }

  @Override
  public void close() {
    closed = true;
    sweep(0);
  }
}
