package dev.carillon.engine.dispatch;

import dev.carillon.engine.clock.Ticker;
import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.ledger.Reply;
import dev.carillon.engine.run.Answer;
import dev.carillon.engine.store.NodeStore.Pulse;
import dev.carillon.engine.store.Notice;
import dev.carillon.engine.store.StoreException;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One node of the scheduler: joins, reads ahead, begins slots at their instant, writes down how
 * they ended, takes over from the dead.
 *
 * <p>It has no thread, no clock and no connection of its own. Everything happens on the thread that
 * calls it, one call at a time; questions to the store and attempts are handed out through {@link
 * Effects}, and their answers come back as calls. After each call, or several, {@link #turn} must
 * be called. So the simulator can run many of them in one thread, in any order of events it likes.
 */
public final class Dispatcher {

  private static final Logger log = LoggerFactory.getLogger(Dispatcher.class);
  private static final long JOIN_AGAIN = Duration.ofMillis(500).toNanos();

  private final Ticker ticker;
  private final DispatchConfig config;
  private final Effects effects;
  private final DispatchStats stats = new DispatchStats();
  private final DatabaseTime time = new DatabaseTime();

  private @Nullable Tenure tenure;
  private boolean joining;
  private boolean stopping;
  private boolean stopped;
  private long joinAt = Long.MIN_VALUE;

  public Dispatcher(Ticker ticker, DispatchConfig config, Effects effects) {
    this.ticker = ticker;
    this.config = config;
    this.effects = effects;
  }

  /**
   * Does what is due.
   *
   * @return when, in the ticker's nanoseconds, it must be called again at the latest
   */
  public long turn() {
    Tenure current = tenure;
    if (current == null) {
      return join();
    }
    long wake = current.turn();
    if (current.over()) {
      tenure = null;
      joinAt = Long.MIN_VALUE;
      return join();
    }
    if (current.heart.left()) {
      stopped = true;
      return Long.MAX_VALUE;
    }
    return wake;
  }

  private long join() {
    if (stopping && !joining) {
      stopped = true;
    }
    if (stopped || joining) {
      return Long.MAX_VALUE;
    }
    if (ticker.nanos() < joinAt) {
      return joinAt;
    }
    joining = true;
    long sent = ticker.nanos();
    effects.submit(
        new StoreCall<>(
            Lane.NODE,
            "join",
            store -> store.join(config.name(), config.place(), config.lease()),
            joined -> joined(joined, sent),
            this::notJoined));
    return Long.MAX_VALUE;
  }

  private void joined(Pulse pulse, long sent) {
    joining = false;
    time.learn(pulse.now(), sent, ticker.nanos());
    log.info("This process is node {} ({}).", pulse.node(), config.name());
    Tenure current = new Tenure(ticker, config, effects, stats, time, pulse);
    tenure = current;
    if (stopping) {
      current.stop();
    }
  }

  private void notJoined(StoreException problem) {
    joining = false;
    joinAt = ticker.nanos() + JOIN_AGAIN;
    log.warn("Could not join: {}. Trying again.", problem.getMessage());
  }

  /**
   * Reports the end of an attempt that {@link Effects#deliver} was asked to carry out. A second end
   * changes nothing.
   */
  public void finished(Delivery delivery, Answer answer) {
    if (tenure != null) {
      tenure.flights.finished(delivery, answer);
    }
  }

  /**
   * Keeps a place for a run that is about to be asked for, so that the transaction that opens it
   * can start it here, too: {@link #started} must follow, whatever happens.
   *
   * @return the command that starts it, or null when it is for others to find
   */
  public Command.@Nullable Start reserve(int orgId, UUID scheduleId, UUID runId) {
    return tenure == null ? null : tenure.waiting.reserveFor(orgId, scheduleId, runId);
  }

  /**
   * What was replied to the start for which a place was kept.
   *
   * @param reply null when no answer came, or it was not asked for after all
   */
  public void started(int orgId, Command.Start start, @Nullable Reply reply) {
    Tenure current = tenure;
    if (current == null || current.node != start.node()) {
      return; // as that node this process is dead, and others look after its runs
    }
    current.waiting.startedFor(orgId, start, reply);
  }

  public void noticed(Notice notice) {
    if (tenure != null) {
      tenure.noticed(notice);
    }
  }

  /** Notices may have been lost. */
  public void reconnected() {
    if (tenure != null) {
      tenure.reconnected();
    }
  }

  /**
   * Begins nothing more, waits for what runs up to the grace, gives the rest and all shards back.
   */
  public void stop() {
    stopping = true;
    if (tenure != null) {
      tenure.stop();
    }
  }

  /** True once it has stopped; {@link #turn} then does nothing. */
  public boolean stopped() {
    return stopped;
  }

  public DispatchStats stats() {
    return stats;
  }

  /** The number of the node this process is, or 0 while it is none. */
  public int node() {
    return tenure == null ? 0 : tenure.node;
  }

  /** How many shards this node owns. */
  public int shards() {
    return tenure == null ? 0 : tenure.shards.count();
  }
}
