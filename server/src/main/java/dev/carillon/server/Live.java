package dev.carillon.server;

import dev.carillon.engine.Engine;
import dev.carillon.engine.clock.Ids;
import dev.carillon.engine.clock.Ticker;
import dev.carillon.server.config.Configuration;
import dev.carillon.server.config.Setting;
import dev.carillon.server.events.Chores;
import dev.carillon.server.events.Courier;
import dev.carillon.server.events.EventResource;
import dev.carillon.server.events.Hub;
import dev.carillon.server.events.Sender;
import dev.carillon.server.events.WebhookResource;
import dev.carillon.server.metrics.DatabaseFigures;
import dev.carillon.server.metrics.LiveFigures;
import dev.carillon.server.metrics.Metrics;
import dev.carillon.server.metrics.PoolFigures;
import dev.carillon.server.overview.NodeReporter;
import dev.carillon.server.store.Events;
import dev.carillon.server.store.Figures;
import dev.carillon.server.store.NodeReports;
import dev.carillon.server.store.Outbox;
import dev.carillon.server.store.Overviews;
import dev.carillon.server.store.Tenants;
import dev.carillon.server.store.Webhooks;
import dev.carillon.server.web.Answer;
import dev.carillon.server.web.Route;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** What tells others how things go: events, webhooks, metrics. */
final class Live implements AutoCloseable {

  private final Hub hub;
  private final Courier courier;
  private final Chores chores;
  private final Metrics metrics;
  private final List<Route> routes = new ArrayList<>();

  Live(
      Configuration configuration,
      Engine engine,
      Tenants tenants,
      Sender sender,
      String signsWith,
      Supplier<PoolFigures> pool) {
    Ticker ticker = Ticker.system();
    Events events = new Events(tenants);
    Outbox outbox = new Outbox(tenants);
    hub = new Hub(ticker, events);
    courier =
        new Courier(
            outbox,
            sender,
            configuration.value(Setting.WEBHOOKS_MAX_ATTEMPTS),
            configuration.value(Setting.WEBHOOKS_RETRY_DELAY));
    NodeReporter reporter =
        new NodeReporter(engine, new NodeReports(tenants), Main.version(), signsWith);
    chores =
        new Chores(
            ticker,
            events,
            outbox,
            configuration.value(Setting.LATE_AFTER),
            configuration.value(Setting.EVENTS_KEEP),
            List.of(new Overviews(tenants)::fold, reporter::report));
    metrics =
        new Metrics(engine, pool)
            .with(new LiveFigures(hub, courier))
            .with(new DatabaseFigures(ticker, new Figures(tenants)));
    routes.addAll(new EventResource(events, hub).routes());
    routes.addAll(
        new WebhookResource(new Webhooks(tenants), outbox, sender, Ids.system()).routes());
    routes.add(Route.open("/metrics", _ -> Answer.text(Metrics.CONTENT_TYPE, metrics.scrape())));
  }

  List<Route> routes() {
    return routes;
  }

  /** Ends all streams, so that HTTP can stop, and sends nothing more. */
  @Override
  public void close() {
    hub.close();
    courier.close();
    chores.close();
    metrics.close();
  }
}
