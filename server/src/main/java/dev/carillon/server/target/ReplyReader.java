package dev.carillon.server.target;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads HTTP/1.1 answers from one connection, never more than it was told to keep. What it does not
 * understand is an error, not a guess: the connection is closed then.
 */
final class ReplyReader {

  static final int LARGEST_HEAD = 16 * 1024;
  static final int MOST_HEADERS = 100;
  static final int LARGEST_KEPT = 64 * 1024;
  private static final int MOST_INTERIM = 10;
  private static final int LONGEST_CHUNK_LINE = 1_024;

  private final InputStream in;
  private final byte[] buffer = new byte[4 * 1024];
  private int at;
  private int end;

  /** Whether the connection can carry another exchange. */
  private boolean reusable;

  ReplyReader(InputStream in) {
    this.in = in;
  }

  boolean reusable() {
    // Bytes that nobody asked for belong to no answer; the next one would begin with them.
    return reusable && at == end;
  }

  Reply read(String method, long drainBytes) throws IOException {
    reusable = false;
    for (int interim = 0; interim <= MOST_INTERIM; interim++) {
      Head head = head();
      if (head.status() >= 200) {
        return body(head, method, drainBytes);
      }
      if (head.status() == 101) {
        throw new MalformedReply("the receiver switched to another protocol, unasked");
      }
    }
    throw new MalformedReply("more than %d interim answers".formatted(MOST_INTERIM));
  }

  private record Head(int status, String phrase, boolean old, Map<String, String> headers) {

    String header(String name) {
      return headers.getOrDefault(name, "").toLowerCase(Locale.ROOT);
    }
  }

  private Head head() throws IOException {
    int[] room = {LARGEST_HEAD};
    String line = line(room);
    boolean old = line.startsWith("HTTP/1.0 ");
    if (!old && !line.startsWith("HTTP/1.1 ")) {
      throw new MalformedReply("expected an answer in HTTP/1.1, got: " + Text.excerpt(line, 80));
    }
    String code = line.length() >= 12 ? line.substring(9, 12) : "";
    if (!code.matches("[1-9]\\d\\d") || (line.length() > 12 && line.charAt(12) != ' ')) {
      throw new MalformedReply("expected a status of three digits, got: " + Text.excerpt(line, 80));
    }
    Map<String, String> headers = new HashMap<>();
    boolean twoLengths = false;
    int count = 0;
    for (String field = line(room); !field.isEmpty(); field = line(room)) {
      if (++count > MOST_HEADERS) {
        throw new MalformedReply("more than %d headers".formatted(MOST_HEADERS));
      }
      int colon = field.indexOf(':');
      if (colon <= 0 || field.charAt(0) <= ' ' || field.charAt(colon - 1) <= ' ') {
        throw new MalformedReply("a header that is none: " + Text.excerpt(field, 80));
      }
      String name = field.substring(0, colon).toLowerCase(Locale.ROOT);
      String value = field.substring(colon + 1).strip();
      String before = headers.putIfAbsent(name, value);
      twoLengths |= name.equals("content-length") && before != null && !before.equals(value);
    }
    if (twoLengths) {
      throw new MalformedReply("two different lengths in one answer");
    }
    String phrase = line.length() > 13 ? line.substring(13) : "";
    return new Head(Integer.parseInt(code), phrase, old, headers);
  }

  private Reply body(Head head, String method, long drainBytes) throws IOException {
    Kept kept = new Kept(drainBytes);
    boolean delimited = true;
    boolean chunked = head.header("transfer-encoding").equals("chunked");
    String length = head.header("content-length");
    if (method.equals("HEAD") || head.status() == 204 || head.status() == 304) {
      kept.whole = true;
    } else if (chunked) {
      readChunks(kept);
    } else if (!head.header("transfer-encoding").isEmpty()) {
      throw new MalformedReply(
          "an encoding we did not ask for: " + Text.excerpt(head.header("transfer-encoding"), 80));
    } else if (!length.isEmpty()) {
      kept.whole = read(kept, length(length));
    } else {
      delimited = false;
      readToTheEnd(kept);
    }
    String connection = head.header("connection");
    reusable =
        kept.whole
            && delimited
            && !(chunked && !length.isEmpty()) // two lengths: somebody in between reads the other
            && (head.old() ? connection.equals("keep-alive") : !connection.contains("close"));
    return new Reply(
        head.status(),
        head.phrase(),
        head.headers(),
        kept.bytes.toString(StandardCharsets.UTF_8),
        kept.whole);
  }

