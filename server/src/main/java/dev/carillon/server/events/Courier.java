package dev.carillon.server.events;

import dev.carillon.engine.store.StoreException;
import dev.carillon.server.store.Outbox;
import dev.carillon.server.store.WebhookDelivery.End;
import dev.carillon.server.store.WebhookDelivery.Taken;
import dev.carillon.server.store.WebhookDelivery.UnderWay;
import dev.carillon.server.web.Json;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Delivers events to webhooks, from an outbox that all servers share. A delivery that a server took
 * and did not report, because it died, is taken by another when its lease has run out: a receiver
 * may hear of an event twice, under the same {@code webhook-id}, and never not at all.
 */
public final class Courier implements AutoCloseable {

  private record Receiver(int orgId, UUID webhookId) {

    static Receiver of(Taken taken) {
      return new Receiver(taken.orgId(), taken.webhookId());
    }
  }

  private static final Logger log = LoggerFactory.getLogger(Courier.class);

  /** Each is a virtual thread that waits, mostly. */
  private static final int MOST = 128;

  /** A receiver that hangs takes no more than its share of them. */
  private static final int MOST_OF_ONE = 8;

  /**
   * An organization takes further ones while it has no more than a quarter of those that are free:
   * 32 when nobody else has any, fewer the more do, so that the next to come finds one too.
   */
  private static final int SHARE = 4;

  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

  /** Longer than a receiver may take, with room for a slow database. */
  private static final Duration LEASE = Duration.ofSeconds(90);

  private static final int GONE = 410;
  private static final int LONGEST_ERROR = 1_000;

  private final Outbox outbox;
  private final Sender sender;
  private final int maxAttempts;
  private final Backoff backoff;
  private final Map<Receiver, Integer> underWay = new HashMap<>();

  /** Whether some that are due may be waiting only for others of ours to end. */
  private boolean full;

  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
  private final Map<String, LongAdder> counts =
      Map.of("delivered", new LongAdder(), "failed", new LongAdder(), "dead", new LongAdder());
  private final Rounds rounds;

  public Courier(Outbox outbox, Sender sender, int maxAttempts, Duration retryDelay) {
    this.outbox = outbox;
    this.sender = sender;
    this.maxAttempts = maxAttempts;
    backoff = new Backoff(retryDelay);
    rounds = new Rounds("carillon-webhooks", this::round);
  }

  private Duration round() {
    List<UnderWay> ours = ours();
    int room = MOST - ours.stream().mapToInt(UnderWay::count).sum();
    if (room <= 0) {
      return LOOK_EVERY; // whoever is done wakes us
    }
    int share = Math.max(1, room / SHARE);
    List<Taken> taken = outbox.claim(ours, MOST_OF_ONE, share, room, LEASE);
    taken.forEach(this::start);
    noteWhetherFull(share);
    return taken.isEmpty() ? LOOK_EVERY : LOOK_AGAIN;
  }

  private synchronized List<UnderWay> ours() {
    return underWay.entrySet().stream()
        .map(entry ->
            new UnderWay(entry.getKey().orgId(), entry.getKey().webhookId(), entry.getValue()))
        .toList();
  }

  private synchronized void noteWhetherFull(int share) {
    Map<Integer, Integer> byOrganization = new HashMap<>();
    underWay.forEach(
        (receiver, count) -> byOrganization.merge(receiver.orgId(), count, Integer::sum));
    int all = byOrganization.values().stream().mapToInt(Integer::intValue).sum();
    full = all >= MOST || byOrganization.values().stream().anyMatch(count -> count >= share);
  }

  private void start(Taken taken) {
    synchronized (this) {
      underWay.merge(Receiver.of(taken), 1, Integer::sum);
    }
    Thread thread = Thread.ofVirtual().unstarted(() -> carry(taken));
    threads.add(thread);
    thread.start();
  }

  private void carry(Taken taken) {
    try {
      End end = end(taken, sender.send(taken.orgId(), id(taken), taken.url(), body(taken)));
      count(end);
      outbox.settle(taken, end);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // another server takes it when the lease has run out
    } catch (StoreException e) {
      log.warn(
          "The end of a delivery could not be written down: {}. It is sent again in {} s.",
          e.getMessage(),
          LEASE.toSeconds());
    } catch (RuntimeException e) {
      log.error("A delivery failed in a way nobody thought of; it is sent again.", e);
    } finally {
      threads.remove(Thread.currentThread());
      done(taken);
    }
  }

  private void done(Taken taken) {
    boolean more;
    synchronized (this) {
      Receiver receiver = Receiver.of(taken);
      underWay.computeIfPresent(receiver, (_, count) -> count == 1 ? null : count - 1);
      int others = underWay.getOrDefault(receiver, 0);
      more = full || others == 0 || others == MOST_OF_ONE - 1;
    }
    if (more) {
      rounds.soon();
    }
  }

  /** The same at every try: a receiver knows by it what it has had already. */
  private static String id(Taken taken) {
    return taken.event().toString();
  }

  private static byte[] body(Taken taken) {
    ObjectNode body = Json.object();
    body.put("type", taken.type()).put("timestamp", Json.instant(taken.at()));
    body.set("data", Json.stored(taken.data()));
    return Json.bytes(body);
  }

  private End end(Taken taken, Sender.Result result) {
    Integer status = result.status();
    if (status != null && status / 100 == 2) {
      return new End.Delivered(status);
    }
    String told = result.error() == null ? "answered " + status : result.error();
    String error = told.length() > LONGEST_ERROR ? told.substring(0, LONGEST_ERROR) + "…" : told;
    if (status != null && status == GONE) {
      outbox.disable(taken.orgId(), taken.webhookId(), "its receiver answered 410 Gone");
      return new End.Dead(status, error);
    }
    if (taken.attempt() >= maxAttempts) {
      log.warn(
          "Event {} could not be delivered to webhook {} in {} tries and is given up: {}",
          taken.event(),
          taken.webhookId(),
          taken.attempt(),
          error);
      return new End.Dead(status, error);
    }
    Duration wait = backoff.after(taken.attempt(), taken.event().seq());
    Duration asked = result.retryAfter();
    return new End.Again(
        (asked != null && asked.compareTo(wait) > 0 ? asked : wait).toMillis(), status, error);
  }

  private void count(End end) {
    String word =
        switch (end) {
          case End.Delivered _ -> "delivered";
          case End.Again _ -> "failed";
          case End.Dead _ -> "dead";
        };
    LongAdder counter = counts.get(word);
    if (counter != null) {
      counter.increment();
    }
  }

  /** Tries by how they ended. */
  public Map<String, LongAdder> counts() {
    return counts;
  }

  @Override
  public void close() {
    rounds.close();
    threads.forEach(Thread::interrupt);
  }
}
