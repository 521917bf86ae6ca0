package dev.carillon.server.events;

import dev.carillon.engine.clock.Ticker;
import dev.carillon.server.store.Event;
import dev.carillon.server.store.Events;
import dev.carillon.server.store.Position;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads events once for all who listen on this server. While nobody does it asks nothing; while
 * somebody does it looks ten times a second for all organizations at once, so that an event of any
 * server is here within about a tenth of a second. No notification is involved: PostgreSQL lets
 * transactions that notify commit one at a time only, and the busiest ones would have to.
 */
public final class Hub implements AutoCloseable {

  private static final Duration LOOK_EVERY = Duration.ofMillis(100);
  private static final Duration IDLE = Duration.ofSeconds(60);
  private static final Duration LISTEN_EVERY = Duration.ofSeconds(15);

  /** A stream that comes back within this time has missed no success. */
  static final Duration LISTEN_FOR = Duration.ofSeconds(90);

  private static final int PAGE = 500;

  /** Those of one organization, and how far they have been served. */
  private static final class Channel {
    final List<Subscriber> subscribers = new ArrayList<>();
    Position position;
    long listenAt;

    Channel(Position position, long listenAt) {
      this.position = position;
      this.listenAt = listenAt;
    }
  }

  private final Ticker ticker;
  private final Events events;
  private final Map<Integer, Channel> channels = new HashMap<>();
  private final AtomicLong cut = new AtomicLong();
  private @Nullable Rounds rounds;
  private boolean closed;

  public Hub(Ticker ticker, Events events) {
    this.ticker = ticker;
    this.events = events;
  }

  /** From now on the caller's thread is to take events from the buffer of what is returned. */
  Subscriber join(int orgId, boolean successes, Predicate<Event> wanted) {
    long since = successes ? events.listen(orgId, LISTEN_FOR) : Subscriber.NO_SUCCESSES;
    Position tip = events.tip();
    synchronized (this) {
      listened(orgId, since);
      Channel channel =
          channels.computeIfAbsent(
              orgId, _ -> new Channel(tip, ticker.nanos() + LISTEN_EVERY.toNanos()));
      Subscriber subscriber =
          new Subscriber(orgId, since, wanted, channel.position, Thread.currentThread());
      channel.subscribers.add(subscriber);
      if (closed) {
        subscriber.stop();
      } else if (rounds == null) {
        rounds = new Rounds("carillon-events", this::look);
      } else {
        rounds.soon();
      }
      return subscriber;
    }
  }

  synchronized void leave(Subscriber subscriber) {
    subscriber.end();
    Channel channel = channels.get(subscriber.orgId);
    if (channel != null) {
      channel.subscribers.remove(subscriber); // unless it was cut off
      if (channel.subscribers.isEmpty()) {
        channels.remove(subscriber.orgId);
      }
    }
  }

  private Duration look() {
    Map<Integer, Position> positions = positions();
    if (positions.isEmpty()) {
      return IDLE;
    }
    // Before anything is told: after an outage a stream must not go on beyond what it has missed.
    for (int orgId : toListenTo()) {
      listened(orgId, events.listen(orgId, LISTEN_FOR));
    }
    for (int orgId : events.news(positions)) {
      Position position = positions.get(orgId);
      List<Event> page = List.of();
      do {
        page = position == null ? page : events.after(orgId, position, PAGE);
        if (!page.isEmpty()) {
          position = page.getLast().position();
          deliver(orgId, page, position);
        }
      } while (page.size() == PAGE);
    }
    return LOOK_EVERY;
  }

  private synchronized Map<Integer, Position> positions() {
    Map<Integer, Position> positions = new HashMap<>();
    channels.forEach((orgId, channel) -> positions.put(orgId, channel.position));
    return positions;
  }

  private synchronized void deliver(int orgId, List<Event> page, Position upTo) {
    Channel channel = channels.get(orgId);
    if (channel == null || channel.position.compareTo(page.getFirst().position()) >= 0) {
      return; // they have all left, and others have come, who begin later
    }
    for (Event event : page) {
      channel.subscribers.removeIf(subscriber -> {
        boolean slow = !subscriber.offer(event);
        if (slow) {
          cut.incrementAndGet();
        }
        return slow;
      });
    }
    channel.position = upTo;
  }

  private synchronized List<Integer> toListenTo() {
    List<Integer> orgs = new ArrayList<>();
    channels.forEach((orgId, channel) -> {
      boolean due = ticker.nanos() - channel.listenAt >= 0;
      if (due && channel.subscribers.stream().anyMatch(Subscriber::successes)) {
        orgs.add(orgId);
      }
    });
    return orgs;
  }

  /**
   * Ends the streams that have missed successes because this server could not say for too long that
   * they are wanted. Their readers come back with the last event they saw, and are told so.
   */
  private synchronized void listened(int orgId, long since) {
    Channel channel = channels.get(orgId);
    if (channel == null || since == Subscriber.NO_SUCCESSES) {
      return;
    }
    channel.listenAt = ticker.nanos() + LISTEN_EVERY.toNanos();
    channel.subscribers.removeIf(subscriber -> {
      boolean missed = subscriber.successes() && subscriber.since < since;
      if (missed) {
        subscriber.stop();
      }
      return missed;
    });
  }

  /** Streams open on this server. */
  public synchronized int streams() {
    return channels.values().stream().mapToInt(channel -> channel.subscribers.size()).sum();
  }

  /** Streams cut off because their reader was too slow. */
  public long cutOff() {
    return cut.get();
  }

  @Override
  public void close() {
    Rounds looking;
    synchronized (this) {
      closed = true;
      channels.values().forEach(channel -> channel.subscribers.forEach(Subscriber::stop));
      looking = rounds;
    }
    if (looking != null) {
      looking.close();
    }
  }
}
