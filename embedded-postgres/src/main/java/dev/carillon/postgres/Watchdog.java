package dev.carillon.postgres;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stops PostgreSQL when this JVM is gone, however it went. A small shell reads a pipe that only
 * this JVM holds: the kernel closes it with the process, {@code kill -9} included, and the shell
 * then stops the postmaster whose process id it read last.
 */
final class Watchdog implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Watchdog.class);
  private static final String NAME = "carillon-watchdog";

  /** The script's 20 s and some more. */
  private static final Duration LIFE_AFTER_PARENT = Duration.ofSeconds(25);

  /**
   * SIGINT stops PostgreSQL with a checkpoint; after 10 s SIGQUIT stops it without, which the log
   * makes good at the next start. It ignores signals itself, since the terminal or a service
   * manager sends them to the whole group. PostgreSQL removes its pid file last; looking for that
   * too keeps a zombie, which nobody may ever collect, from looking alive.
   */
  private static final String SCRIPT =
      """
      trap '' HUP INT QUIT TERM
      pid=
      while read -r line; do pid=$line; done
      [ -n "$pid" ] && kill -INT "$pid" 2>/dev/null || exit 0
      waits=0
      while kill -0 "$pid" 2>/dev/null && [ -e "$1" ] && [ "$waits" -lt 400 ]; do
        [ "$waits" -eq 200 ] && kill -QUIT "$pid"
        waits=$((waits + 1))
        sleep 0.05
      done
      """;

  private final DataDirectory data;
  private Process shell;
  private boolean closed;
  private @Nullable Long guarded;

  private Watchdog(DataDirectory data) throws IOException {
    this.data = data;
    this.shell = spawn();
  }

  static Watchdog start(DataDirectory data) {
    try {
      return new Watchdog(data).watched();
    } catch (IOException e) {
      throw new EmbeddedPostgresException(
          "Expected to start sh, which stops PostgreSQL if this process dies, but: " + e, e);
    }
  }

  /**
   * We hold the directory's lock, so the process that the previous watchdog watched is dead, and
   * the watchdog is stopping PostgreSQL. Waiting for its end keeps it from stopping a PostgreSQL
   * that we have just adopted.
   */
  static void awaitPredecessor(DataDirectory data) {
    previous(data)
        .ifPresent(shell -> {
          if (!Processes.awaitExit(Processes.end(shell.pid()), LIFE_AFTER_PARENT)) {
            log.warn("The previous watchdog, process {}, hangs and is killed.", shell.pid());
            shell.destroyForcibly();
          }
        });
  }

  private static Optional<ProcessHandle> previous(DataDirectory data) {
    try {
      long pid = Long.parseLong(Files.readString(data.watchdog()).strip());
      List<String> words = Processes.commandLine(pid);
      boolean isOurs = words.contains(NAME) && words.contains(pidFile(data));
      return isOurs ? ProcessHandle.of(pid) : Optional.empty();
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static String pidFile(DataDirectory data) {
    return PidFile.of(data.cluster()).toString();
  }

  /** From now on, this process is stopped when the JVM ends. */
  synchronized void guard(long postmasterPid) {
    guarded = postmasterPid;
    tell();
  }

  synchronized long pid() {
    return shell.pid();
  }

  private Watchdog watched() {
    Executor soon = CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS);
    // Failures to respawn are logged there; nothing else can come of this future.
    var _ = shell.onExit().thenRunAsync(this::respawn, soon);
    return this;
  }

  /** Someone killed the shell: PostgreSQL runs on, and needs a new one. */
  private synchronized void respawn() {
    if (closed) {
      return;
    }
    try {
      shell = spawn();
      log.warn("The watchdog of PostgreSQL was killed; process {} takes its place.", shell.pid());
      tell();
      watched();
    } catch (IOException e) {
      log.error(
          "The watchdog of PostgreSQL was killed and could not be started again ({}). PostgreSQL"
              + " runs on; if this process dies too, the next start adopts it.",
          e.toString());
    }
  }

  private Process spawn() throws IOException {
    Process process =
        Processes.command(Processes.detached(List.of("sh", "-c", SCRIPT, NAME, pidFile(data))))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    // Deleted first: the file may belong to another user, in a directory of ours.
    Files.deleteIfExists(data.watchdog());
    Files.writeString(data.watchdog(), process.pid() + "\n");
    return process;
  }

  private void tell() {
    if (guarded != null) {
      write(guarded.toString());
    }
  }

  private void write(String line) {
    try {
      OutputStream pipe = shell.getOutputStream();
      pipe.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
      pipe.flush();
    } catch (IOException e) {
      // The shell is dead, and its successor is told by respawn().
      log.debug("The watchdog does not listen: {}", e.toString());
    }
  }

  /** PostgreSQL has been stopped: an empty line leaves the shell nothing to do but end. */
  @Override
  public synchronized void close() {
    closed = true;
    guarded = null;
    write("");
    try {
      shell.getOutputStream().close();
    } catch (IOException e) {
      log.debug("The watchdog is gone already: {}", e.toString());
    }
    if (!Processes.awaitExit(shell.onExit(), Duration.ofSeconds(5))) {
      shell.destroyForcibly();
    }
    deleteQuietly(data.watchdog());
  }

  private static void deleteQuietly(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      log.debug("Could not remove {}: {}", file, e.toString());
    }
  }
}
