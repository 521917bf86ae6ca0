package dev.carillon.server.target;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** A connection to one address, for one exchange after the other. */
final class Connection implements AutoCloseable {

  private static final int CONNECT_MILLIS = (int) Duration.ofSeconds(10).toMillis();

  private final SocketChannel channel;
  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private final ReplyReader reader;

  /** Whether something has come that nobody asked for; it stays so. */
  private boolean spoiled;

  /** When it came back from its last exchange. */
  long idleSince;

  private Connection(SocketChannel channel, Socket socket) throws IOException {
    this.channel = channel;
    this.socket = socket;
    this.in = socket.getInputStream();
    this.out = socket.getOutputStream();
    this.reader = new ReplyReader(in);
  }

  /** Connects the channel, which another thread may close to end the waiting. */
  static Connection open(SocketChannel channel, Endpoint endpoint, Supplier<SSLSocketFactory> tls)
      throws IOException {
    try {
      Socket socket = channel.socket();
      socket.setTcpNoDelay(true);
      socket.connect(new InetSocketAddress(endpoint.address(), endpoint.port()), CONNECT_MILLIS);
      return new Connection(
          channel, endpoint.tls() ? secured(socket, endpoint, tls.get()) : socket);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** The name that was asked for is the one the certificate must have, not the address. */
  private static SSLSocket secured(Socket socket, Endpoint endpoint, SSLSocketFactory factory)
      throws IOException {
    String host = endpoint.bareHost();
    SSLSocket secured = (SSLSocket) factory.createSocket(socket, host, endpoint.port(), true);
    SSLParameters parameters = secured.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    parameters.setApplicationProtocols(new String[] {"http/1.1"});
    if (!endpoint.literal()) {
      parameters.setServerNames(List.of(new SNIHostName(host)));
    }
    secured.setSSLParameters(parameters);
    secured.startHandshake();
    return secured;
  }

  Reply exchange(Call call) throws IOException {
    out.write(request(call));
    out.flush();
    return reader.read(call.method(), call.drainBytes());
  }

  /** In one piece: one segment for most, instead of one for the head and one for the body. */
  private static byte[] request(Call call) {
    StringBuilder head = new StringBuilder(512);
    head.append(call.method())
        .append(' ')
        .append(call.destination().path())
        .append(" HTTP/1.1\r\n");
    head.append("Host: ").append(call.destination().authority()).append("\r\n");
    for (Map.Entry<String, String> header : call.headers().entrySet()) {
      head.append(header.getKey()).append(": ").append(header.getValue()).append("\r\n");
    }
    if (call.body().length > 0 || call.method().startsWith("P")) {
      head.append("Content-Length: ").append(call.body().length).append("\r\n");
    }
    head.append("\r\n");
    byte[] first = head.toString().getBytes(StandardCharsets.ISO_8859_1);
    byte[] all = new byte[first.length + call.body().length];
    System.arraycopy(first, 0, all, 0, first.length);
    System.arraycopy(call.body(), 0, all, first.length, call.body().length);
    return all;
  }

  boolean reusable() {
    return reader.reusable() && !socket.isClosed();
  }

  /**
   * Whether nothing has come since the last exchange, no byte and no end: what is there before a
   * request cannot be its answer. One system call, which does not wait.
   */
  boolean quiet() {
    spoiled = spoiled || somethingCame();
    return !spoiled;
  }

  private boolean somethingCame() {
    try {
      if (socket instanceof SSLSocket && in.available() > 0) {
        return true; // decrypted with the answer before
      }
      channel.configureBlocking(false);
      try {
        return channel.read(ByteBuffer.allocate(1)) != 0;
      } finally {
        channel.configureBlocking(true);
      }
    } catch (IOException e) {
      return true;
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // It is of no more use either way.
    }
  }
}
