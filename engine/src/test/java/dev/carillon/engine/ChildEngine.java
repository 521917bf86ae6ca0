package dev.carillon.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.carillon.engine.target.RunContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;

/**
 * An engine in a process of its own, which can be killed. Its handler appends a line for each start
 * to a file, and forces it to disk before it goes on: the effect outlives the process.
 */
final class ChildEngine implements AutoCloseable {

  /** One line of the file. */
  record Line(UUID runId, String key, Instant slot, int retry, long fence, long pid, Instant at) {

    static Line parse(String text) {
      String[] words = text.split(" ", -1);
      return new Line(
          UUID.fromString(words[0]),
          words[1],
          Instant.parse(words[2]),
          Integer.parseInt(words[3]),
          Long.parseLong(words[4]),
          Long.parseLong(words[5]),
          Instant.parse(words[6]));
    }
  }

  private final Process process;
  private final Path file;

  private ChildEngine(Process process, Path file) {
    this.process = process;
    this.file = file;
  }

  static ChildEngine start(TestDatabase database, Path file, String name) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx128m",
            "-cp",
            classPath(),
            ChildEngine.class.getName(),
            database.url(),
            database.postgres().user(),
            database.postgres().password(),
            file.toString(),
            name);
    return new ChildEngine(
        builder
            .redirectErrorStream(true)
            .inheritIO()
            .redirectInput(ProcessBuilder.Redirect.PIPE)
            .start(),
        file);
  }

  /** Surefire hides the class path in a jar's manifest; this property has it in full. */
  private static String classPath() {
    return Optional.ofNullable(System.getProperty("surefire.test.class.path"))
        .orElse(System.getProperty("java.class.path"));
  }

  /** SIGKILL. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  /** What it had forced to disk; a line that its death cut short never counted as a start. */
  List<Line> lines() throws IOException {
    if (!Files.exists(file)) {
      return List.of();
    }
    String text = Files.readString(file);
    List<Line> lines = new ArrayList<>();
    for (String line : text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
      lines.add(Line.parse(line));
    }
    return lines;
  }

  /** Ends it as a signal to terminate would, and waits until it has. */
  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    process.onExit().join();
  }

  public static void main(String[] args) throws Exception {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(args[0]);
    config.setUsername(args[1]);
    config.setPassword(args[2]);
    config.setMaximumPoolSize(12);
    config.setMinimumIdle(0);
    ReentrantLock lock = new ReentrantLock();
    long pid = ProcessHandle.current().pid();
    try (HikariDataSource pool = new HikariDataSource(config);
        FileChannel file =
            FileChannel.open(
                Path.of(args[3]), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        Engine _ =
            Engine.on(pool)
                .handler("note", run -> note(file, lock, run, pid))
                .config(Engines.config(args[4]))
                .start()) {
      // Until the parent closes its end, or dies.
      while (System.in.read() >= 0) {
        Thread.onSpinWait();
      }
    }
  }

  private static void note(FileChannel file, ReentrantLock lock, RunContext run, long pid) {
    String line =
        "%s %s %s %d %d %d %s\n"
            .formatted(
                run.runId(),
                run.key(),
                run.scheduledFor(),
                run.retry(),
                run.fence(),
                pid,
                Instant.now());
    lock.lock();
    try {
      file.write(ByteBuffer.wrap(line.getBytes(UTF_8)));
      file.force(false);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      lock.unlock();
    }
  }
}
