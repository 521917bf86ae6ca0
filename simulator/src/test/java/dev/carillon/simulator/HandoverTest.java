package dev.carillon.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.engine.dispatch.Delivery;
import dev.carillon.engine.dispatch.DispatchConfig;
import dev.carillon.engine.dispatch.Dispatcher;
import dev.carillon.engine.dispatch.Effects;
import dev.carillon.engine.dispatch.StoreCall;
import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.schedule.Policies;
import dev.carillon.engine.schedule.TargetKind;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.ScheduleStore.Entry;
import dev.carillon.engine.store.StoreException;
import dev.carillon.simulator.oracle.Rule;
import dev.carillon.simulator.store.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A shard that goes from one node to another, with a note in it that nobody knows the fate of. */
final class HandoverTest {

  private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
  private static final int ORG = 1;

  /** Of the last shard: those are given away first. */
  private static final UUID ID =
      LongStream.iterate(1, low -> low + 1)
          .mapToObj(low -> new UUID(0x7000, low))
          .filter(id -> Timer.shardOf(id) == Timer.SHARDS - 1)
          .findFirst()
          .orElseThrow();

  private long nanos;
  private final MemoryStore store = new MemoryStore(() -> START.plusNanos(nanos), _ -> {});
  private final Node first = new Node("first");
  private final Node second = new Node("second");

  @Test
  void a_slot_whose_note_was_not_answered_gets_its_answer_before_its_shard_goes_to_another_node() {
    Definition everyTenSeconds =
        new Definition(
            new Rule.Every(Duration.ofSeconds(10)),
            false,
            null,
            Duration.ZERO,
            Policies.defaultsFor(TargetKind.HANDLER));
    var schedule = everyTenSeconds.schedule(ID, ORG, START);
    store.create(List.of(new Entry(schedule, Timer.fresh(schedule, START.plusSeconds(10)))));

    first.beginIsNotAnswered = true;
    go(() -> !store.noted().isEmpty(), first);
    store.update(List.of(new Command.Pause(ID, "a person")));
    assertThat(store.history(ORG, ID, null, 9)).as("the note says it may have begun").isEmpty();

    go(() -> second.dispatcher.shards() == Timer.SHARDS / 2, first, second);
    assertThat(store.history(ORG, ID, null, 9))
        .singleElement()
        .satisfies(record -> {
          assertThat(record.slotAt()).isEqualTo(START.plusSeconds(10));
          assertThat(record.reason()).isEqualTo("paused");
        })
        .extracting(RunRecord::completedAt)
        .satisfies(at -> assertThat(at).isBefore(START.plusSeconds(30)));
  }

  private void go(BooleanSupplier until, Node... nodes) {
    long end = nanos + Duration.ofMinutes(1).toNanos();
    while (!until.getAsBoolean()) {
      assertThat(nanos).as("it takes too long").isLessThan(end);
      nanos += Duration.ofMillis(5).toNanos();
      for (Node node : nodes) {
        node.turn();
      }
    }
  }

  /** A dispatcher whose questions are answered at its next turn. */
  private final class Node implements Effects {
    private final Dispatcher dispatcher;
    private final ArrayDeque<Runnable> answers = new ArrayDeque<>();
    private boolean beginIsNotAnswered;

    Node(String name) {
      dispatcher = new Dispatcher(() -> nanos, DispatchConfig.named(name).build(), this);
    }

    void turn() {
      for (int i = answers.size(); i > 0; i--) {
        answers.removeFirst().run();
      }
      dispatcher.turn();
    }

    @Override
    public void submit(StoreCall<?> call) {
      Runnable answer = call.ask(store);
      boolean lost = beginIsNotAnswered && call.name().equals("begin");
      answers.addLast(lost ? call.fail(new StoreException("connection reset")) : answer);
    }

    @Override
    public void deliver(Delivery delivery) {
      throw new AssertionError("nobody may start " + delivery.attempt());
    }

    @Override
    public void cancel(Delivery delivery, String reason) {
      throw new AssertionError("there is no run to cancel");
    }
  }
}
