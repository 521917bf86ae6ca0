package dev.carillon.server.target;

import dev.carillon.engine.clock.Ticker;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The machine's own name service.
 *
 * <p>A lookup holds its thread inside the operating system, where an interrupt does not reach, and
 * stays there after those who asked have given up. So threads of their own ask, at most a few for
 * one organization: names whose server does not answer hold up neither the threads that deliver nor
 * the names of others. A name that is being looked up is not asked for a second time; whoever wants
 * it waits for the same answer. Answers are good for a few seconds.
 */
final class SystemResolver implements Resolver, AutoCloseable {

  private static final Duration FRESH = Duration.ofSeconds(5);
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int MOST_REMEMBERED = 10_000;

  /** Lookups under way, each a thread that waits. */
  private static final int MOST = 128;

  /** What one organization may have of them. */
  private static final int MOST_OF_ONE = 8;

  /** Asks, and blocks until it knows. */
  interface NameService {
    InetAddress[] addresses(String host) throws UnknownHostException;
  }

  private record Known(List<InetAddress> addresses, long asOf) {}

  private record Lookup(long began, CompletableFuture<List<InetAddress>> answer) {}

  /** The places of one organization, while anybody holds or wants one. */
  private static final class Share {
    final Semaphore places = new Semaphore(MOST_OF_ONE, true);
    int users;
  }

  private final Ticker ticker;
  private final Duration patience;
  private final NameService names;
  private final Map<String, Known> known = new ConcurrentHashMap<>();
  private final Map<String, Lookup> underWay = new ConcurrentHashMap<>();
  private final Map<Integer, Share> shares = new ConcurrentHashMap<>();

  /** Fair, and nobody waits here with more than a share: the others are at most that far behind. */
  private final Semaphore places = new Semaphore(MOST, true);

  private final ExecutorService askers =
      Executors.newCachedThreadPool(
          Thread.ofPlatform().name("carillon-names-", 0).daemon().factory());

  SystemResolver(Ticker ticker) {
    this(ticker, PATIENCE, InetAddress::getAllByName);
  }

  /**
   * @param patience with a lookup from its beginning, and with the wait for a place before it
   */
  SystemResolver(Ticker ticker, Duration patience, NameService names) {
    this.ticker = ticker;
    this.patience = patience;
    this.names = names;
  }

  @Override
  public List<InetAddress> resolve(int orgId, String host)
      throws UnknownHostException, DeliveryException, InterruptedException {
    List<InetAddress> fresh = fresh(host);
    if (fresh != null) {
      return fresh;
    }
    Lookup lookup = underWay.get(host);
    if (lookup == null) {
      enter(orgId, host);
      // While we waited for the place, somebody else may have asked.
      fresh = fresh(host);
      if (fresh != null) {
        leave(orgId);
        return fresh;
      }
      lookup = begin(orgId, host);
    }
    return answer(host, lookup);
  }

  private @Nullable List<InetAddress> fresh(String host) {
    Known last = known.get(host);
    return last != null && ticker.nanos() - last.asOf() < FRESH.toNanos() ? last.addresses() : null;
  }

  private List<InetAddress> answer(String host, Lookup lookup)
      throws UnknownHostException, InterruptedException {
    long left = patience.toNanos() - (ticker.nanos() - lookup.began());
    try {
      return lookup.answer().get(Math.max(0, left), TimeUnit.NANOSECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw unknown(host, e);
    }
  }

  private static UnknownHostException unknown(String host, Exception cause) {
    UnknownHostException unknown = new UnknownHostException(host);
    unknown.initCause(cause);
    return unknown;
  }

  /** Takes a place for a lookup: first one of the organization's, then one of all. */
  private void enter(int orgId, String host) throws DeliveryException, InterruptedException {
    Share share = use(orgId);
    boolean mine = false;
    boolean entered = false;
    long began = ticker.nanos();
    try {
      mine = share.places.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS);
      if (!mine) {
        throw tooMany(host, MOST_OF_ONE, "this organization");
      }
      long left = patience.toNanos() - (ticker.nanos() - began);
      entered = places.tryAcquire(Math.max(0, left), TimeUnit.NANOSECONDS);
      if (!entered) {
        throw tooMany(host, MOST, "this server");
      }
    } finally {
      if (!entered) {
        if (mine) {
          share.places.release();
        }
        unuse(orgId);
      }
    }
  }

  private DeliveryException tooMany(String host, int most, String whose) {
    return new DeliveryException(
        "too_many_lookups",
        ("nobody was asked for %s: %d other names, as many as %s may have, are being looked up, and"
                + " it had no turn within %d ms; check the names of the other calls, and the name"
                + " servers that do not answer for them")
            .formatted(host, most, whose, patience.toMillis()));
  }

  private void leave(int orgId) {
    places.release();
    Share share = shares.get(orgId);
    if (share != null) {
      share.places.release();
    }
    unuse(orgId);
  }

  private Share use(int orgId) {
    return shares.compute(
        orgId,
        (_, share) -> {
          Share used = share == null ? new Share() : share;
          used.users++;
          return used;
        });
  }

  private void unuse(int orgId) {
    shares.computeIfPresent(orgId, (_, share) -> --share.users == 0 ? null : share);
  }

  /** Whoever calls it has a place, which the lookup gives back when it has ended. */
  private Lookup begin(int orgId, String host) {
    Lookup mine = new Lookup(ticker.nanos(), new CompletableFuture<>());
    Lookup theirs = underWay.putIfAbsent(host, mine);
    if (theirs != null) {
      leave(orgId);
      return theirs;
    }
    try {
      askers.execute(() -> ask(orgId, host, mine));
    } catch (RejectedExecutionException e) {
      end(orgId, host, mine);
      throw e;
    }
    return mine;
  }

  private void ask(int orgId, String host, Lookup lookup) {
    try {
      List<InetAddress> addresses = List.of(names.addresses(host));
      if (known.size() >= MOST_REMEMBERED) {
        known.clear();
      }
      known.put(host, new Known(addresses, ticker.nanos()));
      lookup.answer().complete(addresses);
    } catch (UnknownHostException | RuntimeException e) {
      // Also when it is known from before: a stale answer is no answer.
      known.remove(host);
      lookup.answer().completeExceptionally(e);
    } finally {
      end(orgId, host, lookup);
    }
  }

  private void end(int orgId, String host, Lookup lookup) {
    underWay.remove(host, lookup);
    leave(orgId);
  }

  @Override
  public void close() {
    askers.shutdownNow();
  }
}
