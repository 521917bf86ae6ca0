package dev.carillon.postgres;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Starting, recognising, signalling and outliving other processes. */
final class Processes {

  private static final List<String> USUAL_PLACES =
      List.of("/usr/bin", "/bin", "/usr/sbin", "/sbin", "/usr/local/bin");

  private static final Duration END_POLL = Duration.ofMillis(20);

  private Processes() {}

  /** A process builder whose environment cannot change what PostgreSQL does. */
  static ProcessBuilder command(List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command);
    // The current directory may be closed to the user that PostgreSQL runs as.
    builder.directory(Path.of("/").toFile());
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(name -> name.startsWith("PG") || name.startsWith("LC_"));
    environment.put("LC_ALL", "C");
    return builder;
  }

  /** The exit code of a command, both of whose outputs go to the log; empty if it took too long. */
  static Optional<Integer> run(List<String> command, Path input, ServerLog log, Deadline deadline)
      throws IOException {
    Process process =
        command(command)
            .redirectInput(input.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.file().toFile()))
            .start();
    if (awaitExit(process.onExit(), deadline.left())) {
      return Optional.of(process.exitValue());
    }
    process.destroyForcibly();
    return Optional.empty();
  }

  /** Waits even when interrupted, and keeps the interrupt for whoever asks next. */
  static boolean awaitExit(CompletableFuture<?> exit, Duration timeout) {
    Deadline deadline = Deadline.in(timeout);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          exit.get(deadline.left().toNanos(), TimeUnit.NANOSECONDS);
          return true;
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (TimeoutException | ExecutionException | CancellationException e) {
          return exit.isDone();
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Sends a signal that Java has no call for. */
  static void signal(long pid, String signal) {
    try {
      Process kill =
          new ProcessBuilder("sh", "-c", "kill -$1 $0 2>/dev/null", Long.toString(pid), signal)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      awaitExit(kill.onExit(), Duration.ofSeconds(5));
    } catch (IOException e) {
      throw new EmbeddedPostgresException(
          "Expected to send SIG%s to process %d with sh, but: %s".formatted(signal, pid, e), e);
    }
  }

  /**
   * Whether this process is the postmaster of this cluster. Its current directory tells (PostgreSQL
   * works inside of the cluster), and so does its command line where that may not be read; a reused
   * process id and a zombie have neither.
   */
  static boolean isPostmasterOf(Path cluster, long pid) {
    List<String> words = commandLine(pid);
    boolean isPostgres = !words.isEmpty() && words.getFirst().endsWith("/postgres");
    return isPostgres && (words.contains(cluster.toString()) || worksIn(cluster, pid));
  }

  private static boolean worksIn(Path cluster, long pid) {
    try {
      return Path.of("/proc", Long.toString(pid), "cwd").toRealPath().equals(cluster);
    } catch (IOException e) {
      return false;
    }
  }

  /** The words of a live process's command line; none if it is gone, a zombie, or hidden. */
  static List<String> commandLine(long pid) {
    Path words = Path.of("/proc", Long.toString(pid), "cmdline");
    try {
      if (Files.isDirectory(Path.of("/proc/self"))) {
        String line = new String(Files.readAllBytes(words), StandardCharsets.UTF_8);
        return line.isEmpty() ? List.of() : List.of(line.split("\0", -1));
      }
    } catch (IOException e) {
      return List.of();
    }
    return ProcessHandle.of(pid)
        .map(ProcessHandle::info)
        .map(info ->
            Stream.concat(info.command().stream(), info.arguments().stream().flatMap(Stream::of))
                .toList())
        .orElse(List.of());
  }

  /**
   * Completes when a process that is not our child has ended. Java's own {@code onExit} would take
   * a zombie for alive, and who collects the children of a dead parent may be slow or never do it.
   */
  static CompletableFuture<?> end(long pid) {
    CompletableFuture<@Nullable Void> end = new CompletableFuture<>();
    Thread.ofVirtual()
        .name("end of process " + pid)
        .start(() -> {
          while (!commandLine(pid).isEmpty()) {
            LockSupport.parkNanos(END_POLL.toNanos());
          }
          end.complete(null);
        });
    return end;
  }

  /**
   * Puts a command into a session of its own, where a Ctrl-C at the terminal does not reach it: the
   * database must outlive the program's own orderly stop. Both ways replace themselves by the
   * command, so that the process id stays the one we started.
   */
  static List<String> detached(List<String> command) {
    List<String> prefix =
        find("setsid")
            .map(List::of)
            .or(() ->
                find("perl")
                    .map(perl -> List.of(perl, "-MPOSIX", "-e", "POSIX::setsid(); exec @ARGV")))
            .orElse(List.of());
    return Stream.concat(prefix.stream(), command.stream()).toList();
  }

  /** Where a program lies, on the PATH or where systems keep it. */
  static Optional<String> find(String program) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.concat(Stream.of(path.split(":")), USUAL_PLACES.stream())
        .filter(directory -> !directory.isEmpty())
        .map(directory -> Path.of(directory, program))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst();
  }
}
