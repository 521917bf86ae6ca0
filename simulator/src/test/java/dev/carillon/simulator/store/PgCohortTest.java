package dev.carillon.simulator.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.ledger.Reply;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Slots;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.PgStore;
import dev.carillon.engine.store.RunStore.Completion;
import dev.carillon.engine.store.RunStore.Sighting;
import dev.carillon.engine.store.ScheduleStore.Entry;
import dev.carillon.engine.store.Store;
import dev.carillon.engine.timing.Interval;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is written of members of cohorts, and what is refused. */
class PgCohortTest extends StoreFixture {

  private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
  private static final int MEMBERS = 10;
  private static final int SHARD = 5;

  private static PgDatabase database;
  private static HikariDataSource pool;
  private static PgStore store;
  private static Instant now = START;

  private Owner owner;
  private List<Schedule> schedules;

  PgCohortTest() {
    super(
        new StoreSubject() {
          @Override
          public Store store() {
            return store;
          }

          @Override
          public void advance(Duration duration) {
            now = now.plus(duration);
          }

          @Override
          public Instant now() {
            return now;
          }
        });
  }

  @BeforeAll
  static void open() {
    database = PgDatabase.create();
    pool = database.pool();
    store = PgStore.open(pool, () -> now);
  }

  @AfterAll
  static void close() {
    store.close();
    database.close();
  }

  @BeforeEach
  void createOne() {
    now = START;
    PgDatabase.execute(
        pool,
        """
        truncate carillon.schedules, carillon.timers, carillon.cohorts, carillon.cohort_members,
          carillon.runs, carillon.open_runs, carillon.intents, carillon.agenda,
          carillon.shards, carillon.nodes cascade;
        insert into carillon.shards (shard, fence) select i, 0 from generate_series(0, 63) as i\
        """);
    schedules =
        Stream.generate(this::everyMinute)
            .filter(schedule -> Timer.shardOf(schedule.id()) == SHARD)
            .limit(MEMBERS)
            .toList();
    store.create(
        schedules.stream()
            .map(each -> new Entry(each, Timer.fresh(each, each.slots().next(now))))
            .toList());
    owner = owner();
    assertThat(cohorts("size = " + MEMBERS)).isEqualTo(1);
    advance(MINUTE);
    store.beat(owner.node(), LEASE);
  }

  @Override
  Schedule everyMinute() {
    return schedule(Slots.of(new Interval(MINUTE, START)), policies());
  }

  @Test
  void are_read_with_their_definitions() {
    List<Sighting> seen = read();
    assertThat(seen).hasSize(MEMBERS);
    assertThat(seen).extracting(Sighting::schedule).containsExactlyElementsOf(schedules);
    assertThat(seen)
        .extracting(Sighting::timer)
        .containsExactlyElementsOf(
            schedules.stream().map(each -> Timer.fresh(each, START.plus(MINUTE))).toList());
    assertThat(store.sightings(schedules.stream().map(Schedule::id).toList()))
        .extracting(Sighting::place)
        .containsExactlyInAnyOrderElementsOf(seen.stream().map(Sighting::place).toList());
  }

  @Test
  void go_on_when_all_have_run() {
    assertThat(complete(0, MEMBERS).cardinality()).isEqualTo(MEMBERS);
    assertThat(
            cohorts("revision = 1 and repeat = 1 and moved = 0 and slot_at = '2026-03-01 12:02Z'"))
        .isEqualTo(1);
    for (Schedule each : schedules) {
      RunRecord run = history(each).getFirst();
      assertThat(timer(each).runCount()).isEqualTo(1);
      assertThat(timer(each).lastRunId()).isEqualTo(run.id());
      assertThat(timer(each).lastRunAt()).isEqualTo(run.startedAt()).isEqualTo(now);
      assertThat(run.previousId()).isNull();
    }
    advance(MINUTE);
    store.beat(owner.node(), LEASE);
    assertThat(complete(0, MEMBERS).cardinality()).isEqualTo(MEMBERS);
    for (Schedule each : schedules) {
      List<RunRecord> history = history(each);
      assertThat(history).extracting(RunRecord::seq).containsExactly(2, 1);
      assertThat(history.getFirst().previousId()).isEqualTo(history.getLast().id());
    }
  }

