package dev.carillon.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts postmasters on one cluster, and waits until they take connections. */
record Launcher(
    DataDirectory data, Binaries binaries, RunAs runAs, ServerLog serverLog, Watchdog watchdog) {

  private static final Logger log = LoggerFactory.getLogger(Launcher.class);
  private static final Duration GLANCE = Duration.ofMillis(10);
  private static final Duration BETWEEN_TRIES = Duration.ofMillis(100);

  /**
   * Has glibc keep up to 16 MB of what a connection has freed. By default it gives back whatever is
   * freed beyond 128 kB or a little more, and takes it again for the next statement, page by page:
   * that was an eighth of PostgreSQL's time in a drain of jobs.
   */
  private static final Map<String, String> KEEP_MEMORY =
      Map.of(
          "MALLOC_TRIM_THRESHOLD_", "16777216",
          "MALLOC_MMAP_THRESHOLD_", "16777216",
          "MALLOC_TOP_PAD_", "1048576");

  /** How one try to start went. */
  private sealed interface Try {
    record Ready(Postmaster postmaster) implements Try {}

    /** It may work in a moment: another port, or when the remains of the last server are gone. */
    record NotNow(String why) implements Try {}

    record Failed(String why) implements Try {}
  }

  /**
   * Starts PostgreSQL and returns when it takes connections. What passes by itself is tried again
   * until the deadline: the port was taken between our choice and its use, or processes of a killed
   * server still hold its shared memory.
   */
  Postmaster start(IntSupplier port, Deadline deadline, BooleanSupplier cancelled) {
    while (true) {
      long before = serverLog.size();
      switch (attempt(port.getAsInt(), deadline, cancelled)) {
        case Try.Ready(Postmaster postmaster) -> {
          return postmaster;
        }
        case Try.NotNow(String why) when !deadline.passed() && !cancelled.getAsBoolean() -> {
          log.info("PostgreSQL cannot start yet ({}); trying again.", why);
          deadline.pause(BETWEEN_TRIES);
        }
        case Try.NotNow(String why) -> throw failed(why, before);
        case Try.Failed(String why) -> throw failed(why, before);
      }
    }
  }

  private EmbeddedPostgresException failed(String why, long before) {
    return new EmbeddedPostgresException(
        "Expected PostgreSQL %s to start on %s, but %s. %s"
            .formatted(Binaries.VERSION, data.cluster(), why, serverLog.tailSince(before)));
  }

  private Try attempt(int port, Deadline deadline, BooleanSupplier cancelled) {
    long before = serverLog.size();
    Process process = spawn(port);
    watchdog.guard(process.pid());
    Postmaster postmaster = new Postmaster(process.toHandle(), port, process.onExit());
    try {
      while (process.isAlive()) {
        if (isReady(process.pid())) {
          return new Try.Ready(postmaster);
        }
        if (deadline.passed() || cancelled.getAsBoolean()) {
          postmaster.stop();
          return new Try.Failed(lateness(deadline));
        }
        deadline.pause(GLANCE);
      }
    } catch (EmbeddedPostgresException interrupted) {
      postmaster.stop();
      throw interrupted;
    }
    return ended(process.exitValue(), serverLog.since(before));
  }

  private static String lateness(Deadline deadline) {
    return deadline.passed()
        ? "it took no connections within "
            + deadline.from().toMillis()
            + " ms and was stopped (if it is recovering from a crash, give it a longer start"
            + " timeout)"
        : "it was told to stop meanwhile";
  }

  private Process spawn(int port) {
    List<String> command =
        List.of(
            binaries.program("postgres").toString(),
            "-D",
            data.cluster().toString(),
            "-p",
            Integer.toString(port),
            // TCP only: a socket's path is limited to 107 bytes, a data directory's is not.
            "-c",
            "listen_addresses=127.0.0.1",
            "-c",
            "unix_socket_directories=",
            // On the command line these also outrank what ALTER SYSTEM may have left in a file.
            "-c",
            "fsync=on",
            "-c",
            "full_page_writes=on");
    try {
      ProcessBuilder builder = Processes.command(Processes.detached(runAs.command(command)));
      KEEP_MEMORY.forEach(builder.environment()::putIfAbsent);
      return builder
          .redirectInput(Path.of("/dev/null").toFile())
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.appendTo(serverLog.file().toFile()))
          .start();
    } catch (IOException e) {
      throw new EmbeddedPostgresException(
          "Expected to run %s, but: %s".formatted(binaries.program("postgres"), e), e);
    }
  }

  /** PostgreSQL says so itself, in the file that pg_ctl waits on too. */
  private boolean isReady(long pid) {
    return PidFile.read(data.cluster())
        .filter(file -> file.pid() == pid && file.status() == PidFile.Status.READY)
        .isPresent();
  }

  private static Try ended(int code, String said) {
    if (said.contains("could not bind") || said.contains("could not create any TCP/IP sockets")) {
      return new Try.NotNow("its port was taken");
    }
    if (said.contains("pre-existing shared memory block")
        || (said.contains("lock file") && said.contains("already exists"))) {
      return new Try.NotNow("processes of the server before it are still ending");
    }
    return new Try.Failed("it ended with code " + code);
  }

  /**
   * Removes a {@code postmaster.pid} that would keep PostgreSQL from starting although no server
   * runs: its process id now belongs to some other program, or it is cut off. Even if we were
   * wrong, two servers could not run on these files: PostgreSQL also refuses while any process is
   * attached to the shared memory that goes by the cluster's inode. One with a dead process it
   * replaces itself.
   */
  void removeStalePidFile() {
    Path file = PidFile.of(data.cluster());
    if (!Files.exists(file)) {
      return;
    }
    boolean harmless =
        PidFile.read(data.cluster())
            .map(left -> !ProcessHandle.of(left.pid()).map(ProcessHandle::isAlive).orElse(false))
            .orElse(false);
    if (harmless) {
      return;
    }
    try {
      log.warn("Removing {}: it names no PostgreSQL server of this directory.", file);
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new EmbeddedPostgresException("Could not remove " + file + ": " + e, e);
    }
  }
}
