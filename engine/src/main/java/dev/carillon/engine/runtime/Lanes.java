package dev.carillon.engine.runtime;

import dev.carillon.engine.clock.Ticker;
import dev.carillon.engine.dispatch.Lane;
import dev.carillon.engine.dispatch.StoreCall;
import dev.carillon.engine.store.Store;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One thread for each lane: calls of a lane are made in order, lanes do not wait for each other.
 */
final class Lanes implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Lanes.class);

  private final Store store;
  private final Consumer<Runnable> answers;
  private final Map<Lane, ExecutorService> threads = new EnumMap<>(Lane.class);
  private final Ticker ticker;
  private final Map<String, CallStats> stats = new ConcurrentHashMap<>();

  Lanes(Ticker ticker, Store store, Consumer<Runnable> answers) {
    this.ticker = ticker;
    this.store = store;
    this.answers = answers;
    for (Lane lane : Lane.values()) {
      String name = "carillon-" + lane.name().toLowerCase(Locale.ROOT).replace('_', '-');
      threads.put(
          lane,
          Executors.newSingleThreadExecutor(Thread.ofPlatform().name(name).daemon().factory()));
    }
  }

  void submit(StoreCall<?> call) {
    ExecutorService thread = threads.get(call.lane());
    if (thread != null && !thread.isShutdown()) {
      try {
        thread.execute(() -> ask(call));
      } catch (RejectedExecutionException halted) {
        log.debug("Nobody waits for the answer to {} any more.", call, halted);
      }
    }
  }

  private void ask(StoreCall<?> call) {
    long sent = ticker.nanos();
    Runnable answer = call.ask(store);
    stats.computeIfAbsent(call.name(), _ -> new CallStats()).took(ticker.nanos() - sent);
    answers.accept(answer);
  }

  /** By the name of the call. */
  Map<String, CallStats> stats() {
    return stats;
  }

  @Override
  public void close() {
    threads.values().forEach(ExecutorService::shutdownNow);
  }
}
