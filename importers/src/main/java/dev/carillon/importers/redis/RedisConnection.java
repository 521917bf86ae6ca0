package dev.carillon.importers.redis;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Redis's protocol (RESP 2) over streams that somebody else opened, so that whoever opens them
 * decides where to. What it reads is bounded as a whole: the other side may be anybody's.
 */
public final class RedisConnection implements Redis {

  private static final long MOST_BYTES = 128L << 20;
  private static final int LONGEST_LINE = 64 << 10;
  private static final int DEEPEST = 8;

  private final InputStream in;
  private final OutputStream out;
  private long read;

  public RedisConnection(InputStream in, OutputStream out) {
    this.in = new BufferedInputStream(in);
    this.out = out;
  }

  @Override
  public Reply ask(String... words) {
    try {
      out.write(command(words));
      out.flush();
      return reply(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] command(String... words) throws IOException {
    ByteArrayOutputStream command = new ByteArrayOutputStream();
    command.write(("*" + words.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
    for (String word : words) {
      byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
      command.write(("$" + bytes.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
      command.write(bytes);
      command.write('\r');
      command.write('\n');
    }
    return command.toByteArray();
  }

  private Reply reply(int depth) throws IOException {
    if (depth > DEEPEST) {
      throw new RedisException("its answer is nested too deeply to be one of Redis");
    }
    int kind = next();
    String line = line();
    return switch (kind) {
      case '+' -> new Reply.Bytes(line.getBytes(StandardCharsets.UTF_8));
      case '-' -> throw new RedisException("Redis says: " + printable(line));
      case ':' -> new Reply.Count(number(line));
      case '$' -> bulk(number(line));
      case '*' -> items(number(line), depth);
      default -> throw new RedisException("what answers there is no Redis");
    };
  }

  private Reply bulk(long length) throws IOException {
    if (length < 0) {
      return new Reply.Nothing();
    }
    count(length);
    byte[] bytes = in.readNBytes((int) length);
    if (bytes.length < length || next() != '\r' || next() != '\n') {
      throw new EOFException("the answer breaks off");
    }
    return new Reply.Bytes(bytes);
  }

  private Reply items(long length, int depth) throws IOException {
    if (length < 0) {
      return new Reply.Nothing();
    }
    List<Reply> items = new ArrayList<>();
    for (long i = 0; i < length; i++) {
      items.add(reply(depth + 1));
    }
    return new Reply.Items(items);
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int c = next(); c != '\r'; c = next()) {
      line.write(c);
      if (line.size() > LONGEST_LINE) {
        throw new RedisException("what answers there is no Redis");
      }
    }
    if (next() != '\n') {
      throw new RedisException("what answers there is no Redis");
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  private int next() throws IOException {
    count(1);
    int c = in.read();
    if (c < 0) {
      throw new EOFException("the answer breaks off");
    }
    return c;
  }

  private void count(long bytes) {
    read += bytes;
    if (bytes > MOST_BYTES || read > MOST_BYTES) {
      throw new RedisException(
          "its answers have more than %d MiB together".formatted(MOST_BYTES >> 20));
    }
  }

  private static long number(String line) {
    try {
      return Long.parseLong(line);
    } catch (NumberFormatException e) {
      throw new RedisException("what answers there is no Redis");
    }
  }

  private static String printable(String line) {
    String cut = line.length() > 200 ? line.substring(0, 200) + "…" : line;
    return cut.replaceAll("\\p{Cntrl}", "?");
  }
}
