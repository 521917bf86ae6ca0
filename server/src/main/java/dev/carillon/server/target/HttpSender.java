package dev.carillon.server.target;

import dev.carillon.engine.clock.Ticker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocketFactory;

/**
 * Sends HTTP requests to addresses that the guard allows, over connections kept open.
 *
 * <p>The name is resolved once, every address is checked, and the connection goes to an address
 * that was checked; Host and certificate still follow the name. Redirects are answers like any
 * other: following one would lead past the guard. Call it on virtual threads: an interrupt closes
 * the connection at once, and the timeout does so from a thread of its own, wherever the other side
 * makes it wait: connecting, shaking hands, not reading, or answering a byte at a time.
 */
public final class HttpSender implements AutoCloseable {

  private static final Duration SWEEP = Duration.ofSeconds(2);

  private final AddressGuard guard;
  private final Resolver resolver;
  private final Supplier<SSLSocketFactory> tls;
  private final IdleConnections idle;
  private final ScheduledThreadPoolExecutor watchdog;

  public HttpSender(Ticker ticker, AddressGuard guard) {
    this(ticker, guard, new SystemResolver(ticker), HttpSender::systemTls);
  }

  HttpSender(Ticker ticker, AddressGuard guard, Resolver resolver, Supplier<SSLSocketFactory> tls) {
    this.guard = guard;
    this.resolver = resolver;
    this.tls = tls;
    idle = new IdleConnections(ticker);
    watchdog =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().name("carillon-call-timeouts").daemon().factory());
    watchdog.setRemoveOnCancelPolicy(true);
    var _ =
        watchdog.scheduleWithFixedDelay(
            idle::sweep, SWEEP.toMillis(), SWEEP.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Not before somebody needs it: it takes a while. */
  private static SSLSocketFactory systemTls() {
    return (SSLSocketFactory) SSLSocketFactory.getDefault();
  }

  public AddressGuard guard() {
    return guard;
  }

  Resolver resolver() {
    return resolver;
  }

  Supplier<SSLSocketFactory> tls() {
    return tls;
  }

  /**
   * Returns the answer, whatever its status.
   *
   * @param orgId the organization whose call it is
   * @throws DeliveryException if none came
   */
  public Reply send(int orgId, Call call) throws DeliveryException, InterruptedException {
    Destination destination = call.destination();
    List<InetAddress> addresses = guard.check(destination.host(), addresses(orgId, destination));
    Attempt attempt = new Attempt(orgId, call);
    Future<?> alarm =
        watchdog.schedule(attempt::timeOut, call.timeout().toNanos(), TimeUnit.NANOSECONDS);
    try {
      return attempt.send(addresses);
    } catch (IOException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw interrupted(e);
      }
      throw attempt.problem(e);
    } finally {
      alarm.cancel(false);
    }
  }

  private static InterruptedException interrupted(IOException e) {
    InterruptedException interrupted =
        new InterruptedException("the call was ended from this side");
    interrupted.initCause(e);
    return interrupted;
  }

  private List<InetAddress> addresses(int orgId, Destination destination)
      throws DeliveryException, InterruptedException {
    InetAddress literal = destination.address();
    if (literal != null) {
      return List.of(literal);
    }
    try {
      return resolver.resolve(orgId, destination.host());
    } catch (UnknownHostException e) {
      throw new DeliveryException(
          "unknown_host",
          "%s for %s; check the name, and the name server of this machine"
              .formatted(Resolver.why(e), destination.host()),
          e);
    }
  }

  /** One call on its way, and the connection that it stands or falls with. */
  private final class Attempt {

    private final int orgId;
    private final Call call;
    private final AtomicBoolean timedOut = new AtomicBoolean();
    private boolean onKept;
    private volatile AutoCloseable current = () -> {};

    Attempt(int orgId, Call call) {
      this.orgId = orgId;
      this.call = call;
    }