  @Test
  void move_one_after_the_other_and_are_read_where_each_is() {
    assertThat(complete(0, 3).cardinality()).isEqualTo(3);
    assertThat(cohorts("revision = 0 and moved = 7")).isEqualTo(1);
    assertThat(timer(schedules.get(2)).slotAt()).isEqualTo(START.plus(MINUTE.multipliedBy(2)));
    assertThat(timer(schedules.get(2)).revision()).isEqualTo(1);
    assertThat(timer(schedules.get(3)).slotAt()).isEqualTo(START.plus(MINUTE));
    assertThat(read())
        .extracting(seen -> seen.timer().scheduleId())
        .containsExactlyElementsOf(ids(3, MEMBERS));
    Instant next = START.plus(MINUTE.multipliedBy(2));
    assertThat(readAll(next, 1_000).timers())
        .extracting(Timer::scheduleId)
        .containsExactlyInAnyOrderElementsOf(ids(0, MEMBERS));

    assertThat(complete(5, MEMBERS).cardinality()).isEqualTo(MEMBERS - 5);
    assertThat(complete(3, 5).cardinality()).isEqualTo(2);
    assertThat(cohorts("revision = 1 and moved = 0 and next_slot_at is null")).isEqualTo(1);
    assertThat(schedules)
        .allSatisfy(each -> {
          assertThat(timer(each).runCount()).isEqualTo(1);
          assertThat(timer(each).lastRunId()).isEqualTo(history(each).getFirst().id());
        });
  }

  @Test
  void are_not_moved_twice() {
    List<Completion> completions = completions(0, MEMBERS);
    assertThat(store.complete(owner.node(), completions).applied().cardinality())
        .isEqualTo(MEMBERS);
    assertThat(store.complete(owner.node(), completions).applied().isEmpty()).isTrue();
    assertThat(schedules).allSatisfy(each -> assertThat(history(each)).hasSize(1));
  }

  @Test
  void are_not_moved_by_a_node_whose_lease_has_run_out() {
    List<Completion> completions = completions(0, MEMBERS);
    advance(LEASE.plusMillis(1));
    assertThat(store.complete(owner.node(), completions).applied().isEmpty()).isTrue();
    assertThat(cohorts("revision = 0 and moved = 0")).isEqualTo(1);
    assertThat(recorded()).isZero();
  }

  @Test
  void that_have_left_are_settled_by_the_books() {
    List<Completion> completions = completions(0, MEMBERS);
    Schedule left = schedules.get(4);
    leave(left);
    assertThat(timer(left)).isEqualTo(Timer.fresh(left, START.plus(MINUTE)));

    BitSet applied = store.complete(owner.node(), completions).applied();

    assertThat(applied.cardinality()).isEqualTo(MEMBERS - 1);
    assertThat(applied.get(4)).isFalse();
    assertThat(history(left)).isEmpty();
    assertThat(recorded()).isEqualTo(MEMBERS - 1);
    assertThat(cohorts("revision = 1 and gone = 16")).isEqualTo(1);
    assertThat(complete(owner, left, timer(left)).cardinality()).isEqualTo(1);
    assertThat(timer(left).runCount()).isEqualTo(1);
  }

  @Test
  void that_leave_last_let_the_cohort_go_on() {
    complete(0, MEMBERS - 1);
    Schedule last = schedules.getLast();
    leave(last);
    assertThat(cohorts("revision = 1 and moved = 0 and gone = 512")).isEqualTo(1);
    assertThat(timer(last)).isEqualTo(Timer.fresh(last, START.plus(MINUTE)));
    assertThat(timer(schedules.getFirst()).slotAt()).isEqualTo(START.plus(MINUTE.multipliedBy(2)));
    assertThat(timer(schedules.getFirst()).revision()).isEqualTo(1);
  }

