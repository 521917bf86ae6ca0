package dev.carillon.simulator;

import dev.carillon.engine.dispatch.Delivery;
import dev.carillon.engine.dispatch.DispatchConfig;
import dev.carillon.engine.dispatch.DispatchStats;
import dev.carillon.engine.dispatch.Dispatcher;
import dev.carillon.engine.dispatch.Effects;
import dev.carillon.engine.dispatch.Lane;
import dev.carillon.engine.dispatch.StoreCall;
import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.ledger.Reply;
import dev.carillon.engine.run.Answer;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One process that runs the production dispatcher: it has a ticker of its own, one thread that can
 * be stopped for a while, and a connection to the store for each lane.
 */
final class SimProcess implements Effects {

  private static final int MOST_TURNS_AT_ONCE = 10_000;

  final String name;
  final DispatchConfig config;
  private final World world;
  private final Network network;
  private final NodeClock clock;
  private final Handlers handlers;
  private final Dispatcher dispatcher;
  private final Map<Lane, ArrayDeque<StoreCall<?>>> waiting = new EnumMap<>(Lane.class);
  private final Map<Lane, Boolean> busy = new EnumMap<>(Lane.class);
  private boolean gone;
  private boolean stopping;
  private long pausedUntil;
  private long slowdown = 1;
  private long wakeNumber;
  private long lastTurnAt = -1;
  private int turnsAtOnce;

  SimProcess(World world, Network network, NodeClock clock, DispatchConfig config, Dice dice) {
    this.world = world;
    this.network = network;
    this.clock = clock;
    this.config = config;
    name = config.name();
    handlers = new Handlers(world, this, dice);
    dispatcher = new Dispatcher(() -> clock.nanos(world.events.now()), config, this);
    world.events.in(0, () -> happens(() -> {}));
  }

  int node() {
    return dispatcher.node();
  }

  boolean gone() {
    return gone;
  }

  boolean stopping() {
    return stopping;
  }

  boolean paused() {
    return world.events.now() < pausedUntil;
  }

  long pausedUntil() {
    return pausedUntil;
  }

  long slowdown() {
    return slowdown;
  }

  void slowDown(long factor) {
    slowdown = factor;
  }

  /** Its thread stands still, its clock does not. */
  void pause(long nanos) {
    pausedUntil = Math.max(pausedUntil, world.events.now() + nanos);
  }

  /** It is gone, with all it had in memory; what it sent may still arrive. */
  void crash() {
    gone = true;
    handlers.die();
  }

  /**
   * A user's program in this process asks for a run, to be started here if that can be. Its thread
   * may be held up at any point, for longer than a lease.
   *
   * @param send asks the store, and returns what it replied to the start; null when that is not
   *     known
   */
  void trigger(
      int org,
      UUID scheduleId,
      UUID runId,
      Function<Command.@Nullable Start, @Nullable Reply> send) {
    happens(() -> {
      Command.Start start = dispatcher.reserve(org, scheduleId, runId);
      world.events.in(
          network.threadDelay(),
          () -> {
            if (gone) {
              return;
            }
            Reply reply = send.apply(start);
            if (start != null) {
              world.events.in(
                  network.threadDelay(),
                  () -> happens(() -> dispatcher.started(org, start, reply)));
            }
          });
    });
  }

  void stop() {
    stopping = true;
    happens(dispatcher::stop);
  }

  void notice(dev.carillon.engine.store.Notice notice) {
    happens(() -> dispatcher.noticed(notice));
  }

  void reconnected() {
    happens(dispatcher::reconnected);
  }

  void finished(Delivery delivery, Answer answer) {
    happens(() -> dispatcher.finished(delivery, answer));
  }

  /** Something happens to the dispatcher's thread, at once or when it runs again. */
  void happens(Runnable event) {
    if (gone) {
      return;
    }
    if (paused()) {
      world.events.at(pausedUntil + 1, () -> happens(event));
      return;
    }
    try {
      event.run();
      turn();
    } catch (RuntimeException | AssertionError e) {
      world.violated(new Violation("I0 no exception", null, name + " threw " + describe(e)));
      crash();
    }
  }

  private void turn() {
    long now = world.events.now();
    turnsAtOnce = now == lastTurnAt ? turnsAtOnce + 1 : 0;
    lastTurnAt = now;
    if (turnsAtOnce > MOST_TURNS_AT_ONCE) {
      throw new IllegalStateException("the dispatcher turns without end");
    }
    long wake = dispatcher.turn();
    if (dispatcher.stopped()) {
      gone = true;
      world.trace.line(name + " has stopped");
      world.stopped(this);
      return;
    }
    wakeNumber++;
    if (wake != Long.MAX_VALUE) {
      long number = wakeNumber;
      // A thread wakes a little after it asked to be woken.
      long at =
          Math.max(now, clock.worldNanos(Math.max(wake, clock.nanos(now)))) + network.wakeUp();
      world.events.at(at, () -> wake(number));
    }
  }

  private void wake(long number) {
    if (number == wakeNumber) {
      happens(() -> {});
    }
  }

  @Override
  public void submit(StoreCall<?> call) {
    waiting.computeIfAbsent(call.lane(), _ -> new ArrayDeque<>()).addLast(call);
    send(call.lane());
  }

  private void send(Lane lane) {
    ArrayDeque<StoreCall<?>> queue = waiting.get(lane);
    if (queue == null || queue.isEmpty() || busy.getOrDefault(lane, false)) {
      return;
    }
    busy.put(lane, true);
    network.send(this, queue.removeFirst());
  }

  /** The answer to a call has come, or it is clear that none will. */
  void answered(StoreCall<?> call, Runnable answer) {
    happens(() -> {
      busy.put(call.lane(), false);
      send(call.lane());
      answer.run();
    });
  }

  @Override
  public void deliver(Delivery delivery) {
    handlers.start(delivery);
  }

  @Override
  public void cancel(Delivery delivery, String reason) {
    handlers.cancel(delivery.attempt().runId(), reason);
  }

  int underWay() {
    return handlers.underWay();
  }

  DispatchStats stats() {
    return dispatcher.stats();
  }

  private static String describe(Throwable problem) {
    StackTraceElement[] stack = problem.getStackTrace();
    return problem + (stack.length == 0 ? "" : " at " + stack[0]);
  }
}
