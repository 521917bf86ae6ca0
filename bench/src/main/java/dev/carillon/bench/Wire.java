package dev.carillon.bench;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * One connection that asks and waits, again and again. Made of a socket, since a full HTTP client
 * would take more of the processor than the server that is measured.
 */
final class Wire implements AutoCloseable {

  private static final long CHUNKED = -1;

  private final Socket socket;
  private final InputStream in;
  private final String head;

  Wire(URI server, String token) throws IOException {
    socket = new Socket();
    socket.setTcpNoDelay(true);
    socket.connect(new InetSocketAddress(server.getHost(), server.getPort()));
    in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
    head =
        "Host: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\n"
            .formatted(server.getAuthority(), token);
  }

  /** What is asked. */
  record Request(String method, String path, String body) {

    static Request get(String path) {
      return new Request("GET", path, "");
    }
  }

  /** The status of the answer, once all of it is here. */
  int exchange(Request request) throws IOException {
    byte[] bytes =
        (request.method()
                + " "
                + request.path()
                + " HTTP/1.1\r\n"
                + head
                + "Content-Length: "
                + request.body().length()
                + "\r\n\r\n"
                + request.body())
            .getBytes(StandardCharsets.ISO_8859_1);
    socket.getOutputStream().write(bytes);
    int status = Integer.parseInt(line().split(" ", 3)[1]);
    long length = 0;
    for (String line = line(); !line.isEmpty(); line = line()) {
      String lower = line.toLowerCase(Locale.ROOT);
      if (lower.startsWith("content-length:")) {
        length = Long.parseLong(lower.substring("content-length:".length()).strip());
      } else if (lower.startsWith("transfer-encoding:")) {
        length = CHUNKED;
      }
    }
    if (length == CHUNKED) {
      skipChunks();
    } else {
      in.skipNBytes(length);
    }
    return status;
  }

  private void skipChunks() throws IOException {
    int size;
    do {
      size = Integer.parseInt(line(), 16);
      in.skipNBytes(size);
      line();
    } while (size > 0);
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder(80);
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("the server closed the connection");
      }
      line.append((char) c);
    }
    return line.toString().stripTrailing();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
