package dev.carillon.simulator;

import dev.carillon.engine.dispatch.Delivery;
import dev.carillon.engine.dispatch.DispatchConfig;
import dev.carillon.engine.run.Attempt;
import dev.carillon.engine.run.Origin;
import dev.carillon.simulator.store.MemoryStore;
import dev.carillon.simulator.store.Plant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A world that follows from its seed: some processes with the production dispatcher, one store,
 * users, and a nemesis. It runs in one thread and in virtual time.
 */
public final class World {

  private static final Duration LATE_ENOUGH_TO_KNOW = Duration.ofMinutes(2);

  /**
   * Makes the luck of the receivers another one than the world's. With this number, the worlds that
   * once broke a promise have none, and stay what they were.
   */
  private static final long RECEIVERS = 3L << 32;

  final EventQueue events;
  final DatabaseClock clock;
  final Trace trace;
  final Facts facts = new Facts();
  final FaultPlan plan;
  final Settings settings;
  final MemoryStore store;
  private final long seed;
  private final Dice dice;
  private final Network network;
  private final Receivers receivers;
  private final List<SimProcess> processes = new ArrayList<>();
  private final Set<Mark> marks = EnumSet.noneOf(Mark.class);
  private final List<SimProcess> everybody = new ArrayList<>();
  private final Omissions omissions;
  final @Nullable SingleFault singleFault;
  private boolean healed;
  private int started;
  private int planned;

  public World(long seed, Set<Plant> plants, boolean print) {
    this(seed, plants, print, Omissions.NONE);
  }

  World(long seed, Set<Plant> plants, boolean print, Omissions omissions) {
    this(seed, plants, print, omissions, false, null);
  }

  /** A small world that has no fault but this one, or none at all when it is null. */
  static World small(long seed, Set<Plant> plants, @Nullable SingleFault fault) {
    return new World(seed, plants, false, Omissions.NONE, true, fault);
  }

  private World(
      long seed,
      Set<Plant> plants,
      boolean print,
      Omissions omissions,
      boolean small,
      @Nullable SingleFault fault) {
    this.seed = seed;
    this.omissions = omissions;
    singleFault = fault;
    dice = new Dice(seed);
    events = new EventQueue(dice.split());
    trace = new Trace(events, print);
    FaultPlan drawn = FaultPlan.draw(dice.split(), !plants.isEmpty());
    plan = drawn.without(small ? EnumSet.allOf(FaultPlan.Fault.class) : omissions.faults());
    Dice size = dice.split();
    settings = small ? Settings.small() : Settings.draw(size);
    Moment moment = Moment.draw(dice.split());
    clock = new DatabaseClock(events, moment.start());
    store =
        new MemoryStore(
            clock::now, notice -> network().tell(running(), notice), plants, new Witness(this));
    network = new Network(this, store, plan, dice.split());
    receivers = new Receivers(this, store, network, new Dice(seed ^ RECEIVERS));
    DefinitionMaker maker = new DefinitionMaker(dice.split(), moment, settings.spread());
    new Users(this, store, network, maker, dice.split())
        .plan(settings.schedules(), settings.requests(), settings.trouble().toNanos());
    new Nemesis(this, network, plan, settings.lease(), dice.split())
        .plan(settings.trouble().toNanos());
    trace.line("seed " + seed + " " + settings + " faults " + plan + " from " + moment);
    for (int i = 0; i < settings.processes(); i++) {
      String place = settings.places() && i % 2 == 0 ? "place-" + i : null;
      events.in(dice.between(0L, 2_000_000_000L), () -> start(place));
    }
  }

  Network network() {
    return network;
  }

  Receivers receivers() {
    return receivers;
  }

  /** Plans something that the nemesis or a user will do, unless it is left out of this world. */
  void plan(long delay, Runnable action) {
    planned++;
    // Also what is left out draws its lot, so that the luck of the rest stays the same.
    events.in(delay, omissions.events().contains(planned) ? () -> {} : action);
  }

  int planned() {
    return planned;
  }

  /** All processes that ever ran. */
  List<SimProcess> everybody() {
    return Collections.unmodifiableList(everybody);
  }

  boolean healed() {
    return healed;
  }

  /** Whether nothing went wrong at all. */
  boolean undisturbed() {
    return plan.none() && singleFault == null;
  }

  /** Lets it run: first with faults, then without, then everything must have come right. */
  public Result run() {
    events.runUntil(settings.trouble().toNanos());
    heal();
    events.runUntil(settings.trouble().plus(settings.quiet()).toNanos());
    List<Violation> violations = new ArrayList<>(facts.seen);
    violations.addAll(new HistoryChecker(this).check());
    trace.line("ends at database time " + clock.now());
    return new Result(
        seed,
        trace.hash(),
        events.happened(),
        facts.starts.size(),
        marks,
        violations,
        trace.lines().stream()
            .map(line -> new Result.Line(line.scheduleId(), line.toString()))
            .toList());
  }

  /** Lets it run, and counts the calls to the store before the quiet time begins. */
  int callsInTrouble() {
    events.runUntil(settings.trouble().toNanos());
    return network.calls();
  }

  private void heal() {
    trace.line("all faults end");
    healed = true;
    network.heal();
    running().forEach(process -> process.slowDown(1));
    if (running().isEmpty()) {
      start(null);
    }
  }

  private void start(@Nullable String place) {
    started++;
    DispatchConfig config = settings.config("p" + started, place);
    NodeClock ticker =
        new NodeClock(events.now(), dice.between(-1L << 60, 1L << 60), dice.between(-200, 200));
    trace.line(config.name() + " starts" + (place == null ? "" : " in " + place));
    SimProcess process = new SimProcess(this, network, ticker, config, dice.split());
    processes.add(process);
    everybody.add(process);
  }

  /** A process in the stead of one that is gone, at the same place if that had one. */
  void restart(SimProcess gone) {
    start(gone.config.place());
  }

  void stopped(SimProcess process) {
    if (!healed) {
      events.in(dice.between(0L, 3_000_000_000L), () -> restart(process));
    } else if (running().isEmpty()) {
      start(null);
    }
  }

  List<SimProcess> running() {
    processes.removeIf(SimProcess::gone);
    return List.copyOf(processes);
  }

  void reconnected() {
    running().forEach(SimProcess::reconnected);
  }

  void reached(Mark mark) {
    marks.add(mark);
  }

  void violated(Violation violation) {
    facts.seen.add(violation);
  }

  void answerLost(String call) {
    if ("complete".equals(call) || "update".equals(call)) {
      reached(Mark.SETTLE_ANSWER_LOST);
    } else if ("begin".equals(call)) {
      reached(Mark.BEGIN_ANSWER_LOST);
    }
  }

  Facts.Start started(SimProcess process, Delivery delivery) {
    Attempt attempt = delivery.attempt();
    Facts.Start start =
        new Facts.Start(
            attempt,
            delivery.schedule().policies(),
            process.name,
            events.now(),
            clock.now(),
            clock.jumpedBackWithin(LATE_ENOUGH_TO_KNOW.toNanos()));
    facts.starts.add(start);
    if (attempt.origin() == Origin.SCHEDULE) {
      facts.answered(attempt.scheduleId(), attempt.slotAt());
    }
    trace.line(attempt.scheduleId(), process.name + ": " + start);
    return start;
  }
}
