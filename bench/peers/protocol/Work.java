package dev.carillon.peers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Counts runs, and logs or notes them where asked to. */
final class Work implements Peer.Ran {

  private final AtomicLong runs = new AtomicLong();
  private final CountDownLatch reached = new CountDownLatch(1);
  private final long target;
  private final @Nullable FileChannel log;
  private final long from;
  private final long until;
  private final AtomicInteger noted = new AtomicInteger();
  private final int[] lateMicros;
  private final long pauseMillis;
  private volatile long firstAt;

  private Work(
      long target, @Nullable FileChannel log, long pauseMillis, long from, long until, int room) {
    this.target = target;
    this.log = log;
    this.pauseMillis = pauseMillis;
    this.from = from;
    this.until = until;
    lateMicros = new int[room];
  }

  static Work until(long count) {
    return new Work(count, null, 0, 0, 0, 0);
  }

  /** Without end. */
  static Work endless() {
    return new Work(Long.MAX_VALUE, null, 0, 0, 0, 0);
  }

  /** Without end; each run appends its number to the file, and then takes so long. */
  static Work logging(Path file, long pauseMillis) throws IOException {
    FileChannel log = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    return new Work(Long.MAX_VALUE, log, pauseMillis, 0, 0, 0);
  }

  /** Notes how late runs are that were due within a window. */
  static Work noting(long from, long until, int atMost) {
    return new Work(Long.MAX_VALUE, null, 0, from, until, atMost);
  }

  @Override
  public void ran(long id, long dueAtMillis) {
    if (runs.get() == 0) {
      firstAt = System.currentTimeMillis();
    }
    if (dueAtMillis >= from && dueAtMillis < until) {
      Instant now = Instant.now();
      int place = noted.getAndIncrement();
      if (place < lateMicros.length) {
        long late = (now.getEpochSecond() * 1_000 - dueAtMillis) * 1_000 + now.getNano() / 1_000;
        lateMicros[place] = Math.clamp(late, Integer.MIN_VALUE, Integer.MAX_VALUE);
      }
    }
    if (log != null) {
      append(log, id);
      pause();
    }
    if (runs.incrementAndGet() == target) {
      reached.countDown();
    }
  }

  /** One write of a whole line, so that the lines of several threads do not mix. */
  private static void append(FileChannel log, long id) {
    try {
      log.write(ByteBuffer.wrap((id + "\n").getBytes(StandardCharsets.US_ASCII)));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot log that " + id + " has run", e);
    }
  }

  private void pause() {
    try {
      Thread.sleep(pauseMillis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  long runs() {
    return runs.get();
  }

  long firstAt() {
    return firstAt;
  }

  int noted() {
    return Math.min(noted.get(), lateMicros.length);
  }

  void awaitTarget() throws InterruptedException {
    reached.await();
  }

  void write(Path file) throws IOException {
    StringBuilder lines = new StringBuilder();
    Arrays.stream(lateMicros, 0, noted()).forEach(micros -> lines.append(micros).append('\n'));
    Files.writeString(file, lines);
  }
}
