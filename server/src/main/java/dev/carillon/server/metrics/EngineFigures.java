package dev.carillon.server.metrics;

import dev.carillon.engine.Engine;
import dev.carillon.engine.dispatch.DispatchStats;
import dev.carillon.engine.runtime.CallStats;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What this node's engine counts. */
final class EngineFigures implements MultiCollector {

  private final Engine engine;

  EngineFigures(Engine engine) {
    this.engine = engine;
  }

  @Override
  public MetricSnapshots collect() {
    DispatchStats stats = engine.stats();
    Map<String, Long> settled = new TreeMap<>();
    stats
        .settledByStatus()
        .forEach((status, count) -> settled.put(status.name().toLowerCase(Locale.ROOT), count));
    Map<String, CallStats> calls = new TreeMap<>(engine.storeCalls());
    return MetricSnapshots.of(
        Figure.gauge(
            "carillon_node_joined",
            "1 when this node has joined the others",
            engine.node() > 0 ? 1 : 0),
        Figure.gauge(
            "carillon_shards", "Shards of the schedules this node looks after", engine.shards()),
        Figure.gauge(
            "carillon_timers_held", "Timers in memory, most of them not due yet", stats.held()),
        Figure.gauge(
            "carillon_slots_ready",
            "Slots that are due and wait for their beginning",
            stats.ready()),
        Figure.gauge(
            "carillon_attempts_under_way", "Attempts carried out at this moment", stats.underWay()),
        Figure.counter("carillon_attempts_started", "Attempts begun", (double) stats.started()),
        Figure.counters(
            "carillon_attempts_settled",
            "Attempts whose end stands in the books, by how they ended",
            "status",
            settled,
            Long::doubleValue),
        lateness(stats),
        Figure.counter(
            "carillon_writes_refused",
            "Writes refused because another node holds the run",
            (double) stats.refused()),
        Figure.counter(
            "carillon_nodes_buried", "Nodes this one declared dead", (double) stats.buried()),
        Figure.counters(
            "carillon_store_calls",
            "Questions to the database, by what was asked",
            "call",
            calls,
            CallStats::calls),
        Figure.counters(
            "carillon_store_seconds",
            "Seconds the answers to these questions took",
            "call",
            calls,
            CallStats::seconds),
        Figure.counter(
            "carillon_store_unanswered",
            "Questions the database did not answer",
            (double) stats.unanswered()));
  }

  private static MetricSnapshot lateness(DispatchStats stats) {
    long[] bounds = DispatchStats.latenessBoundsMillis();
    long[] counts = stats.latenessCounts();
    ClassicHistogramBuckets.Builder buckets = ClassicHistogramBuckets.builder();
    for (int i = 0; i < counts.length; i++) {
      buckets.bucket(i < bounds.length ? bounds[i] / 1e3 : Double.POSITIVE_INFINITY, counts[i]);
    }
    HistogramDataPointSnapshot.Builder point = HistogramDataPointSnapshot.builder();
    point.classicHistogramBuckets(buckets.build());
    point.sum(stats.latenessMillisSum() / 1e3);
    return HistogramSnapshot.builder()
        .name("carillon_lateness_seconds")
        .help("How late attempts began after they were due")
        .dataPoint(point.build())
        .build();
  }
}
