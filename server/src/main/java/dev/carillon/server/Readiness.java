package dev.carillon.server;

import dev.carillon.engine.Engine;
import dev.carillon.engine.store.StoreException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says what this server lacks to do its work. Safe for use by many threads. */
final class Readiness {

  private static final Logger log = LoggerFactory.getLogger(Readiness.class);

  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final Duration TELL_EVERY = Duration.ofSeconds(10);
  private static final Duration PAUSE = Duration.ofMillis(5);

  private volatile @Nullable Engine engine;

  /** One question to the database at a time, however many ask us. */
  private @Nullable CompletableFuture<Boolean> underWay;

  void watch(Engine started) {
    engine = started;
  }

  /** Each part that is missing, and what is known of it; empty when ready. */
  Map<String, String> missing() {
    Engine watched = engine;
    if (watched == null) {
      return Map.of("engine", "it is starting");
    }
    Map<String, String> missing = new TreeMap<>();
    String problem = databaseProblem(watched);
    if (problem != null) {
      missing.put("database", problem);
    }
    if (watched.enabled() && watched.node() == 0) {
      missing.put("node", "it has not joined the other nodes yet");
    }
    return missing;
  }

  /**
   * Returns when the node of this engine has joined the others, which may take a database's while.
   */
  void awaitJoined(Engine joining) {
    long told = System.nanoTime();
    while (joining.enabled() && joining.node() == 0) {
      LockSupport.parkNanos(PAUSE.toNanos());
      if (System.nanoTime() - told > TELL_EVERY.toNanos()) {
        log.warn("The node has not joined the others yet; the database is slow or away. Waiting.");
        told = System.nanoTime();
      }
    }
  }

  private @Nullable String databaseProblem(Engine watched) {
    try {
      boolean answered = question(watched).get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      return answered ? null : "it cannot be reached";
    } catch (TimeoutException e) {
      return "it did not answer within " + PATIENCE.toSeconds() + " s";
    } catch (ExecutionException e) {
      log.error("Asking the database failed in a way nobody thought of.", e);
      return "asking it failed";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "this server is stopping";
    }
  }

  private synchronized CompletableFuture<Boolean> question(Engine watched) {
    CompletableFuture<Boolean> asked = underWay;
    if (asked == null || asked.isDone()) {
      asked = CompletableFuture.supplyAsync(() -> answers(watched), Thread::startVirtualThread);
      underWay = asked;
    }
    return asked;
  }

  private static boolean answers(Engine watched) {
    try {
      watched.store().now();
      return true;
    } catch (StoreException e) {
      log.debug("The database does not answer.", e);
      return false;
    }
  }
}
