package dev.carillon.simulator.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Slots;
import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.RunStore.Range;
import dev.carillon.engine.store.RunStore.ReadQuery;
import dev.carillon.engine.store.RunStore.Reading;
import dev.carillon.engine.timing.Once;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What is read into memory ahead of its time. */
abstract class ReadingContract extends StoreFixture {

  ReadingContract(StoreSubject subject) {
    super(subject);
  }

  @Test
  void finds_the_timers_due_by_then_with_all_they_hold() {
    Schedule schedule = everyMinute();
    Timer timer = create(schedule);

    assertThat(readAll(now().plus(MINUTE), 10).timers()).containsExactly(timer);
    assertThat(readAll(now().plus(MINUTE).minusMillis(1), 10).timers()).isEmpty();
    assertThat(readAll(now().plus(MINUTE), 10).now()).isEqualTo(now());
  }

  @Test
  void goes_on_where_it_ended_also_among_many_equal_due_times() {
    Set<UUID> created = new HashSet<>();
    for (int i = 0; i < 300; i++) {
      created.add(create(everyMinute()).scheduleId());
    }
    Instant upTo = now().plus(MINUTE);
    List<Range> ranges = everywhere(Instant.EPOCH);
    List<UUID> seen = new ArrayList<>();
    while (!ranges.isEmpty()) {
      Reading reading = store().read(new ReadQuery(ranges, upTo, 2, null));
      reading.timers().forEach(timer -> seen.add(timer.scheduleId()));
      assertThat(reading.timers()).hasSizeLessThanOrEqualTo(2 * ranges.size());
      ranges = reading.unfinished();
      if (!ranges.isEmpty()) {
        assertThat(reading.nextDue()).isNull();
      }
    }

    assertThat(seen).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(created);
  }

  @Test
  void is_in_the_order_of_due_times_within_a_shard() {
    for (int i = 0; i < 100; i++) {
      create(schedule(Slots.of(new Once(now().plusSeconds(200 - i))), policies()));
    }
    Reading reading = readAll(now().plusSeconds(500), 100);

    assertThat(reading.timers()).hasSize(100);
    for (int shard = 0; shard < Timer.SHARDS; shard++) {
      int one = shard;
      assertThat(reading.timers().stream().filter(timer -> timer.shard() == one))
          .extracting(Timer::dueAt)
          .isSorted();
    }
    assertThat(reading.unfinished()).isEmpty();
  }

  @Test
  void finds_only_the_shards_and_the_organization_asked_for() {
    Schedule mine = everyMinute();
    create(mine);
    Schedule foreign =
        new Schedule(
            nextId(),
            2,
            "theirs",
            "",
            mine.slots(),
            mine.target(),
            null,
            policies(),
            "user:bob",
            Status.ACTIVE,
            null,
            1,
            now(),
            now());
    Timer theirs = create(foreign);
    Instant upTo = now().plus(MINUTE);

    List<Range> all = everywhere(Instant.EPOCH);
    assertThat(store().read(new ReadQuery(all, upTo, 9, 2)).timers()).containsExactly(theirs);
    List<Range> one = List.of(Range.from(theirs.shard(), Instant.EPOCH));
    assertThat(store().read(new ReadQuery(one, upTo, 9, null)).timers())
        .allSatisfy(timer -> assertThat(timer.shard()).isEqualTo(theirs.shard()))
        .contains(theirs);
    assertThat(store().read(new ReadQuery(List.of(), upTo, 9, null)).timers()).isEmpty();
  }

  @Test
  void says_when_the_next_timer_is_due() {
    assertThat(readAll(now(), 10).nextDue()).isNull();
    create(schedule(Slots.of(new Once(now().plusSeconds(90))), policies()));
    create(schedule(Slots.of(new Once(now().plusSeconds(70))), policies()));

    assertThat(readAll(now(), 10).nextDue()).isEqualTo(now().plusSeconds(70));
    assertThat(readAll(now().plusSeconds(70), 10).nextDue()).isEqualTo(now().plusSeconds(90));
    assertThat(readAll(now().plusSeconds(90), 10).nextDue()).isNull();
  }

  @Test
  void says_when_the_next_open_run_is_due() {
    Schedule schedule = schedule(Slots.of(new Once(now().plusSeconds(900))), policies());
    create(schedule);
    update(new Command.Trigger(schedule.id(), nextId(), null));

    assertThat(readAll(now().minusSeconds(1), 10).nextDue()).isEqualTo(now());
    assertThat(readAll(now(), 10).nextDue()).isEqualTo(now().plusSeconds(900));
  }

  @Test
  void leaves_out_what_is_gone() {
    Schedule schedule = everyMinute();
    create(schedule);
    List<UUID> both = List.of(schedule.id(), nextId());

    assertThat(store().timers(both)).hasSize(1);
    assertThat(store().definitions(both)).containsExactly(schedule);
    assertThat(store().timers(List.of())).isEmpty();
    assertThat(store().definitions(List.of())).isEmpty();
  }
}
