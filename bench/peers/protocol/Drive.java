package dev.carillon.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.SynchronousQueue;
import org.jspecify.annotations.Nullable;

/**
 * The line protocol between the benchmark and a driver on the JVM; protocol.mjs is its twin, and
 * bench/peers/README.md says what every command means.
 */
public final class Drive {

  private static final long SETTLED_POLL_MILLIS = 5;
  private static final long LONGEST_PATIENCE_MILLIS = 30_000;

  private final Peer peer;
  private final List<String> can = new ArrayList<>();
  private @Nullable Work work;

  private Drive(Peer peer) {
    this.peer = peer;
    can.addAll(List.of("install", "work", "count", "lateness", "stop"));
    for (Peer.Part part : peer.parts()) {
      switch (part) {
        case DUE -> can.addAll(List.of("fill", "drain", "left"));
        case TIMERS -> can.add("timers");
        case RECURRING -> can.add("recurring");
        case NOW -> can.add("latency");
      }
    }
  }

  /** The peer is the only argument. */
  public static void main(String[] words) throws IOException {
    Drive drive = new Drive(peer(words[0]));
    drive.serve();
    // Schedulers leave threads behind that would keep the process alive.
    System.exit(0);
  }

  private static Peer peer(String name) {
    return switch (name) {
      case "carillon" -> new CarillonPeer();
      case "db-scheduler" -> new DbSchedulerPeer();
      case "jobrunr" -> new JobRunrPeer();
      case "quartz" -> new QuartzPeer();
      default -> throw new IllegalArgumentException("there is no peer " + name);
    };
  }

  private void serve() throws IOException {
    say(
        "hello version=%s runtime=java-%s can=%s"
            .formatted(peer.version(), Runtime.version(), String.join(",", can)));
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] words = line.strip().split(" ", -1);
        try {
          if (!can.contains(words[0])) {
            throw new UnsupportedOperationException("cannot do " + words[0]);
          }
          say(("ok " + answer(words)).strip());
        } catch (Exception e) {
          e.printStackTrace();
          say("error " + e.toString().replace('\n', '|'));
        }
      }
    }
  }

  private String answer(String[] words) throws Exception {
    switch (words[0]) {
      case "install" -> peer.install();
      case "fill" -> peer.addDue(number(words[1]));
      case "timers" ->
          peer.addTimers(number(words[1]), Double.parseDouble(words[2]), Long.parseLong(words[3]));
      case "recurring" ->
          peer.addRecurring(number(words[1]), Duration.ofMillis(Long.parseLong(words[2])));
      case "work" -> {
        Work endless =
            words.length > 1
                ? Work.logging(Path.of(words[1]), Long.parseLong(words[2]))
                : Work.endless();
        work = endless;
        peer.start(endless);
      }
      case "stop" -> peer.stop();
      case "drain" -> {
        return drain(number(words[1]));
      }
      case "count" -> {
        Work endless = Objects.requireNonNull(work, "nothing works yet");
        return "runs=%d at=%d".formatted(endless.runs(), System.currentTimeMillis());
      }
      case "left" -> {
        return "jobs=" + peer.unfinished();
      }
      case "lateness" -> {
        return lateness(Long.parseLong(words[1]), Long.parseLong(words[2]), Path.of(words[3]));
      }
      case "latency" -> {
        return latency(number(words[1]), number(words[2]), Path.of(words[3]));
      }
      default -> throw new IllegalArgumentException("there is no command " + words[0]);
    }
    return "";
  }

  /** Works until so many jobs have run and the database holds none of them any more. */
  private String drain(int count) throws Exception {
    Work until = Work.until(count);
    peer.start(until);
    until.awaitTarget();
    long handled = System.currentTimeMillis();
    while (!peer.done()) {
      Thread.sleep(SETTLED_POLL_MILLIS);
    }
    return "first=%d handled=%d settled=%d runs=%d"
        .formatted(until.firstAt(), handled, System.currentTimeMillis(), until.runs());
  }

  /** Notes the lateness of all runs due within the window, in microseconds, one a line. */
  private String lateness(long from, long until, Path file) throws Exception {
    // Room for a million and more; a peer that fast is not late.
    Work noting = Work.noting(from, until, 2_000_000);
    peer.start(noting);
    Thread.sleep(Math.max(0, until - System.currentTimeMillis()));
    int onTime = noting.noted();
    // Whoever is late gets as long again as the window was, at most half a minute.
    long patience = Math.min(LONGEST_PATIENCE_MILLIS, until - from);
    int before = -1;
    for (long waited = 0; waited < patience && noting.noted() != before; waited += 1_000) {
      before = noting.noted();
      Thread.sleep(1_000);
    }
    noting.write(file);
    return "runs=%d on_time=%d".formatted(noting.noted(), onTime);
  }

  /** From the call that adds a job to its first instruction, one job after the other. */
  private String latency(int count, int warmUp, Path file) throws Exception {
    SynchronousQueue<Long> starts = new SynchronousQueue<>();
    peer.start((_, _) -> handOver(starts, System.nanoTime()));
    StringBuilder lines = new StringBuilder();
    for (int i = 1; i <= warmUp + count; i++) {
      long began = System.nanoTime();
      peer.addNow(i);
      long micros = (starts.take() - began) / 1_000;
      if (i > warmUp) {
        lines.append(micros).append('\n');
      }
    }
    Files.writeString(file, lines);
    return "runs=" + (warmUp + count);
  }

  private static void handOver(SynchronousQueue<Long> starts, long at) {
    try {
      starts.put(at);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static int number(String word) {
    return Integer.parseInt(word);
  }

  private static void say(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
