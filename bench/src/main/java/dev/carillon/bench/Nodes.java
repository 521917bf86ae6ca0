package dev.carillon.bench;

import com.zaxxer.hikari.HikariDataSource;
import dev.carillon.engine.Engine;
import dev.carillon.engine.dispatch.DispatchConfig;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.target.Handler;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Engines at work on one database, each with connections of its own. */
final class Nodes implements AutoCloseable {

  static final String HANDLER = "bench";

  private static final Duration LONGEST_START = Duration.ofSeconds(60);

  private final List<HikariDataSource> pools = new ArrayList<>();
  private final List<Engine> engines = new ArrayList<>();

  private Nodes() {}

  /** Returns when the nodes have shared all schedules among them. */
  static Nodes start(BenchDatabase database, int count, Handler handler) {
    Nodes nodes = new Nodes();
    try {
      for (int i = 1; i <= count; i++) {
        HikariDataSource pool = database.pool();
        nodes.pools.add(pool);
        nodes.engines.add(
            Engine.on(pool)
                .handler(HANDLER, handler)
                .config(DispatchConfig.defaults("bench-" + i))
                .start());
      }
      nodes.awaitShares(Timer.SHARDS / count);
      return nodes;
    } catch (RuntimeException | Error e) {
      nodes.close();
      throw e;
    }
  }

  private void awaitShares(int atLeast) {
    Instant latest = Instant.now().plus(LONGEST_START);
    while (!engines.stream().allMatch(engine -> engine.shards() >= atLeast)) {
      if (Instant.now().isAfter(latest)) {
        throw new IllegalStateException(
            "the nodes have not shared the schedules among them within "
                + LONGEST_START.toSeconds()
                + " s: "
                + engines.stream().map(Engine::shards).toList());
      }
      Pause.millis(20);
    }
  }

  /** Runs whose end stands in the books, as the nodes counted them. */
  long settled() {
    return engines.stream().mapToLong(engine -> engine.stats().settled()).sum();
  }

  long refused() {
    return engines.stream().mapToLong(engine -> engine.stats().refused()).sum();
  }

  @Override
  public void close() {
    engines.forEach(Engine::close);
    pools.forEach(HikariDataSource::close);
  }
}
