package dev.carillon.simulator;

import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.ledger.Reply;
import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.RunStore;
import dev.carillon.engine.store.ScheduleStore.Entry;
import dev.carillon.engine.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** People and programs that make, change, pause, run and delete schedules whenever they like. */
final class Users {

  static final int ORGANIZATIONS = 3;

  private final World world;
  private final Store store;
  private final Network network;
  private final DefinitionMaker maker;
  private final Dice dice;

  Users(World world, Store store, Network network, DefinitionMaker maker, Dice dice) {
    this.world = world;
    this.store = store;
    this.network = network;
    this.maker = maker;
    this.dice = dice;
  }

  /** Spreads so many requests over the time given. */
  void plan(int schedules, int requests, long until) {
    for (int i = 0; i < schedules; i++) {
      // Most are there from the beginning, some come later.
      world.plan(dice.chance(0.7) ? 0 : dice.between(0L, until), this::create);
    }
    for (int i = 0; i < requests; i++) {
      world.plan(dice.between(0L, until), this::request);
    }
  }

  private void create() {
    String fate = network.requestFate();
    if ("failed".equals(fate)) {
      return;
    }
    Instant now = world.clock.now();
    UUID id = dice.id(now.toEpochMilli());
    Definition definition = maker.definition(now);
    Life life =
        new Life(id, dice.between(1, ORGANIZATIONS), definition, dice.oneOf(0, 0, 10, 50, 100));
    Schedule schedule = definition.schedule(id, life.org, now);
    Instant first = schedule.slots().next(now);
    if (first == null) {
      return;
    }
    world.facts.lives.put(id, life);
    life.begin(now, world.events.now());
    store.create(List.of(new Entry(schedule, Timer.fresh(schedule, first))));
    world.trace.line(
        id,
        "user creates %s in organization %d: %s %s"
            .formatted(id, life.org, definition, answer(fate)));
  }

  private static String answer(@Nullable String fate) {
    return fate == null ? "ok" : fate;
  }

  private void request() {
    List<Life> living = world.facts.lives.values().stream().filter(life -> !life.deleted).toList();
    if (living.isEmpty()) {
      return;
    }
    Life life = dice.pick(living);
    switch (dice.between(0, 11)) {
      case 0, 1 ->
          unlessImminent(life, () -> ask(life, new Command.Pause(life.id, "a user paused it")));
      case 2, 3 -> ask(life, new Command.Resume(life.id));
      case 4 -> ask(life, new Command.Revive(life.id));
      case 5, 6 -> unlessImminent(life, () -> edit(life));
      case 7, 8 -> trigger(life);
      case 9 -> backfill(life);
      case 10 -> cancel(life);
      default -> {
        if (dice.chance(0.5)) {
          unlessImminent(life, () -> delete(life));
        } else {
          unlessImminent(life, () -> ask(life, new Command.Stop(life.id, "a user stopped it")));
        }
      }
    }
  }

  /**
   * Whoever takes slots away waits for one that is about to be due, as the store on PostgreSQL
   * does.
   */
  private void unlessImminent(Life life, Runnable request) {
    Entry entry = life.deleted ? null : store.schedule(life.org, life.id);
    Instant due = entry == null ? null : entry.timer().dueAt();
    Instant now = world.clock.now();
    if (due != null && due.isAfter(now) && !due.isAfter(now.plus(RunStore.IMMINENT))) {
      world.events.in(Duration.between(now, due).toNanos(), () -> unlessImminent(life, request));
    } else if (!life.deleted) {
      request.run();
    }
  }

  private void edit(Life life) {
    Definition next = maker.edited(life.definition, world.clock.now());
    Schedule schedule = next.schedule(life.id, life.org, world.clock.now());
    if (schedule.slots().next(world.clock.now()) == null) {
      return;
    }
    boolean retimed = !sameTiming(next, life.definition);
    Entry before = store.schedule(life.org, life.id);
    Instant now = world.clock.now();
    Reply reply = ask(life, new Command.Edit(life.id, schedule, null));
    if (reply instanceof Reply.Done) {
      life.define(next);
      if (retimed && before != null && before.schedule().status() == Status.ACTIVE) {
        life.begin(now, world.events.now());
      }
    }
  }

