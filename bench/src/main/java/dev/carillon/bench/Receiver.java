package dev.carillon.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Receives deliveries and answers 200 at once: one thread for all connections, so that it takes
 * little of the processor that the server is measured on.
 */
final class Receiver implements AutoCloseable {

  private static final int LARGEST = 1 << 14;
  private static final int BACKLOG = 4_096;
  private static final byte[] ANSWER =
      "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] LENGTH = "Content-Length: ".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] DUE = "\"scheduled_for\":\"".getBytes(StandardCharsets.US_ASCII);

  private final ServerSocketChannel server;
  private final Selector selector;
  private final AtomicLong received = new AtomicLong();
  private final AtomicLong connections = new AtomicLong();
  private final Samples lateness = new Samples();
  private volatile Instant from = Instant.MAX;
  private volatile Instant until = Instant.MAX;

  /** What came over one connection since its last answer; the buffer is a view of the bytes. */
  private static final class Inbox {
    private final byte[] bytes = new byte[LARGEST];
    private final ByteBuffer buffer = ByteBuffer.wrap(bytes);
  }

  private Receiver() throws IOException {
    server = ServerSocketChannel.open();
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
    server.configureBlocking(false);
    selector = Selector.open();
    server.register(selector, SelectionKey.OP_ACCEPT);
    Thread.ofPlatform().name("bench-receiver").daemon().start(this::serve);
  }

  static Receiver open() {
    try {
      return new Receiver();
    } catch (IOException e) {
      throw new IllegalStateException("cannot receive deliveries: " + e.getMessage(), e);
    }
  }

  String url() {
    return "http://127.0.0.1:%d/hook".formatted(server.socket().getLocalPort());
  }

  /** Notes how late the deliveries of the slots between these two arrive. */
  void note(Instant first, Instant last) {
    until = last;
    from = first;
  }

  long received() {
    return received.get();
  }

  /** All that were ever opened. */
  long connections() {
    return connections.get();
  }

  /** To be read when no slot of the window is on its way any more. */
  Samples lateness() {
    return lateness;
  }

  private void serve() {
    try {
      while (selector.isOpen()) {
        selector.select(this::turn);
      }
    } catch (IOException e) {
      System.err.println("Receiving ended: " + e.getMessage());
    }
  }

  private void turn(SelectionKey key) {
    try {
      if (key.isAcceptable()) {
        SocketChannel channel = server.accept();
        if (channel != null) {
          connections.incrementAndGet();
          channel.configureBlocking(false);
          channel.register(selector, SelectionKey.OP_READ, new Inbox());
        }
      } else if (((SocketChannel) key.channel()).read(((Inbox) key.attachment()).buffer) < 0) {
        key.channel().close();
      } else {
        answer((SocketChannel) key.channel(), (Inbox) key.attachment());
      }
    } catch (IOException e) {
      key.cancel();
    }
  }

  /** There is one request at a time on a connection, so the buffer begins with it. */
  private void answer(SocketChannel channel, Inbox inbox) throws IOException {
    byte[] bytes = inbox.bytes;
    int filled = inbox.buffer.position();
    int body = find(bytes, filled, "\r\n\r\n".getBytes(StandardCharsets.US_ASCII)) + 4;
    int length = find(bytes, filled, LENGTH);
    if (body < 4 || filled < body + number(bytes, length + LENGTH.length)) {
      return;
    }
    note(bytes, filled);
    inbox.buffer.clear();
    received.incrementAndGet();
    ByteBuffer answer = ByteBuffer.wrap(ANSWER);
    while (answer.hasRemaining()) {
      channel.write(answer);
    }
  }

  private void note(byte[] bytes, int filled) {
    int start = find(bytes, filled, DUE) + DUE.length;
    int end = start;
    while (end < filled && bytes[end] != '"') {
      end++;
    }
    Instant due = Instant.parse(new String(bytes, start, end - start, StandardCharsets.US_ASCII));
    if (!due.isBefore(from) && due.isBefore(until)) {
      lateness.add(ChronoUnit.MICROS.between(due, Instant.now()));
    }
  }

  private static int number(byte[] bytes, int start) {
    int number = 0;
    for (int i = start; bytes[i] >= '0' && bytes[i] <= '9'; i++) {
      number = 10 * number + bytes[i] - '0';
    }
    return number;
  }

  /** -1 when it is not there. */
  private static int find(byte[] bytes, int filled, byte[] sought) {
    for (int i = 0; i + sought.length <= filled; i++) {
      int j = 0;
      while (j < sought.length && bytes[i + j] == sought[j]) {
        j++;
      }
      if (j == sought.length) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public void close() {
    try {
      selector.close();
      server.close();
    } catch (IOException e) {
      System.err.println("Closing the receiver failed: " + e.getMessage());
    }
  }
}
