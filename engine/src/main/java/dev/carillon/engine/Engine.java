package dev.carillon.engine;

import dev.carillon.engine.clock.Ids;
import dev.carillon.engine.clock.Ticker;
import dev.carillon.engine.dispatch.DispatchConfig;
import dev.carillon.engine.dispatch.DispatchStats;
import dev.carillon.engine.dispatch.StartsHere;
import dev.carillon.engine.runtime.CallStats;
import dev.carillon.engine.runtime.NodeLoop;
import dev.carillon.engine.schedule.TargetKind;
import dev.carillon.engine.store.PgStore;
import dev.carillon.engine.store.Tenant;
import dev.carillon.engine.target.Carrier;
import dev.carillon.engine.target.Handler;
import dev.carillon.engine.target.Handlers;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A scheduler on a PostgreSQL database.
 *
 * <pre>{@code
 * try (Engine engine = Engine.on(dataSource).handler("report", run -> send(run.payload())).start()) {
 *   engine.schedules().define(
 *       ScheduleDraft.named("daily report").cron("0 9 * * 1-5", "Europe/Berlin").handler("report"));
 *   …
 * }
 * }</pre>
 *
 * Any number of engines, in any number of processes, share the work of one database.
 */
public final class Engine implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Engine.class);
  private static final Duration SETTLING = Duration.ofSeconds(10);

  private final DispatchConfig config;
  private final PgStore store;
  private final NodeLoop loop;
  private final StartsHere here;
  private final AutoCloseable notices;
  private final Ids ids = Ids.system();
  private final Schedules schedules;
  private final boolean enabled;

  private Engine(
      DispatchConfig config, PgStore store, Map<TargetKind, Carrier> carriers, boolean enabled) {
    this.config = config;
    this.store = store;
    this.enabled = enabled;
    loop = new NodeLoop(Ticker.system(), config, store, carriers);
    here = enabled ? loop : StartsHere.NEVER;
    schedules = new Schedules(store, ids, here, stats()::endedByRequest);
    if (enabled) {
      notices = store.notices().listen(loop::noticed, loop::reconnected);
      loop.start();
    } else {
      notices = () -> {};
    }
  }

  /** Prepares an engine on this database; its tables are made or brought up to date at start. */
  public static Builder on(DataSource dataSource) {
    return new Builder(dataSource);
  }

  public Schedules schedules() {
    return schedules;
  }

  /** The same for one organization: another's schedules are as if they did not exist. */
  public Schedules schedules(Tenant tenant) {
    return new Schedules(store.within(tenant), ids, here, stats()::endedByRequest);
  }

  public PgStore store() {
    return store;
  }

  public DispatchStats stats() {
    return loop.stats();
  }

  /** What the node asked the database, by the name of the question. */
  public Map<String, CallStats> storeCalls() {
    return loop.storeCalls();
  }

  /** False for one that only answers {@link #schedules}, and leaves the runs to other nodes. */
  public boolean enabled() {
    return enabled;
  }

  /** The number of this node, or 0 while it has none. */
  public int node() {
    return loop.node();
  }

  /** How many shards of the schedules this node looks after. */
  public int shards() {
    return loop.shards();
  }

  /**
   * Begins nothing more, gives running work its grace, hands the rest and everything else back, and
   * waits until that is done.
   */
  @Override
  public void close() {
    if (!enabled) {
      loop.halt();
      store.close();
      return;
    }
    loop.stop();
    try {
      if (!loop.awaitStop(config.shutdownGrace().plus(SETTLING))) {
        log.warn(
            "The engine could not say goodbye to the database in time. Its runs are given back when"
                + " its lease of {} runs out.",
            config.lease());
        loop.halt();
      }
      notices.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      loop.halt();
    } catch (Exception e) {
      log.debug("Closing the subscription failed.", e);
    }
    store.close();
  }

  /** Ends at once, as if the process had been killed; for tests of what happens then. */
  public void halt() {
    loop.halt();
    try {
      notices.close();
    } catch (Exception e) {
      log.debug("Closing the subscription failed.", e);
    }
    store.close();
  }

  /** Everything an engine needs to know before it starts. */
  public static final class Builder {

    private final DataSource dataSource;
    private final Map<String, Handler> handlers = new HashMap<>();
    private final Map<TargetKind, Carrier> carriers = new EnumMap<>(TargetKind.class);
    private DispatchConfig config = DispatchConfig.defaults("engine");
    private boolean enabled = true;

    private Builder(DataSource dataSource) {
      this.dataSource = dataSource;
    }

    /** Registers Java code under the name that schedules call it by. */
    public Builder handler(String name, Handler handler) {
      if (handlers.putIfAbsent(name, handler) != null) {
        throw new IllegalArgumentException("handler \"" + name + "\" is registered already");
      }
      return this;
    }

    /** Registers what carries out targets of another kind. */
    public Builder carrier(TargetKind kind, Carrier carrier) {
      carriers.put(kind, carrier);
      return this;
    }

    public Builder config(DispatchConfig settings) {
      config = settings;
      return this;
    }

    /**
     * With false the engine runs nothing itself: schedules can be managed, other nodes run them.
     */
    public Builder enabled(boolean runs) {
      enabled = runs;
      return this;
    }

    /** Brings the database up to date, joins the other nodes, and begins to work. */
    public Engine start() {
      Map<TargetKind, Carrier> all = new EnumMap<>(carriers);
      all.put(TargetKind.HANDLER, new Handlers(handlers));
      return new Engine(config, PgStore.open(dataSource, config.lease()), all, enabled);
    }
  }
}