    Reply send(List<InetAddress> addresses) throws IOException {
      Endpoint first = Endpoint.of(orgId, call.destination(), addresses.getFirst());
      Connection kept = idle.take(first);
      if (kept == null) {
        return exchangeFresh(addresses);
      }
      // Whatever happens now, the request may have been read: only its sender can know whether to
      // repeat it.
      onKept = true;
      return exchange(first, kept);
    }

    /** The next address is tried only while nobody can have received anything. */
    private Reply exchangeFresh(List<InetAddress> addresses) throws IOException {
      IOException problem = new IOException("no address to connect to");
      for (InetAddress address : addresses) {
        Endpoint endpoint = Endpoint.of(orgId, call.destination(), address);
        Connection connection;
        try {
          connection = open(endpoint);
        } catch (IOException e) {
          if (timedOut.get() || Thread.currentThread().isInterrupted()) {
            throw e;
          }
          problem = e instanceof SSLException ? e : new NotConnected(e);
          continue;
        }
        return exchange(endpoint, connection);
      }
      throw problem;
    }

    private Connection open(Endpoint endpoint) throws IOException {
      SocketChannel channel = SocketChannel.open();
      watch(channel);
      return Connection.open(channel, endpoint, tls);
    }

    private Reply exchange(Endpoint endpoint, Connection connection) throws IOException {
      boolean kept = false;
      try {
        watch(connection);
        Reply reply = connection.exchange(call);
        // After a timeout the socket is closed, or is just being: it may not be given away.
        current = () -> {};
        kept = connection.reusable() && !timedOut.get();
        return reply;
      } finally {
        if (kept) {
          idle.give(endpoint, connection);
        } else {
          connection.close();
        }
      }
    }

    private void watch(AutoCloseable closeable) throws IOException {
      current = closeable;
      if (timedOut.get()) {
        close(closeable);
        throw new IOException("timed out");
      }
    }

    void timeOut() {
      timedOut.set(true);
      close(current);
    }

    private static void close(AutoCloseable closeable) {
      try {
        closeable.close();
      } catch (Exception e) {
        // Closed is closed.
      }
    }

    DeliveryException problem(IOException e) {
      String place = call.destination().told();
      if (timedOut.get()) {
        return new DeliveryException(
            "timeout",
            "%s %s did not answer completely within %s ms"
                .formatted(call.method(), place, call.timeout().toMillis()),
            e);
      }
      return switch (e) {
        case NotConnected _ ->
            new DeliveryException(
                "connect_failed",
                "could not connect to %s: %s".formatted(place, reason(e.getCause())),
                e);
        // On a kept connection the handshake was long before the request.
        case SSLException _ when !onKept ->
            new DeliveryException(
                "tls_failed", "no secure connection to %s: %s".formatted(place, reason(e)), e);
        case MalformedReply _ ->
            new DeliveryException(
                "bad_answer",
                "%s %s answered with %s".formatted(call.method(), place, reason(e)),
                e);
        default ->
            new DeliveryException(
                "connection_lost",
                "%s %s: %s; %s"
                    .formatted(
                        call.method(),
                        place,
                        reason(e),
                        onKept
                            ? "the connection was kept from an earlier call, and whether this one"
                                + " was received is unknown"
                            : "whether it was received is unknown"),
                e);
      };
    }

    private static String reason(@org.jspecify.annotations.Nullable Throwable e) {
      String message = e == null ? null : e.getMessage();
      return message == null ? String.valueOf(e) : Text.excerpt(message, 300);
    }
  }

  /** No byte has left for the receiver. */
  private static final class NotConnected extends IOException {
    NotConnected(IOException cause) {
      super(cause);
    }
  }

  int idleConnections() {
    return idle.size();
  }

  long quietConnections() {
    return idle.quiet();
  }

  @Override
  public void close() {
    watchdog.shutdownNow();
    idle.close();
    if (resolver instanceof AutoCloseable closeable) {
      Attempt.close(closeable);
    }
  }
}
