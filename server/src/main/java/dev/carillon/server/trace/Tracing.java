package dev.carillon.server.trace;

import dev.carillon.engine.target.Carrier;
import dev.carillon.server.config.Configuration;
import dev.carillon.server.config.Setting;
import java.net.URI;
import java.util.Optional;

/** Watches attempts being carried out. */
public interface Tracing extends AutoCloseable {

  /** The carrier that does the same under a span of its own. */
  Carrier traced(Carrier carrier);

  /** Sends what is not sent yet. */
  @Override
  void close();

  /** As configured; without an endpoint nothing of OpenTelemetry is loaded. */
  static Tracing of(Configuration configuration) {
    Optional<URI> endpoint = configuration.value(Setting.OTEL_ENDPOINT);
    return endpoint.isEmpty()
        ? new None()
        : new Spans(endpoint.get(), configuration.value(Setting.OTEL_SAMPLE));
  }

  /** Traces nothing. */
  record None() implements Tracing {
    @Override
    public Carrier traced(Carrier carrier) {
      return carrier;
    }

    @Override
    public void close() {}
  }
}
