package dev.carillon.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A driver in a process of its own, spoken to in lines; bench/peers/README.md says which. */
final class PeerProcess implements AutoCloseable {

  private static final String ENDED = "ended";
  private static final int SHOWN_LINES = 6;

  private final String name;
  private final Process process;
  private final Path errors;
  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
  private @Nullable Answer hello;

  private PeerProcess(String name, Process process, Path errors) {
    this.name = name;
    this.process = process;
    this.errors = errors;
  }

  /** What a driver said: words such as {@code runs=12}. */
  record Answer(Map<String, String> words) {

    static Answer parse(String line) {
      Map<String, String> words = new HashMap<>();
      for (String word : line.split(" ", -1)) {
        int equals = word.indexOf('=');
        if (equals > 0) {
          words.put(word.substring(0, equals), word.substring(equals + 1));
        }
      }
      return new Answer(words);
    }

    String text(String key) {
      return words.getOrDefault(key, "");
    }

    long number(String key) {
      String word = words.get(key);
      if (word == null) {
        throw new PeerFailure("the driver's answer has no " + key + ": " + words);
      }
      return Long.parseLong(word);
    }
  }

  static PeerProcess start(
      String name, List<String> command, Map<String, String> environment, Path scratch) {
    try {
      Path errors = Files.createTempFile(scratch, name, ".log");
      ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
      builder.environment().putAll(environment);
      PeerProcess peer = new PeerProcess(name, builder.start(), errors);
      Thread.ofVirtual().name("answers-of-" + name).start(peer::listen);
      return peer;
    } catch (IOException e) {
      throw new PeerFailure("cannot be started: " + e.getMessage(), e);
    }
  }

  private void listen() {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        answers.add(line);
      }
    } catch (IOException e) {
      // The process was killed while a line was read.
    }
    answers.add(ENDED);
  }

  /** Version, runtime and abilities. */
  Answer hello() {
    if (hello == null) {
      hello = Answer.parse(await("hello", Duration.ofSeconds(60)));
    }
    return hello;
  }

  List<String> abilities() {
    return List.of(hello().text("can").split(",", -1));
  }

  /** Sends a command and waits for its answer; before that it may still be starting. */
  Answer ask(Duration atMost, Object... words) {
    send(words);
    return answer(atMost);
  }

  /** Waits for the answer to what was sent. */
  Answer answer(Duration atMost) {
    hello();
    return Answer.parse(await("ok", atMost));
  }

  void send(Object... words) {
    List<String> texts = new ArrayList<>();
    for (Object word : words) {
      texts.add(word.toString());
    }
    try {
      process.outputWriter(StandardCharsets.UTF_8).write(String.join(" ", texts) + "\n");
      process.outputWriter(StandardCharsets.UTF_8).flush();
    } catch (IOException e) {
      throw failure("does not listen to \"" + words[0] + "\"");
    }
  }

  private String await(String first, Duration atMost) {
    long end = System.nanoTime() + atMost.toNanos();
    while (true) {
      String line = next(end - System.nanoTime());
      if (line == null) {
        throw failure("has not answered within " + atMost.toSeconds() + " s");
      }
      if (line.equals(ENDED)) {
        throw failure("ended before it answered");
      }
      if (line.startsWith("error ")) {
        throw failure(line.substring(6));
      }
      if (line.equals(first) || line.startsWith(first + " ")) {
        return line;
      }
      // Anything else is what libraries print.
    }
  }

  private @Nullable String next(long nanos) {
    try {
      return answers.poll(nanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private PeerFailure failure(String what) {
    try {
      List<String> lines = Files.readAllLines(errors);
      String said =
          String.join(" | ", lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size()));
      return new PeerFailure(name + " " + what + (said.isEmpty() ? "" : "; it said: " + said));
    } catch (IOException | UncheckedIOException e) {
      return new PeerFailure(name + " " + what, e);
    }
  }

  long cpuMicros() {
    return CpuTimes.of(process.pid());
  }

  long residentKilobytes() {
    try {
      return Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")).stream()
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      return 0;
    }
  }

  /** With SIGKILL: it can do nothing more. */
  void kill() {
    process.destroyForcibly();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** Lets it end by itself, which drivers do when nobody speaks to them any more. */
  @Override
  public void close() {
    try {
      process.outputWriter(StandardCharsets.UTF_8).close();
    } catch (IOException e) {
      // It has ended already.
    }
    try {
      if (!process.waitFor(20, TimeUnit.SECONDS)) {
        kill();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
    }
  }
}
