package dev.carillon.postgres;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps PostgreSQL running while this process lives. If the server dies, it is started again on the
 * same port, so that connection pools find it by themselves. It never gives up: a full disk or a
 * killed server passes, and nobody else would bring the database back.
 */
final class Supervisor implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Supervisor.class);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

  private final Launcher launcher;
  private final Duration startTimeout;
  private final CompletableFuture<@Nullable Void> closing = new CompletableFuture<>();
  private final Thread thread;
  private volatile Postmaster postmaster;

  Supervisor(Launcher launcher, Postmaster postmaster, Duration startTimeout) {
    this.launcher = launcher;
    this.postmaster = postmaster;
    this.startTimeout = startTimeout;
    this.thread = Thread.ofPlatform().daemon().name("carillon-postgres").unstarted(this::supervise);
  }

  Supervisor begin() {
    thread.start();
    return this;
  }

  Postmaster postmaster() {
    return postmaster;
  }

  private void supervise() {
    while (!isClosing()) {
      CompletableFuture.anyOf(postmaster.exit(), closing).join();
      if (!isClosing()) {
        log.error(
            "PostgreSQL (process {}) ended although nobody asked it to. It is started again on port"
                + " {}; connections fail until then, and nothing that was committed is lost.",
            postmaster.pid(),
            postmaster.port());
        restart();
      }
    }
  }

  private void restart() {
    Duration pause = FIRST_PAUSE;
    while (!isClosing()) {
      try {
        int port = postmaster.port();
        launcher.removeStalePidFile();
        postmaster = launcher.start(() -> port, Deadline.in(startTimeout), this::isClosing);
        log.info("PostgreSQL runs again: process {}, port {}.", postmaster.pid(), port);
        return;
      } catch (RuntimeException e) {
        if (!isClosing()) {
          log.error(
              "PostgreSQL did not start again; the next try comes in {} ms. {}",
              pause.toMillis(),
              e.getMessage());
        }
      }
      Processes.awaitExit(closing, pause);
      Duration doubled = pause.multipliedBy(2);
      pause = doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE;
    }
  }

  private boolean isClosing() {
    return closing.isDone();
  }

  /**
   * Stops PostgreSQL for good. The supervising thread ends first, so that no restart can follow the
   * stop; a start that is under way sees that we are closing, and stops its server itself.
   */
  @Override
  public void close() {
    closing.complete(null);
    joinThread();
    postmaster.stop();
  }

  private void joinThread() {
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
