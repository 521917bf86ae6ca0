package dev.carillon.simulator;

import dev.carillon.engine.dispatch.StoreCall;
import dev.carillon.engine.store.Notice;
import dev.carillon.engine.store.Store;
import dev.carillon.engine.store.StoreException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What lies between processes and the store: delay, loss and doubt. */
final class Network {

  private static final Duration SOCKET_TIMEOUT = Duration.ofSeconds(2);

  private final World world;
  private final Store store;
  private final FaultPlan plan;
  private final Dice dice;
  private long outageUntil;
  private boolean healed;
  private boolean asksLate;
  private int calls;

  /** What becomes of one call. */
  private enum Fate {
    ANSWERED,
    /** Nothing is done, and the caller is told so. */
    FAILED,
    /** It is done, and the caller is told that nobody knows. */
    ANSWER_LOST,
    /** The caller is told that nobody knows, and then it is done. */
    LATE
  }

  Network(World world, Store store, FaultPlan plan, Dice dice) {
    this.world = world;
    this.store = store;
    this.plan = plan;
    this.dice = dice;
  }

  /** No more faults from now on. */
  void heal() {
    healed = true;
  }

  /** Whether the store does something just now that was asked long ago. */
  boolean asksLate() {
    return asksLate;
  }

  boolean out() {
    return world.events.now() < outageUntil;
  }

  void outage(long nanos) {
    outageUntil = Math.max(outageUntil, world.events.now() + nanos);
  }

  /** How much later than asked a thread wakes up. */
  long wakeUp() {
    return dice.between(1_000L, 60_000L);
  }

  /** How long a user's thread takes to its next step; now and then it is held up for long. */
  long threadDelay() {
    return dice.chance(0.93)
        ? dice.between(10_000L, 2_000_000L)
        : dice.between(2_000_000L, 15_000_000_000L);
  }

  private long latency(SimProcess process) {
    long usual = dice.scaled(100_000, 3_000_000);
    return usual * process.slowdown();
  }

  /** Calls to the store so far. */
  int calls() {
    return calls;
  }

  void send(SimProcess process, StoreCall<?> call) {
    calls++;
    Fate fate = fate();
    SingleFault single = world.singleFault;
    if (single != null && single.call() == calls) {
      world.events.in(latency(process), () -> suffer(process, call, single.kind()));
      return;
    }
    // A thread that is stopped before it has sent its question sends it when it goes on.
    boolean unsent = dice.chance(0.5);
    world.events.in(latency(process), () -> arrive(process, call, fate, unsent));
  }

  private Fate fate() {
    if (!healed && dice.chance(plan.failRate)) {
      return Fate.FAILED;
    }
    if (!healed && dice.chance(plan.lostRate)) {
      return Fate.ANSWER_LOST;
    }
    return !healed && dice.chance(plan.lateRate) ? Fate.LATE : Fate.ANSWERED;
  }

  private void arrive(SimProcess process, StoreCall<?> call, Fate fate, boolean unsent) {
    if (unsent && process.gone()) {
      return;
    }
    if (unsent && process.paused()) {
      long sentAt = process.pausedUntil() + dice.between(1_000L, 2_000_000L);
      world.events.at(sentAt, () -> arrive(process, call, fate, false));
      return;
    }
    if (out()) {
      fail(process, call, "the database is down", dice.millis(1, 200).toNanos());
      return;
    }
    switch (fate) {
      case ANSWERED -> {
        Runnable answer = ask(process, call, "");
        world.events.in(latency(process), () -> process.answered(call, answer));
      }
      case FAILED -> fail(process, call, "connection reset", dice.millis(0, 500).toNanos());
      case ANSWER_LOST -> {
        ask(process, call, " (the answer gets lost)");
        world.answerLost(call.name());
        fail(process, call, "connection reset", doubt());
      }
      case LATE -> {
        fail(process, call, "read timed out", doubt());
        long later = dice.nanos(Duration.ZERO, process.config.lease().multipliedBy(2));
        world.events.in(doubt() + later, () -> askLate(process, call));
      }
    }
  }

  /** The one fault of this world. */
  private void suffer(SimProcess process, StoreCall<?> call, SingleFault.Kind kind) {
    world.trace.line(process.name + " suffers " + kind + " at " + call.name());
    switch (kind) {
      case FAILS -> arrive(process, call, Fate.FAILED, false);
      case ANSWER_LOST -> arrive(process, call, Fate.ANSWER_LOST, false);
      case LATE -> arrive(process, call, Fate.LATE, false);
      case CRASH_BEFORE -> crash(process);
      case CRASH_AFTER -> {
        ask(process, call, " (and dies)");
        crash(process);
      }
    }
  }

  private void crash(SimProcess process) {
    if (!process.gone()) {
      process.crash();
      world.events.in(
          dice.nanos(Duration.ofMillis(1), process.config.lease().multipliedBy(2)),
          () -> world.restart(process));
    }
  }

  private long doubt() {
    return dice.nanos(Duration.ofMillis(1), SOCKET_TIMEOUT);
  }

  private void askLate(SimProcess process, StoreCall<?> call) {
    if (!out()) {
      asksLate = true;
      ask(process, call, " (late)");
      asksLate = false;
    }
  }

  private Runnable ask(SimProcess process, StoreCall<?> call, String note) {
    world.trace.line(process.name + " asks " + call.name() + note);
    return call.ask(store);
  }

  private void fail(SimProcess process, StoreCall<?> call, String why, long after) {
    world.trace.line(process.name + " cannot ask " + call.name() + ": " + why);
    Runnable answer = call.fail(new StoreException(why));
    world.events.in(after, () -> process.answered(call, answer));
  }

  /** Tells all processes; each hears it for itself, twice, late, or not at all. */
  void tell(List<SimProcess> processes, Notice notice) {
    for (SimProcess process : processes) {
      if (lost(FaultPlan.Fault.NOTICE_LOST)) {
        continue;
      }
      world.events.in(noticeDelay(process), () -> process.notice(notice));
      if (lost(FaultPlan.Fault.NOTICE_DOUBLED)) {
        world.events.in(noticeDelay(process), () -> process.notice(notice));
      }
    }
  }

  private boolean lost(FaultPlan.Fault fault) {
    return !healed && plan.has(fault) && dice.chance(plan.noticeRate);
  }

  private long noticeDelay(SimProcess process) {
    return lost(FaultPlan.Fault.NOTICE_LATE)
        ? dice.nanos(Duration.ZERO, Duration.ofSeconds(5))
        : latency(process);
  }

  /** How a user's request fares: null when it arrives and is answered. */
  @Nullable String requestFate() {
    if (out()) {
      return "failed";
    }
    return switch (fate()) {
      case ANSWERED -> null;
      case FAILED -> "failed";
      case ANSWER_LOST, LATE -> "unknown";
    };
  }
}
