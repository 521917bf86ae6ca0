package dev.carillon.simulator.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.run.Outcome;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Slots;
import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.Agenda;
import dev.carillon.engine.store.RunStore.AgendaRow;
import dev.carillon.engine.store.RunStore.Bookmark;
import dev.carillon.engine.store.RunStore.Naming;
import dev.carillon.engine.store.RunStore.ReadQuery;
import dev.carillon.engine.store.RunStore.Reading;
import dev.carillon.engine.store.RunStore.Sighting;
import dev.carillon.engine.timing.Once;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
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
    assertThat(readAll(now().plus(MINUTE).minus(Agenda.WIDTH), 10).timers()).isEmpty();
    assertThat(readAll(now().plus(MINUTE), 10).now()).isEqualTo(now());
  }

  @Test
  void goes_on_where_it_ended_also_among_many_equal_due_times() {
    Set<UUID> created = new HashSet<>();
    for (int i = 0; i < 300; i++) {
      created.add(create(everyMinute()).scheduleId());
    }
    List<UUID> seen = new ArrayList<>();
    Bookmark next = Bookmark.FIRST;
    while (next != null) {
      Reading reading = store().read(query(now().plus(MINUTE), 7, next));
      reading.timers().forEach(timer -> seen.add(timer.scheduleId()));
      assertThat(reading.timers()).hasSizeLessThanOrEqualTo(7);
      next = reading.next();
      if (next != null) {
        assertThat(reading.nextDue()).isNull();
      }
    }

    assertThat(seen).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(created);
  }

  @Test
  void is_in_the_order_of_buckets() {
    for (int i = 0; i < 100; i++) {
      create(schedule(Slots.of(new Once(now().plusSeconds(200 - i))), policies()));
    }
    Reading reading = readAll(now().plusSeconds(500), 100);

    assertThat(reading.timers()).hasSize(100);
    assertThat(reading.timers()).extracting(timer -> Agenda.bucketOf(timer.dueAt())).isSorted();
    assertThat(reading.rows())
        .allSatisfy(row ->
            assertThat(row.sightings())
                .hasSizeLessThanOrEqualTo(row.size())
                .allSatisfy(seen ->
                    assertThat(Agenda.bucketOf(seen.timer().dueAt()))
                        .isEqualTo(row.at().bucket())));
    assertThat(reading.next()).isNull();
  }

  @Test
  void finds_a_timer_where_it_was_moved_to_and_nowhere_else() {
    Schedule schedule = everyMinute();
    create(schedule);
    update(new Command.Pause(schedule.id(), "for a while"));
    assertThat(readAll(now().plusSeconds(500), 10).timers()).isEmpty();
    advance(Duration.ofMinutes(3));
    update(new Command.Resume(schedule.id()));

    assertThat(readAll(now().plusSeconds(500), 10).timers()).containsExactly(timer(schedule));
  }

  @Test
  void still_finds_what_is_due_after_the_agenda_was_tidied() {
    List<Timer> due = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      Schedule schedule = everyMinute();
      create(schedule);
      if (i % 2 == 0) {
        update(new Command.Pause(schedule.id(), null));
      } else {
        due.add(timer(schedule));
      }
    }
    Instant later = now().plus(MINUTE).plusSeconds(9);
    Bookmark next = Bookmark.FIRST;
    int steps = 0;
    while (next != null) {
      next = store().tidy(everywhere(), next, Agenda.bucketOf(later), 3);
      steps++;
    }

    assertThat(steps).isGreaterThan(1);
    Reading reading = readAll(later, 100);
    assertThat(reading.timers()).containsExactlyInAnyOrderElementsOf(due);
    assertThat(reading.rows().stream().mapToInt(AgendaRow::size).sum()).isEqualTo(due.size());
  }

  @Test
  void leaves_out_rows_that_were_thrown_away() {
    create(everyMinute());
    Instant later = now().plus(MINUTE);
    List<Bookmark> rows = readAll(later, 10).rows().stream().map(AgendaRow::at).toList();
    assertThat(rows).hasSize(1);
    store().discard(rows);

    assertThat(readAll(later, 10).timers()).isEmpty();
    store().discard(rows);
    store().discard(List.of());
  }

  @Test
  void names_what_is_read_and_how_often_each_shard_was_changed() {
    Set<UUID> created = new HashSet<>();
    for (int i = 0; i < 300; i++) {
      created.add(create(everyMinute()).scheduleId());
    }
    List<UUID> named = new ArrayList<>();
    Bookmark next = Bookmark.FIRST;
    while (next != null) {
      Naming naming = store().names(query(now().plus(MINUTE), 7, next));
      naming.rows().forEach(row -> named.addAll(row.scheduleIds()));
      assertThat(naming.rows())
          .allSatisfy(
              row -> assertThat(row.at().bucket()).isEqualTo(Agenda.bucketOf(now().plus(MINUTE))));
      next = naming.next();
      if (next != null) {
        assertThat(naming.nextDue()).isNull();
      }
    }
    assertThat(named).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(created);

    Naming naming = store().names(query(now().plus(MINUTE), 1_000, Bookmark.FIRST));
    assertThat(naming.now()).isEqualTo(now());
    store()
        .sightings(created)
        .forEach(seen ->
            assertThat(naming.changes().get(seen.timer().shard())).isEqualTo(seen.changes()));
    assertThat(store().names(query(now(), 10, Bookmark.FIRST)).rows()).isEmpty();
  }

  @Test
  void counts_a_change_in_the_shard_of_what_was_changed() {
    Schedule schedule = everyMinute();
    create(schedule);
    int shard = timer(schedule).shard();
    Naming before = store().names(query(now().plus(MINUTE), 10, Bookmark.FIRST));
    update(new Command.Pause(schedule.id(), "for a while"));
    Naming after = store().names(query(now().plus(MINUTE), 10, Bookmark.FIRST));

    assertThat(after.changes().get(shard)).isGreaterThan(before.changes().get(shard));
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

    assertThat(read(everywhere(), upTo, 2, Set.of())).containsExactly(theirs);
    assertThat(read(everywhere(), upTo, null, Set.of(2))).containsExactly(timer(mine));
    assertThat(read(Set.of(theirs.shard()), upTo, null, Set.of()))
        .allSatisfy(timer -> assertThat(timer.shard()).isEqualTo(theirs.shard()))
        .contains(theirs);
    assertThat(read(Set.of(), upTo, null, Set.of())).isEmpty();
  }

  private List<Timer> read(
      Set<Integer> shards, Instant upTo, @Nullable Integer org, Set<Integer> except) {
    return store()
        .read(new ReadQuery(shards, Bookmark.FIRST, Agenda.bucketOf(upTo), 9, org, except))
        .timers();
  }

  private static Instant bucketOf(Instant moment) {
    return Agenda.beginningOf(Agenda.bucketOf(moment));
  }

  @Test
  void says_when_the_bucket_of_the_next_timer_begins() {
    assertThat(readAll(now(), 10).nextDue()).isNull();
    create(schedule(Slots.of(new Once(now().plusSeconds(90))), policies()));
    create(schedule(Slots.of(new Once(now().plusSeconds(70))), policies()));

    assertThat(readAll(now(), 10).nextDue()).isEqualTo(bucketOf(now().plusSeconds(70)));
    assertThat(readAll(now().plusSeconds(70), 10).nextDue())
        .isEqualTo(bucketOf(now().plusSeconds(90)));
    assertThat(readAll(now().plusSeconds(90), 10).nextDue()).isNull();
  }

  @Test
  void says_when_the_next_open_run_is_due() {
    Schedule schedule = schedule(Slots.of(new Once(now().plusSeconds(900))), policies());
    create(schedule);
    update(new Command.Trigger(schedule.id(), nextId(), null));

    assertThat(readAll(now().minus(Agenda.WIDTH), 10).nextDue()).isEqualTo(now());
    assertThat(readAll(now(), 10).nextDue()).isEqualTo(bucketOf(now().plusSeconds(900)));
  }

  @Test
  void says_the_same_of_a_timer_by_its_name_as_by_its_id() {
    Owner owner = owner();
    Schedule fresh = everyMinute();
    Schedule succeeded = everyMinute();
    Schedule succeededOften = everyMinute();
    Schedule asked = everyMinute();
    Schedule askedAndCancelled = everyMinute();
    Schedule failing = everyMinute();
    Schedule skipped = everyMinute();
    Schedule edited = everyMinute();
    List<Schedule> all =
        List.of(
            fresh, succeeded, succeededOften, asked, askedAndCancelled, failing, skipped, edited);
    all.forEach(this::create);
    complete(owner, succeeded, timer(succeeded));
    for (int times = 0; times < 3; times++) {
      complete(owner, succeededOften, timer(succeededOften));
    }
    update(new Command.Trigger(asked.id(), nextId(), null));
    UUID cancelled = nextId();
    update(new Command.Trigger(askedAndCancelled.id(), cancelled, null));
    update(new Command.Cancel(askedAndCancelled.id(), cancelled, "not now"));
    open(owner, failing);
    update(
        new Command.Settle(
            owner.attempt(timer(failing), now()), Outcome.Failure.of("http.500", "down")));
    open(owner, skipped);
    advance(MINUTE);
    open(owner, skipped);
    update(new Command.Pause(edited.id(), null));
    update(new Command.Resume(edited.id()));

    List<Sighting> byName =
        readAll(now().plus(MINUTE.multipliedBy(9)), 100).rows().stream()
            .flatMap(row -> row.sightings().stream())
            .toList();
    assertThat(byName).extracting(seen -> seen.timer().skippedCount()).contains(1L);
    assertThat(byName).extracting(seen -> seen.timer().errorCount()).contains(1L);
    assertThat(byName).extracting(seen -> seen.timer().openRuns()).contains(0, 1);
    assertThat(byName).extracting(seen -> seen.timer().runSeq()).contains(0, 1, 3);
    assertThat(byName)
        .containsExactlyInAnyOrderElementsOf(
            store().sightings(all.stream().map(Schedule::id).toList()));
  }

  /** Has the slot that comes next go through the books instead of the short path. */
  private void open(Owner owner, Schedule schedule) {
    Timer timer = timer(schedule);
    update(new Command.Open(schedule.id(), timer.slotAt(), owner.node(), owner.fence(timer)));
  }

  @Test
  void leaves_out_what_is_gone() {
    Schedule schedule = everyMinute();
    create(schedule);
    List<UUID> both = List.of(schedule.id(), nextId());

    assertThat(store().sightings(both)).hasSize(1);
    assertThat(store().definitions(both)).containsExactly(schedule);
    assertThat(store().sightings(List.of())).isEmpty();
    assertThat(store().definitions(List.of())).isEmpty();
  }
}