  private static boolean sameTiming(Definition left, Definition right) {
    Instant anchor = Instant.EPOCH;
    return left.schedule(new UUID(0, 1), 1, anchor)
        .slots()
        .equals(right.schedule(new UUID(0, 1), 1, anchor).slots());
  }

  private void trigger(Life life) {
    UUID runId = dice.id(world.clock.now().toEpochMilli());
    Command trigger = new Command.Trigger(life.id, runId, null);
    List<SimProcess> processes = world.running();
    if (processes.isEmpty() || dice.chance(0.3)) {
      triggered(life, runId, ask(life, trigger));
      return;
    }
    dice.pick(processes)
        .trigger(
            life.org,
            life.id,
            runId,
            start -> life.deleted ? null : send(life, runId, trigger, start));
  }

  private static void triggered(Life life, UUID runId, @Nullable Reply reply) {
    if (reply instanceof Reply.Added) {
      life.requestedRuns.add(runId);
    }
  }

  /** Opens the run, and starts it in the same transaction where a place was kept for it. */
  private @Nullable Reply send(
      Life life, UUID runId, Command trigger, Command.@Nullable Start start) {
    String fate = network.requestFate();
    if ("failed".equals(fate)) {
      return null;
    }
    List<Reply> replies = store.update(start == null ? List.of(trigger) : List.of(trigger, start));
    world.trace.line(
        life.id, "user asks %s and %s: %s %s".formatted(trigger, start, replies, answer(fate)));
    triggered(life, runId, replies.getFirst());
    return fate == null ? replies.getLast() : null;
  }

  private void backfill(Life life) {
    if (life.chapters.isEmpty()) {
      return;
    }
    Instant now = world.clock.now();
    Duration back = Duration.ofSeconds(dice.between(1, 60));
    NavigableSet<Instant> past =
        life.definition
            .rule()
            .slots(
                life.chapters.getLast().era.start(), now.minus(back).minus(back), now.minus(back));
    List<Instant> slots = new ArrayList<>(past).subList(0, Math.min(5, past.size()));
    if (!slots.isEmpty() && !life.definition.fromCompletion()) {
      ask(life, new Command.Backfill(life.id, slots));
    }
  }

  private void cancel(Life life) {
    List<OpenRun> open = store.openRuns(life.org, life.id);
    if (!open.isEmpty()) {
      ask(life, new Command.Cancel(life.id, dice.pick(open).id(), "a user cancelled it"));
    }
  }

  private void delete(Life life) {
    String fate = network.requestFate();
    if (!"failed".equals(fate)) {
      store.delete(life.org, life.id, null);
      life.delete(world.clock.now(), world.events.now());
      world.trace.line(life.id, "user deletes " + life.id + " " + answer(fate));
    }
  }

  /** What the store replied, whether or not the user heard it; null when it never arrived. */
  private @Nullable Reply ask(Life life, Command command) {
    String fate = network.requestFate();
    if ("failed".equals(fate)) {
      return null;
    }
    Instant now = world.clock.now();
    Reply reply = store.update(List.of(command)).getFirst();
    world.trace.line(life.id, "user asks " + command + ": " + reply + " " + answer(fate));
    if (reply instanceof Reply.Done) {
      note(life, command, now);
    }
    return reply;
  }

  private void note(Life life, Command command, Instant now) {
    switch (command) {
      case Command.Pause _, Command.Stop _ -> {
        life.close(now, world.events.now(), command instanceof Command.Pause);
        life.halted = true;
      }
      case Command.Resume _, Command.Revive _ -> life.begin(now, world.events.now());
      default -> {}
    }
  }
}
