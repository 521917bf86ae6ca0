package dev.carillon.server.metrics;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Makes what Prometheus reads out of plain numbers. */
final class Figure {

  private Figure() {}

  static MetricSnapshot gauge(String name, String help, double value) {
    return GaugeSnapshot.builder()
        .name(name)
        .help(help)
        .dataPoint(GaugeDataPointSnapshot.builder().value(value).build())
        .build();
  }

  static MetricSnapshot gauges(
      String name, String help, String label, Map<String, ? extends Number> values) {
    GaugeSnapshot.Builder builder = GaugeSnapshot.builder().name(name).help(help);
    values.forEach((key, value) ->
        builder.dataPoint(
            GaugeDataPointSnapshot.builder()
                .labels(Labels.of(label, key))
                .value(value.doubleValue())
                .build()));
    return builder.build();
  }

  /** A name of a counter stands without the {@code _total} that Prometheus shows. */
  static MetricSnapshot counter(String name, String help, double value) {
    return CounterSnapshot.builder()
        .name(name)
        .help(help)
        .dataPoint(CounterDataPointSnapshot.builder().value(value).build())
        .build();
  }

  static <T> MetricSnapshot counters(
      String name, String help, String label, Map<String, T> values, ToDoubleFunction<T> number) {
    CounterSnapshot.Builder builder = CounterSnapshot.builder().name(name).help(help);
    values.forEach((key, value) ->
        builder.dataPoint(
            CounterDataPointSnapshot.builder()
                .labels(Labels.of(label, key))
                .value(number.applyAsDouble(value))
                .build()));
    return builder.build();
  }
}