  @Test
  void that_have_moved_leave_with_what_they_have_become() {
    complete(0, 3);
    Schedule moved = schedules.get(1);
    Timer before = timer(moved);
    leave(moved);
    assertThat(timer(moved)).isEqualTo(before);
    assertThat(history(moved)).hasSize(1);
    assertThat(cohorts("revision = 0 and moved = 7 and gone = 2")).isEqualTo(1);
    assertThat(complete(3, MEMBERS).cardinality()).isEqualTo(MEMBERS - 3);
    assertThat(cohorts("revision = 1 and moved = 0 and gone = 2")).isEqualTo(1);
    assertThat(timer(moved)).isEqualTo(before);
  }

  @Test
  void that_go_on_to_another_slot_than_the_others_are_not_moved() {
    List<Completion> completions = completions(0, MEMBERS);
    Completion odd = completions.get(2);
    Timer after = odd.after().withSlot(schedules.get(2), START.plus(MINUTE.multipliedBy(3)));
    Timer like = odd.after();
    completions.set(
        2,
        new Completion(
            odd.before(),
            odd.place(),
            new Timer(
                like.scheduleId(),
                like.orgId(),
                like.shard(),
                like.revision(),
                like.version(),
                after.slotAt(),
                after.dueAt(),
                like.openRuns(),
                like.repeat(),
                like.retry(),
                like.runCount(),
                like.errorCount(),
                like.consecutiveFailures(),
                like.skippedCount(),
                like.lastRunAt(),
                like.lastRunStatus(),
                like.lastError(),
                like.lastRunId(),
                like.runSeq()),
            odd.fence(),
            odd.record(),
            odd.done()));
    BitSet applied = store.complete(owner.node(), completions).applied();
    assertThat(applied.cardinality()).isEqualTo(MEMBERS - 1);
    assertThat(applied.get(2)).isFalse();
    assertThat(history(schedules.get(2))).isEmpty();
  }

  @Test
  void that_somebody_removes_by_hand_are_not_read_any_more() {
    PgDatabase.execute(
        pool, "delete from carillon.schedules where id = '" + schedules.getFirst().id() + "'");
    assertThat(read())
        .extracting(seen -> seen.timer().scheduleId())
        .containsExactlyElementsOf(ids(1, MEMBERS));
    assertThat(read()).extracting(Sighting::schedule).doesNotContainNull();
  }

  @Test
  void are_given_back_by_the_heir_of_a_dead_node() {
    Timer[] timers = schedules.stream().map(this::timer).toArray(Timer[]::new);
    assertThat(begin(owner, 1, timers).cardinality()).isEqualTo(MEMBERS);
    complete(0, 4);
    int heir = store.join("heir", null, LEASE).node();
    bury(owner, heir);
    assertThat(store.estate(100).losses())
        .extracting(Command.Lose::scheduleId)
        .containsExactlyInAnyOrderElementsOf(ids(4, MEMBERS));
  }

  private BitSet complete(int from, int to) {
    return store.complete(owner.node(), completions(from, to)).applied();
  }

  private List<Completion> completions(int from, int to) {
    return new ArrayList<>(
        IntStream.range(from, to)
            .mapToObj(i -> completion(owner, schedules.get(i), timer(schedules.get(i))))
            .toList());
  }

  /** What is asked of it changes nothing, but it is asked through its books. */
  private void leave(Schedule schedule) {
    refused(update(new Command.Resume(schedule.id())), Reply.Reason.WRONG_STATUS);
  }

  private List<Sighting> read() {
    return readAll(START.plus(MINUTE), 1_000).rows().stream()
        .flatMap(row -> row.sightings().stream())
        .toList();
  }

  private List<UUID> ids(int from, int to) {
    return schedules.subList(from, to).stream().map(Schedule::id).toList();
  }

  private static long cohorts(String which) {
    return Long.parseLong(
        PgDatabase.query(pool, "select count(*) from carillon.cohorts where " + which).getFirst());
  }

  private static long recorded() {
    return Long.parseLong(PgDatabase.query(pool, "select count(*) from carillon.runs").getFirst());
  }
}
