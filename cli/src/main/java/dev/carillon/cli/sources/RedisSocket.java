package dev.carillon.cli.sources;

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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** Reads a Redis that this machine reaches; it need not be one that the server reaches. */
public final class RedisSocket {

  private static final int PATIENCE_MILLIS = 20_000;

  private RedisSocket() {}

  public static Snapshot read(Source source, String url) {
    try {
      return read(source, RedisAddress.of(url));
    } catch (RedisException e) {
      throw new SourceException(String.valueOf(e.getMessage()));
    }
  }

  private static Snapshot read(Source source, RedisAddress address) {
    try (Socket socket = connected(address)) {
      Redis redis =
          address.enter(new RedisConnection(socket.getInputStream(), socket.getOutputStream()));
      return Importer.read(source, redis, address.instance());
    } catch (UncheckedIOException | IOException e) {
      throw new SourceException(
          "expected a Redis at %s, but: %s".formatted(address, e.getMessage()));
    }
  }

  private static Socket connected(RedisAddress address) throws IOException {
    InetAddress place = resolved(address.host());
    Socket plain = new Socket();
    try {
      plain.connect(new InetSocketAddress(place, address.port()), PATIENCE_MILLIS);
      plain.setSoTimeout(PATIENCE_MILLIS);
      return address.tls() ? secured(plain, address) : plain;
    } catch (IOException e) {
      plain.close();
      throw e;
    }
  }

  /**
   * A lookup waits inside the operating system, where no timeout reaches; so another thread does.
   */
  private static InetAddress resolved(String host) throws IOException {
    CompletableFuture<InetAddress> lookup = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .start(() -> {
          try {
            lookup.complete(InetAddress.getByName(host));
          } catch (UnknownHostException e) {
            lookup.completeExceptionally(e);
          }
        });
    try {
      return lookup.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new IOException("no address is known for its name", e);
    } catch (TimeoutException e) {
      throw new IOException("looking up its name took too long", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("looking up its name was interrupted", e);
    }
  }

  private static SSLSocket secured(Socket plain, RedisAddress address) throws IOException {
    SSLSocketFactory factory = (SSLSocketFactory) SSLSocketFactory.getDefault();
    SSLSocket secured =
        (SSLSocket) factory.createSocket(plain, address.host(), address.port(), true);
    SSLParameters parameters = secured.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    secured.setSSLParameters(parameters);
    secured.startHandshake();
    return secured;
  }
}
