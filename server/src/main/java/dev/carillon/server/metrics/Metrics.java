package dev.carillon.server.metrics;

import dev.carillon.engine.Engine;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers {@code /metrics}. Nothing of it is loaded before the first scrape: a server that nobody
 * watches pays neither the memory nor the start-up of a metrics library.
 */
public final class Metrics implements AutoCloseable {

  /** What a scrape is answered with. */
  public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  /** Adds figures of another part to every scrape. */
  public interface Part {
    MetricSnapshots collect();
  }

  private final List<Part> parts = new CopyOnWriteArrayList<>();
  private final Engine engine;
  private final Supplier<PoolFigures> pool;
  private @Nullable PrometheusMeterRegistry registry;
  private @Nullable JvmGcMetrics collector;

  public Metrics(Engine engine, Supplier<PoolFigures> pool) {
    this.engine = engine;
    this.pool = pool;
  }

  /** To be called before the first scrape. */
  public Metrics with(Part part) {
    parts.add(part);
    return this;
  }

  /** All figures at this moment. */
  public String scrape() {
    return registry().scrape();
  }

  private synchronized PrometheusMeterRegistry registry() {
    PrometheusMeterRegistry made = registry;
    if (made == null) {
      made = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
      new JvmMemoryMetrics().bindTo(made);
      JvmGcMetrics pauses = new JvmGcMetrics();
      pauses.bindTo(made);
      collector = pauses;
      new JvmThreadMetrics().bindTo(made);
      new ProcessorMetrics().bindTo(made);
      new UptimeMetrics().bindTo(made);
      List<MultiCollector> collectors = new ArrayList<>();
      collectors.add(new EngineFigures(engine));
      collectors.add(() -> connections(pool.get()));
      parts.forEach(part -> collectors.add(part::collect));
      for (MultiCollector each : collectors) {
        made.getPrometheusRegistry().register(each);
      }
      registry = made;
    }
    return made;
  }

  private static MetricSnapshots connections(PoolFigures figures) {
    return MetricSnapshots.of(
        Figure.gauges(
            "carillon_pool_connections",
            "Connections to the database",
            "state",
            Map.of("active", figures.active(), "idle", figures.idle())),
        Figure.gauge(
            "carillon_pool_connections_max", "Most connections to the database", figures.max()),
        Figure.gauge(
            "carillon_pool_waiting", "Threads that wait for a connection", figures.waiting()));
  }

  @Override
  public synchronized void close() {
    if (collector != null) {
      collector.close();
    }
    if (registry != null) {
      registry.close();
    }
  }
}
