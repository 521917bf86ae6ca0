package dev.carillon.engine.runtime;

import dev.carillon.engine.clock.Ticker;
import dev.carillon.engine.dispatch.Delivery;
import dev.carillon.engine.dispatch.DispatchConfig;
import dev.carillon.engine.dispatch.DispatchStats;
import dev.carillon.engine.dispatch.Dispatcher;
import dev.carillon.engine.dispatch.Effects;
import dev.carillon.engine.dispatch.StartsHere;
import dev.carillon.engine.dispatch.StoreCall;
import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.ledger.Reply;
import dev.carillon.engine.schedule.TargetKind;
import dev.carillon.engine.store.Notice;
import dev.carillon.engine.store.Store;
import dev.carillon.engine.target.Carrier;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that drives one dispatcher: takes what happened, lets it turn, sleeps until needed.
 */
public final class NodeLoop implements Effects, StartsHere {

  private static final Logger log = LoggerFactory.getLogger(NodeLoop.class);
  private static final int EVENTS_PER_TURN = 4_096;
  private static final long LONGEST_SLEEP = Duration.ofSeconds(1).toNanos();

  /**
   * Turns are this far apart on average, so that many events share one. Without it each attempt
   * that ends wakes the thread: at 10,000 runs a second that cost more than all the turns did.
   */
  private static final long TURN_EVERY = Duration.ofNanos(500_000).toNanos();

  /** So many turns may follow one another at once: of few events none waits for the next one. */
  private static final int SPARE_TURNS = 16;

  private static final long LONGEST_WAIT_FOR_A_PLACE = 20;

  /** Events that a thread of a user's takes off this thread's hands, to come to its own. */
  private static final int EVENTS_OF_OTHERS = 16;

  private static final long PAUSE_AFTER_BUG = Duration.ofMillis(100).toNanos();

  private final Ticker ticker;
  private final Dispatcher dispatcher;
  private final Lanes lanes;
  private final Deliveries deliveries;
  private final Queue<Runnable> inbox = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean asleep = new AtomicBoolean();

  /** Held by whoever calls the dispatcher, which is for one caller at a time. */
  private final ReentrantLock calling = new ReentrantLock();

  private final CountDownLatch stopped = new CountDownLatch(1);
  private final Thread thread;

  private volatile boolean over;
  private volatile int node;
  private volatile int shards;

  public NodeLoop(
      Ticker ticker, DispatchConfig config, Store store, Map<TargetKind, Carrier> carriers) {
    this.ticker = ticker;
    lanes = new Lanes(ticker, store, this::post);
    dispatcher = new Dispatcher(ticker, config, this);
    deliveries =
        new Deliveries(
            carriers, (delivery, answer) -> post(() -> dispatcher.finished(delivery, answer)));
    thread = Thread.ofPlatform().name("carillon-dispatcher").daemon().unstarted(this::run);
  }

  public void start() {
    thread.start();
  }

  public void noticed(Notice notice) {
    post(() -> dispatcher.noticed(notice));
  }

  public void reconnected() {
    post(dispatcher::reconnected);
  }

  /** Asks it to stop; {@link #awaitStop} waits until it has. */
  public void stop() {
    post(dispatcher::stop);
  }

