package dev.carillon.server.target;

import dev.carillon.engine.clock.Ticker;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The machine's own name service.
 *
 * <p>A lookup holds its thread inside the operating system, where an interrupt does not reach. A
 * few threads of their own ask, so that a name server that does not answer holds up neither the
 * threads that deliver nor anybody's deadline. Answers are good for a few seconds.
 */
final class SystemResolver implements Resolver, AutoCloseable {

  private static final long FRESH_NANOS = Duration.ofSeconds(5).toNanos();
  private static final long PATIENCE_SECONDS = 10;
  private static final int MOST_REMEMBERED = 10_000;
  private static final int THREADS = 8;

  private record Known(List<InetAddress> addresses, long asOf) {}

  private final Ticker ticker;
  private final Map<String, Known> known = new ConcurrentHashMap<>();
  private final ExecutorService askers =
      Executors.newFixedThreadPool(
          THREADS, Thread.ofPlatform().name("carillon-names-", 0).daemon().factory());

  SystemResolver(Ticker ticker) {
    this.ticker = ticker;
  }

  @Override
  public List<InetAddress> resolve(String host) throws UnknownHostException, InterruptedException {
    Known last = known.get(host);
    if (last != null && ticker.nanos() - last.asOf() < FRESH_NANOS) {
      return last.addresses();
    }
    Future<List<InetAddress>> asked = askers.submit(() -> List.of(InetAddress.getAllByName(host)));
    try {
      List<InetAddress> addresses = asked.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (known.size() >= MOST_REMEMBERED) {
        known.clear();
      }
      known.put(host, new Known(addresses, ticker.nanos()));
      return addresses;
    } catch (ExecutionException | TimeoutException e) {
      // Also when it is known from before: a stale answer is no answer.
      asked.cancel(true);
      known.remove(host);
      UnknownHostException unknown = new UnknownHostException(host);
      unknown.initCause(e);
      throw unknown;
    }
  }

  @Override
  public void close() {
    askers.shutdownNow();
  }
}
