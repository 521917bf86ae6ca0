package dev.carillon.server.metrics;

import dev.carillon.engine.clock.Ticker;
import dev.carillon.engine.store.StoreException;
import dev.carillon.server.store.Figures;
import dev.carillon.server.store.Figures.Reading;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What all servers of a database have in common. It is read at most every five seconds, however
 * many scrape, and a database that is away leaves its figures out instead of holding a scrape up.
 */
public final class DatabaseFigures implements Metrics.Part {

  private static final Logger log = LoggerFactory.getLogger(DatabaseFigures.class);
  private static final Duration FRESH = Duration.ofSeconds(5);
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final Ticker ticker;
  private final Figures figures;
  private @Nullable CompletableFuture<Reading> reading;
  private long askedAt;

  public DatabaseFigures(Ticker ticker, Figures figures) {
    this.ticker = ticker;
    this.figures = figures;
  }

  private synchronized CompletableFuture<Reading> reading() {
    CompletableFuture<Reading> asked = reading;
    boolean old = asked == null || ticker.nanos() - askedAt > FRESH.toNanos();
    if (asked == null || (asked.isDone() && (old || asked.isCompletedExceptionally()))) {
      asked = CompletableFuture.supplyAsync(figures::read, Thread::startVirtualThread);
      reading = asked;
      askedAt = ticker.nanos();
    }
    return asked;
  }

  @Override
  public MetricSnapshots collect() {
    try {
      return snapshots(reading().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      log.debug("The database did not say its figures in time.", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof StoreException) {
        log.debug("The database did not say its figures.", e);
      } else {
        log.error("Reading the database's figures failed in a way nobody thought of.", e);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return MetricSnapshots.of();
  }

  private static MetricSnapshots snapshots(Reading reading) {
    return MetricSnapshots.of(
        Figure.gauge(
            "carillon_slots_overdue",
            "Slots of all organizations more than a second late and not begun",
            (double) reading.overdue()),
        Figure.gauge(
            "carillon_schedules",
            "Schedules, by PostgreSQL's estimate",
            (double) reading.schedules()),
        Figure.gauge(
            "carillon_open_runs",
            "Runs that take long, wait for a retry, or were asked for",
            (double) reading.openRuns()),
        Figure.gauge("carillon_nodes", "Nodes that are alive", (double) reading.nodes()),
        Figure.gauge(
            "carillon_history_rows",
            "Rows of history, by PostgreSQL's estimate",
            (double) reading.historyRows()),
        Figure.gauge(
            "carillon_history_bytes",
            "Size of the history with its indexes",
            (double) reading.historyBytes()),
        Figure.gauge(
            "carillon_outbox_pending",
            "Deliveries to webhooks that wait for their next try",
            (double) reading.outboxPending()),
        Figure.gauge(
            "carillon_outbox_oldest_seconds",
            "Age of the oldest of them",
            reading.outboxOldestSeconds()));
  }
}
