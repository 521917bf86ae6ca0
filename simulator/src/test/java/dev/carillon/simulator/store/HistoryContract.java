package dev.carillon.simulator.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.run.RunStatus;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Slots;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.ScheduleStore.Sweep;
import dev.carillon.engine.timing.Interval;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How history is kept, listed and swept. */
abstract class HistoryContract extends StoreFixture {

  HistoryContract(StoreSubject subject) {
    super(subject);
  }

  /** A schedule whose history has so many rows, oldest first. */
  private List<UUID> filled(Schedule schedule, int rows) {
    create(schedule);
    List<UUID> runs = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      UUID run = nextId();
      update(new Command.Trigger(schedule.id(), run, null));
      update(new Command.Cancel(schedule.id(), run, "row " + i));
      runs.add(run);
    }
    return runs;
  }

  @Test
  void is_listed_newest_first_page_by_page() {
    Schedule schedule = everyMinute();
    List<UUID> runs = filled(schedule, 12);
    filled(everyMinute(), 3);

    assertThat(history(schedule)).extracting(RunRecord::id).isEqualTo(runs.reversed());
    assertThat(history(schedule))
        .extracting(RunRecord::seq)
        .isEqualTo(IntStream.iterate(12, i -> i - 1).limit(12).boxed().toList());
    List<RunRecord> page = store().history(ORG, schedule.id(), null, 5);
    assertThat(page).extracting(RunRecord::id).isEqualTo(runs.reversed().subList(0, 5));
    page = store().history(ORG, schedule.id(), page.getLast().id(), 5);
    assertThat(page).extracting(RunRecord::id).isEqualTo(runs.reversed().subList(5, 10));
    page = store().history(ORG, schedule.id(), page.getLast().id(), 5);
    assertThat(page).extracting(RunRecord::id).isEqualTo(runs.reversed().subList(10, 12));
    assertThat(store().history(ORG, schedule.id(), page.getLast().id(), 5)).isEmpty();
  }

  @Test
  void keeps_skipped_slots_with_their_reason() {
    Owner owner = owner();
    Schedule schedule = schedule(Slots.of(new Interval(MINUTE, now())), policies());
    Timer timer = create(schedule);
    advance(Duration.ofHours(3));
    store().beat(owner.node(), LEASE);
    update(new Command.Open(schedule.id(), timer.slotAt(), owner.node(), owner.fence(timer)));

    RunRecord skipped = history(schedule).getFirst();
    assertThat(skipped.status()).isEqualTo(RunStatus.SKIPPED);
    assertThat(skipped.reason()).isEqualTo("missed");
    assertThat(skipped.skippedSlots()).isEqualTo(179);
    assertThat(skipped.skippedUntil()).isEqualTo(now().minus(MINUTE));
    assertThat(skipped.node()).isNull();
    assertThat(timer(schedule).skippedCount()).isEqualTo(179);
  }

  @Test
  void is_swept_down_to_exactly_the_newest_rows_of_each_schedule() {
    Schedule first = everyMinute();
    Schedule second = everyMinute();
    List<UUID> firstRuns = filled(first, 9);
    List<UUID> secondRuns = filled(second, 4);
    Sweep whole = store().sweepHistory(null, 4, 100);

    assertThat(whole).isEqualTo(new Sweep(13, 5, null));
    assertThat(history(first))
        .extracting(RunRecord::id)
        .isEqualTo(firstRuns.reversed().subList(0, 4));
    assertThat(history(second)).extracting(RunRecord::id).isEqualTo(secondRuns.reversed());
    assertThat(store().settledRun(ORG, firstRuns.get(4))).isNull();
    assertThat(store().sweepHistory(null, 4, 100)).isEqualTo(new Sweep(8, 0, null));
  }

  @Test
  void is_swept_in_parts() {
    Schedule schedule = everyMinute();
    filled(schedule, 10);
    int removed = 0;
    int looked = 0;
    Sweep part = store().sweepHistory(null, 3, 4);
    for (int i = 0; i < 10; i++) {
      looked += part.looked();
      removed += part.removed();
      assertThat(part.looked()).isLessThanOrEqualTo(4);
      if (part.next() == null) {
        break;
      }
      part = store().sweepHistory(part.next(), 3, 4);
    }
    assertThat(looked).isEqualTo(10);
    assertThat(removed).isEqualTo(7);
    assertThat(history(schedule)).hasSize(3);
  }
}
