package dev.carillon.server.metrics;

import dev.carillon.server.events.Courier;
import dev.carillon.server.events.Hub;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;

/** Streams and webhooks of this server. */
public record LiveFigures(Hub hub, Courier courier) implements Metrics.Part {

  @Override
  public MetricSnapshots collect() {
    return MetricSnapshots.of(
        Figure.gauge(
            "carillon_event_streams", "Streams of events open on this server", hub.streams()),
        Figure.counter(
            "carillon_event_streams_cut_off",
            "Streams ended because their reader was too slow",
            (double) hub.cutOff()),
        Figure.counters(
            "carillon_webhook_attempts",
            "Tries to deliver an event to a webhook, by how they ended",
            "result",
            new TreeMap<>(courier.counts()),
            LongAdder::doubleValue));
  }
}
