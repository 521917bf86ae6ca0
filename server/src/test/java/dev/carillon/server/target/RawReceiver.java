package dev.carillon.server.target;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ServerSocketFactory;

/** A receiver made of plain sockets, which answers exactly the bytes a test says. */
final class RawReceiver implements AutoCloseable {

  /** A request as it came over the wire. */
  record Received(String line, Map<String, String> headers, String body) {}

  /** Answers one request; returning false closes the connection. */
  interface Script {
    boolean answer(Received request, OutputStream out) throws Exception;
  }

  private final ServerSocket server;
  private final Script script;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  final AtomicInteger connections = new AtomicInteger();
  final BlockingQueue<Received> received = new LinkedBlockingQueue<>();

  /** Connections that ended, from either side. */
  final BlockingQueue<Integer> closed = new LinkedBlockingQueue<>();

  RawReceiver(Script script) {
    this(ServerSocketFactory.getDefault(), script);
  }

  RawReceiver(ServerSocketFactory factory, Script script) {
    this.script = script;
    try {
      server = factory.createServerSocket(0, 100, InetAddress.ofLiteral("127.0.0.1"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().start(this::accept);
  }

  /** Answers everything with these bytes. */
  static RawReceiver saying(String answer) {
    return new RawReceiver((_, out) -> {
      out.write(answer.getBytes(StandardCharsets.ISO_8859_1));
      out.flush();
      return true;
    });
  }

  int port() {
    return server.getLocalPort();
  }

  String url() {
    return "http://127.0.0.1:" + port() + "/hook";
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = server.accept();
        sockets.add(socket);
        int number = connections.incrementAndGet();
        Thread.ofVirtual().start(() -> serve(socket, number));
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  private void serve(Socket socket, int number) {
    try (socket) {
      InputStream in = socket.getInputStream();
      for (Received request = read(in); request != null; request = read(in)) {
        received.add(request);
        if (!script.answer(request, socket.getOutputStream())) {
          break;
        }
      }
    } catch (Exception e) {
      // The other side, or the test, ended it.
    } finally {
      closed.add(number);
    }
  }

  private static Received read(InputStream in) throws IOException {
    String line = line(in);
    if (line == null) {
      return null;
    }
    Map<String, String> headers = new TreeMap<>();
    for (String field = line(in); field != null && !field.isEmpty(); field = line(in)) {
      int colon = field.indexOf(':');
      headers.put(
          field.substring(0, colon).toLowerCase(Locale.ROOT), field.substring(colon + 1).strip());
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    return new Received(line, headers, new String(in.readNBytes(length), StandardCharsets.UTF_8));
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        return null;
      }
      bytes.write(b);
    }
    return bytes.toString(StandardCharsets.ISO_8859_1).stripTrailing();
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