  /** The beginning of a body, and how much more of it may be read. */
  private static final class Kept {
    final ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
    long room;
    boolean whole;

    Kept(long room) {
      this.room = room;
    }

    void add(byte[] from, int offset, int count) {
      bytes.write(from, offset, Math.min(count, LARGEST_KEPT - bytes.size()));
      room -= count;
    }
  }

  private static long length(String text) throws MalformedReply {
    if (!text.matches("\\d{1,18}")) {
      throw new MalformedReply("a length that is no number: " + Text.excerpt(text, 80));
    }
    return Long.parseLong(text);
  }

  private void readChunks(Kept kept) throws IOException {
    while (true) {
      String line = line(new int[] {LONGEST_CHUNK_LINE});
      int semicolon = line.indexOf(';');
      String size = (semicolon < 0 ? line : line.substring(0, semicolon)).strip();
      if (!size.matches("[0-9A-Fa-f]{1,15}")) {
        throw new MalformedReply("a chunk without a size: " + Text.excerpt(size, 80));
      }
      long count = Long.parseLong(size, 16);
      if (count == 0) {
        int[] room = {LARGEST_HEAD};
        while (!line(room).isEmpty()) {
          // Trailers say nothing that matters here.
        }
        kept.whole = true;
        return;
      }
      if (!read(kept, count)) {
        return;
      }
      if (!line(new int[] {2}).isEmpty()) {
        throw new MalformedReply("a chunk longer than it said");
      }
    }
  }

  /** False when there is more than may be read. */
  private boolean read(Kept kept, long count) throws IOException {
    long left = count;
    while (left > 0) {
      if (kept.room <= 0) {
        return false;
      }
      if (at == end && !fill()) {
        throw new EOFException("the answer broke off, %d bytes before its end".formatted(left));
      }
      int some = (int) Math.min(left, end - at);
      kept.add(buffer, at, some);
      at += some;
      left -= some;
    }
    return true;
  }

  private void readToTheEnd(Kept kept) throws IOException {
    while (kept.room > 0) {
      if (at == end && !fill()) {
        kept.whole = true;
        return;
      }
      kept.add(buffer, at, end - at);
      at = end;
    }
  }

  /** A line without its end; what it may cost is taken off the room. */
  private String line(int[] room) throws IOException {
    @Nullable StringBuilder longer = null;
    while (true) {
      for (int i = at; i < end; i++) {
        if (buffer[i] == '\n') {
          int last = i > at && buffer[i - 1] == '\r' ? i - 1 : i;
          String text = new String(buffer, at, last - at, StandardCharsets.ISO_8859_1);
          charge(room, i + 1 - at);
          at = i + 1;
          if (longer == null) {
            return text;
          }
          String line = longer.append(text).toString();
          return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
        }
      }
      charge(room, end - at);
      longer = longer == null ? new StringBuilder() : longer;
      longer.append(new String(buffer, at, end - at, StandardCharsets.ISO_8859_1));
      at = end;
      if (!fill()) {
        throw new EOFException("the connection was closed before the answer was complete");
      }
    }
  }

  private static void charge(int[] room, int bytes) throws MalformedReply {
    room[0] -= bytes;
    if (room[0] < 0) {
      throw new MalformedReply("headers larger than we read (%d bytes)".formatted(LARGEST_HEAD));
    }
  }

  private boolean fill() throws IOException {
    int count = in.read(buffer);
    if (count <= 0) {
      return false;
    }
    at = 0;
    end = count;
    return true;
  }
}
