package dev.carillon.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.engine.dispatch.Delivery;
import dev.carillon.engine.dispatch.DispatchConfig;
import dev.carillon.engine.dispatch.Dispatcher;
import dev.carillon.engine.dispatch.Effects;
import dev.carillon.engine.dispatch.StoreCall;
import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.schedule.Policies;
import dev.carillon.engine.schedule.TargetKind;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.ScheduleStore.Entry;
import dev.carillon.simulator.oracle.Rule;
import dev.carillon.simulator.store.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A run that a thread of a user's starts, while the dispatcher asks the books what runs here. */
final class StartHereTest implements Effects {

  private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
  private static final int ORG = 1;
  private static final UUID ID = new UUID(0x7000, 1);
  private static final UUID RUN = new UUID(0x7000, 2);

  private long nanos;
  private final MemoryStore store = new MemoryStore(() -> START.plusNanos(nanos), _ -> {});
  private final Dispatcher dispatcher =
      new Dispatcher(() -> nanos, DispatchConfig.named("node").build(), this);
  private final ArrayDeque<Runnable> answers = new ArrayDeque<>();
  private final List<String> asked = new ArrayList<>();
  private final List<UUID> delivered = new ArrayList<>();
  private final List<UUID> cancelled = new ArrayList<>();

  @Test
  void it_is_not_cancelled_because_the_books_were_asked_before_it_was_there() {
    Definition hourly =
        new Definition(
            new Rule.Every(Duration.ofHours(1)),
            false,
            null,
            Duration.ZERO,
            Policies.defaultsFor(TargetKind.HANDLER));
    var schedule = hourly.schedule(ID, ORG, START);
    store.create(List.of(new Entry(schedule, Timer.fresh(schedule, START.plusSeconds(3600)))));
    for (int i = 0; i < 100; i++) {
      turn();
    }

    Command.Start start = Objects.requireNonNull(dispatcher.reserve(ORG, ID, RUN));
    asked.clear();
    dispatcher.reconnected();
    dispatcher.turn();
    assertThat(asked).contains("running on");
    var replies = store.update(List.of(new Command.Trigger(ID, RUN, null), start));
    dispatcher.started(ORG, start, replies.getLast());
    assertThat(delivered).containsExactly(RUN);
    turn();
    assertThat(cancelled).isEmpty();

    store.delete(ORG, ID, null);
    dispatcher.reconnected();
    turn();
    turn();
    assertThat(cancelled).as("now it is gone").containsExactly(RUN);
  }

  private void turn() {
    nanos += Duration.ofMillis(5).toNanos();
    for (int i = answers.size(); i > 0; i--) {
      answers.removeFirst().run();
    }
    dispatcher.turn();
  }

  @Override
  public void submit(StoreCall<?> call) {
    asked.add(call.name());
    answers.addLast(call.ask(store));
  }

  @Override
  public void deliver(Delivery delivery) {
    delivered.add(delivery.attempt().runId());
  }

  @Override
  public void cancel(Delivery delivery, String reason) {
    cancelled.add(delivery.attempt().runId());
  }
}
