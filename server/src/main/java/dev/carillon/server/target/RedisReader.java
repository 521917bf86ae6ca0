package dev.carillon.server.target;

import dev.carillon.importers.Importer;
import dev.carillon.importers.Source;
import dev.carillon.importers.redis.Redis;
import dev.carillon.importers.redis.RedisAddress;
import dev.carillon.importers.redis.RedisConnection;
import dev.carillon.importers.redis.RedisException;
import dev.carillon.importers.redis.Snapshot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * Reads the jobs of other systems from a Redis at an address that the guard allows. The name is
 * resolved once, all its addresses are checked, and the connection goes to one of them.
 */
public final class RedisReader implements AutoCloseable {

  private static final int CONNECT_MILLIS = (int) Duration.ofSeconds(10).toMillis();
  private static final Duration LONGEST = Duration.ofSeconds(60);

  private final AddressGuard guard;
  private final Resolver resolver;
  private final Supplier<SSLSocketFactory> tls;
  private final Duration longest;
  private final ScheduledThreadPoolExecutor watchdog;

  /** By the rules of the sender: whom it may reach, how names are resolved, and whom it trusts. */
  public RedisReader(HttpSender sender) {
    this(sender.guard(), sender.resolver(), sender.tls(), LONGEST);
  }

  /**
   * @param longest until everything has been read
   */
  RedisReader(
      AddressGuard guard, Resolver resolver, Supplier<SSLSocketFactory> tls, Duration longest) {
    this.guard = guard;
    this.resolver = resolver;
    this.tls = tls;
    this.longest = longest;
    watchdog =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().name("carillon-redis-timeouts").daemon().factory());
    watchdog.setRemoveOnCancelPolicy(true);
  }

  /**
   * Reads what importing needs.
   *
   * @param orgId the organization that asks for it
   * @throws RedisException if it cannot be read; the message says why, and has no password in it
   */
  public Snapshot read(int orgId, Source source, RedisAddress address) throws InterruptedException {
    AtomicBoolean timedOut = new AtomicBoolean();
    try (Socket plain = new Socket()) {
      Runnable end =
          () -> {
            timedOut.set(true);
            close(plain);
          };
      // Whatever the other side makes us wait for, it ends with the socket.
      var alarm = watchdog.schedule(end, longest.toNanos(), TimeUnit.NANOSECONDS);
      try {
        Socket socket = connected(orgId, plain, address);
        Redis redis =
            address.enter(new RedisConnection(socket.getInputStream(), socket.getOutputStream()));
        return Importer.read(source, redis, address.instance());
      } finally {
        alarm.cancel(false);
      }
    } catch (UncheckedIOException e) {
      throw unreachable(address, timedOut.get() ? tooLate() : String.valueOf(e.getCause()));
    } catch (UnknownHostException e) {
      throw unreachable(address, Resolver.why(e) + " for its name");
    } catch (IOException e) {
      throw unreachable(address, timedOut.get() ? tooLate() : String.valueOf(e.getMessage()));
    } catch (DeliveryException e) {
      throw new RedisException(String.valueOf(e.getMessage()));
    }
  }

  private String tooLate() {
    return "it did not answer completely within %d s".formatted(longest.toSeconds());
  }

  private static RedisException unreachable(RedisAddress address, String why) {
    return new RedisException("the Redis at %s cannot be read: %s".formatted(address, why));
  }

  private Socket connected(int orgId, Socket plain, RedisAddress address)
      throws IOException, DeliveryException, InterruptedException {
    List<InetAddress> addresses =
        guard.check(address.host(), resolver.resolve(orgId, address.host()));
    plain.setTcpNoDelay(true);
    plain.connect(new InetSocketAddress(addresses.getFirst(), address.port()), CONNECT_MILLIS);
    if (!address.tls()) {
      return plain;
    }
    SSLSocket secured =
        (SSLSocket) tls.get().createSocket(plain, address.host(), address.port(), true);
    SSLParameters parameters = secured.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    secured.setSSLParameters(parameters);
    secured.startHandshake();
    return secured;
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It is of no more use either way.
    }
  }

  @Override
  public void close() {
    watchdog.shutdownNow();
  }
}