  public boolean awaitStop(Duration longest) throws InterruptedException {
    return stopped.await(longest.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Stops without waiting for anything, as a crash would: leases run out by themselves. */
  public void halt() {
    over = true;
    thread.interrupt();
    lanes.close();
  }

  public DispatchStats stats() {
    return dispatcher.stats();
  }

  public Map<String, CallStats> storeCalls() {
    return Map.copyOf(lanes.stats());
  }

  public int node() {
    return node;
  }

  public int shards() {
    return shards;
  }

  /**
   * A place in this node, if it has one soon. A thread that is busy with much else is not waited
   * for: then the run goes the way of all others.
   */
  @Override
  public Command.@Nullable Start reserve(int orgId, UUID scheduleId, UUID runId) {
    CompletableFuture<Optional<Command.Start>> place = new CompletableFuture<>();
    postOrRun(
        () -> {
          Command.Start start = dispatcher.reserve(orgId, scheduleId, runId);
          if (!place.complete(Optional.ofNullable(start)) && start != null) {
            dispatcher.started(orgId, start, null);
          }
        },
        false);
    if (!place.isDone()) {
      place.completeOnTimeout(Optional.empty(), LONGEST_WAIT_FOR_A_PLACE, TimeUnit.MILLISECONDS);
    }
    return place.join().orElse(null);
  }

  @Override
  public void started(int orgId, Command.Start start, @Nullable Reply reply) {
    postOrRun(() -> dispatcher.started(orgId, start, reply), true);
  }

  @Override
  public void submit(StoreCall<?> call) {
    lanes.submit(call);
  }

  @Override
  public void deliver(Delivery delivery) {
    deliveries.start(delivery);
  }

  @Override
  public void cancel(Delivery delivery, String reason) {
    delivery.interrupt(reason);
  }

  private void post(Runnable event) {
    inbox.add(event);
    if (asleep.compareAndSet(true, false)) {
      LockSupport.unpark(thread);
    }
  }

  /**
   * Has an event dealt with on the thread that brings it, if the dispatcher has no other caller
   * just now, without waking the thread of the node and waiting for it. What came before it is
   * dealt with before it.
   *
   * @param turns whether a turn must follow; one does when something else was dealt with
   */
  private void postOrRun(Runnable event, boolean turns) {
    if (over || !calling.tryLock()) {
      post(event);
      return;
    }
    boolean turn = true;
    try {
      inbox.add(event);
      // Who brought the others may have found the node's thread awake, and that it sleeps by now.
      turn = takeEvents(EVENTS_OF_OTHERS) != 1 || turns;
    } catch (RuntimeException bug) {
      logBug(bug);
    } finally {
      deliveries.startReady();
      calling.unlock();
    }
    if (turn) {
      post(() -> {});
    }
  }

  private void run() {
    long turnAt = ticker.nanos();
    while (!dispatcher.stopped() && !Thread.currentThread().isInterrupted()) {
      try {
        long began = ticker.nanos();
        turnAt = Math.max(turnAt - began, -SPARE_TURNS * TURN_EVERY) + began + TURN_EVERY;
        long wake = takeTurn();
        sleepUntil(wake);
        pauseUntil(turnAt);
      } catch (RuntimeException bug) {
        logBug(bug);
        LockSupport.parkNanos(PAUSE_AFTER_BUG);
      }
    }
    over = true;
    lanes.close();
    stopped.countDown();
  }

  private long takeTurn() {
    calling.lock();
    try {
      takeEvents(EVENTS_PER_TURN);
      long wake = dispatcher.turn();
      node = dispatcher.node();
      shards = dispatcher.shards();
      return wake;
    } finally {
      deliveries.startReady();
      calling.unlock();
    }
  }

  /** Whatever it is, the other schedules must go on: the sweep takes up what was dropped. */
  private static void logBug(RuntimeException bug) {
    log.error("The dispatcher met a state it does not expect; it goes on.", bug);
  }

  /** Returns how many there were, at most. */
  private int takeEvents(int most) {
    int taken = 0;
    while (taken < most) {
      Runnable event = inbox.poll();
      if (event == null) {
        break;
      }
      taken++;
      event.run();
    }
    return taken;
  }

  /** Lets events gather; nothing wakes it. */
  private void pauseUntil(long nanos) {
    long left = nanos - ticker.nanos();
    while (left > 0 && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(left);
      left = nanos - ticker.nanos();
    }
  }

  private void sleepUntil(long wake) {
    asleep.set(true);
    // An event posted before the flag was set is in the inbox; one posted after it unparks us.
    if (inbox.isEmpty() && !dispatcher.stopped()) {
      long nanos = wake == Long.MAX_VALUE ? LONGEST_SLEEP : wake - ticker.nanos();
      if (nanos > 0) {
        LockSupport.parkNanos(this, Math.min(nanos, LONGEST_SLEEP));
      }
    }
    asleep.set(false);
  }
}
