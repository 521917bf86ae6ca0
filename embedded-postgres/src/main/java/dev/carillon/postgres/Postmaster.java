package dev.carillon.postgres;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One running PostgreSQL server, started by us or adopted. */
record Postmaster(ProcessHandle process, int port, CompletableFuture<?> exit) {

  private static final Logger log = LoggerFactory.getLogger(Postmaster.class);
  private static final Duration FAST_STOP = Duration.ofSeconds(20);
  private static final Duration IMMEDIATE_STOP = Duration.ofSeconds(10);

  long pid() {
    return process.pid();
  }

  /**
   * Stops it: SIGINT disconnects the clients and writes a checkpoint; if that takes too long,
   * SIGQUIT leaves the rest to recovery; SIGKILL ends one that does not even react. Commits that
   * were acknowledged are in the log on disk, so that none of the three can lose one.
   */
  void stop() {
    Processes.signal(pid(), "INT");
    if (Processes.awaitExit(exit, FAST_STOP)) {
      return;
    }
    log.warn(
        "PostgreSQL (process {}) did not stop within {} s; it is stopped without a checkpoint, and"
            + " recovers at the next start.",
        pid(),
        FAST_STOP.toSeconds());
    Processes.signal(pid(), "QUIT");
    if (!Processes.awaitExit(exit, IMMEDIATE_STOP)) {
      log.warn("PostgreSQL (process {}) does not react and is killed.", pid());
      process.destroyForcibly();
      Processes.awaitExit(exit, IMMEDIATE_STOP);
    }
  }
}
