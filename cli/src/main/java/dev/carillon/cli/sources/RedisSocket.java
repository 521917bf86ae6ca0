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
import java.net.InetSocketAddress;
import java.net.Socket;
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
    Socket plain = new Socket();
    try {
      plain.connect(new InetSocketAddress(address.host(), address.port()), PATIENCE_MILLIS);
      plain.setSoTimeout(PATIENCE_MILLIS);
      return address.tls() ? secured(plain, address) : plain;
    } catch (IOException e) {
      plain.close();
      throw e;
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
