package dev.carillon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.engine.clock.Ids;
import dev.carillon.engine.dispatch.DispatchConfig;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.run.RunStatus;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.ScheduleStore.Entry;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Schedules that share a row of timers do what they would do by themselves. */
class CohortTest extends EngineFixture {

  private static final int SHARD = 7;
  private static final int MEMBERS = 40;
  private static final Duration EVERY = Duration.ofSeconds(1);

  private final Ids ids = Ids.system();

  @Test
  void members_go_from_slot_to_slot_together() {
    Recorder recorder = new Recorder();
    Engine engine = start(recorder);
    List<UUID> members = create(engine, MEMBERS);
    assertThat(cohorts("true")).isEqualTo(1);

    eventually().until(() -> recorder.count() >= 4 * MEMBERS);
    engine.close();

    check(recorder);
    assertThat(cohorts("repeat >= 2")).isEqualTo(1);
    assertThat(recorder.starts())
        .extracting(Recorder.Start::scheduleId)
        .hasSameElementsAs(new HashSet<>(members));
    // What a member's row says is as old as the cohort, and nobody is told it.
    assertThat(database.number("select sum(run_count) from carillon.timers")).isZero();
    assertThat(database.number("select sum(run_count) from carillon.current_timers"))
        .isEqualTo(runs());
  }

  @Test
  void their_histories_are_chains_of_their_own() {
    Recorder recorder = new Recorder();
    Engine engine = start(recorder);
    UUID member = create(engine, MEMBERS).get(11);
    eventually().until(() -> history(engine, member).size() >= 3);
    List<RunRecord> history = history(engine, member);
    Timer timer = timer(engine, member);
    for (int i = 0; i < history.size(); i++) {
      RunRecord run = history.get(i);
      assertThat(run.status()).isEqualTo(RunStatus.SUCCESS);
      assertThat(run.scheduleId()).isEqualTo(member);
      assertThat(run.seq()).isEqualTo(history.size() - i);
      assertThat(run.repeat()).isEqualTo(run.seq() - 1);
      assertThat(run.previousId())
          .isEqualTo(i + 1 < history.size() ? history.get(i + 1).id() : null);
    }
    assertThat(timer.runCount()).isGreaterThanOrEqualTo(history.size());
    assertThat(timer.lastRunStatus()).isEqualTo(RunStatus.SUCCESS);
    Instant lastRunAt = timer.lastRunAt();
    assertThat(lastRunAt).isAfterOrEqualTo(history.getFirst().startedAt());
    assertThat(timer.slotAt()).isAfterOrEqualTo(history.getFirst().slotAt().plus(EVERY));
    check(recorder);
  }

  @Test
  void a_cohort_that_waited_long_runs_its_newest_slot_and_skips_the_others() {
    Recorder recorder = new Recorder();
    Engine engine = start(Engine.on(database.pool(12)).enabled(false));
    create(engine, MEMBERS, EVERY, database.now().minusSeconds(20));
    engine.close();

    Engine late = start(recorder);
    eventually().until(() -> recorder.count() >= 3 * MEMBERS);
    late.close();

    check(recorder);
    assertThat(database.number("select count(*) from carillon.runs where status = 'skipped'"))
        .isEqualTo(MEMBERS);
  }

  @Test
  void those_that_end_earlier_move_on_earlier() {
    Recorder recorder = new Recorder(_ -> Thread.sleep(ThreadLocalRandom.current().nextInt(150)));
    Engine engine = start(recorder);
    create(engine, MEMBERS);

    eventually().until(() -> cohorts("moved <> 0") == 1);
    eventually().until(() -> recorder.count() >= 5 * MEMBERS);
    engine.close();

    check(recorder);
  }

  @Test
  void one_that_fails_leaves_and_goes_on_by_itself() {
    Set<UUID> failing = new HashSet<>();
    Recorder recorder =
        new Recorder(run -> {
          if (failing.contains(run.scheduledJobId()) && run.retry() == 0) {
            throw new IllegalStateException("not today");
          }
        });
    Engine engine = start(recorder);
    List<UUID> members = create(engine, MEMBERS);
    failing.add(members.get(3));

    eventually().until(() -> timer(engine, members.get(3)).errorCount() >= 2);
    eventually().until(() -> recorder.count() >= 4 * MEMBERS);
    engine.close();

    check(recorder);
    assertThat(cohorts("bit_count(gone::bit(63)) >= 1")).isEqualTo(1);
    assertThat(isMember(members.get(3))).isFalse();
  }

  @Test
  void one_that_takes_long_leaves_when_it_is_written_down_as_open() {
    Set<UUID> slow = new HashSet<>();
    Recorder recorder =
        new Recorder(run -> {
          if (slow.contains(run.scheduledJobId())) {
            Thread.sleep(600);
          }
        });
    Engine engine = start("work", recorder);
    List<UUID> members = create(engine, MEMBERS);
    slow.add(members.get(0));
    slow.add(members.get(MEMBERS - 1));

    eventually().until(() -> timer(engine, members.get(0)).runCount() >= 2);
    eventually().until(() -> recorder.count() >= 4 * MEMBERS);
    engine.close();

    check(recorder);
    assertThat(cohorts("bit_count(gone::bit(63)) >= 2")).isEqualTo(1);
  }

  @Test
  void what_is_asked_of_one_is_done_to_that_one() {
    Recorder recorder = new Recorder();
    Engine engine = start(recorder);
    List<UUID> members = create(engine, MEMBERS);
    UUID paused = members.get(1);
    UUID edited = members.get(2);
    UUID deleted = members.get(3);
    UUID triggered = members.get(5);
    eventually().until(() -> recorder.count() >= 2 * MEMBERS);

    engine.schedules().pause(paused, "rest");
    int runsThen = recorder.starts(paused).size();
    Schedule before = engine.schedules().find(edited).schedule();
    engine
        .schedules()
        .edit(
            edited,
            ScheduleDraft.named("rarely").every(Duration.ofDays(1)).handler("work"),
            before.version());
    int editedRuns = recorder.starts(edited).size();
    engine.schedules().delete(deleted);
    UUID asked = engine.schedules().trigger(triggered, "{\"asked\":true}");
    eventually().until(() -> engine.store().settledRun(1, asked) != null);
    int count = recorder.count();
    eventually().until(() -> recorder.count() >= count + 3 * MEMBERS);

    assertThat(recorder.starts(paused)).hasSize(runsThen);
    assertThat(recorder.starts(edited)).hasSize(editedRuns);
    assertThat(engine.schedules().find(edited).schedule().name()).isEqualTo("rarely");
    assertThat(engine.schedules().find(paused).timer().slotAt()).isNull();
    assertThat(engine.store().schedule(1, deleted)).isNull();
    assertThat(
            database.number(
                "select count(*) from carillon.runs where schedule_id = '" + deleted + "'"))
        .isZero();
    assertThat(cohorts("bit_count(gone::bit(63)) >= 4")).isEqualTo(1);

    engine.schedules().resume(paused);
    eventually().until(() -> recorder.starts(paused).size() > runsThen);
    engine.close();
    recorder.assertNoAttemptStartedTwice();
    recorder.assertNeverEarly();
    Audit.everyDueTimerIsNamed(database);
  }

  @Test
  void a_cohort_that_all_have_left_is_gone() {
    Engine engine = start(new Recorder());
    List<UUID> members = create(engine, MEMBERS);
    members.forEach(id -> engine.schedules().pause(id, "all rest"));
    assertThat(cohorts("true")).isZero();
    assertThat(database.number("select count(*) from carillon.cohort_members")).isZero();
    Audit.everyDueTimerIsNamed(database);
  }

  @Test
  void two_nodes_and_a_third_that_comes_later_share_them() {
    Recorder recorder = new Recorder();
    start(recorder);
    Engine second = start(recorder);
    createInManyShards(second, 1_000);
    assertThat(cohorts("true")).isGreaterThan(30);
    eventually().until(() -> recorder.count() >= 2_000);
    start(recorder);
    second.close();
    eventually().until(() -> recorder.count() >= 5_000);
    closeAll();
    check(recorder);
  }

  /** On a busy machine any run may take long, and its member would leave. */
  private Engine start(Recorder recorder) {
    return start(
        Engine.on(database.pool(12)).handler("work", recorder),
        DispatchConfig.named("test")
            .lease(Engines.LEASE)
            .pollInterval(Duration.ofSeconds(1))
            .promoteAfter(Duration.ofSeconds(10))
            .maxRunHistory(1_000_000)
            .build());
  }

  private static void check(Recorder recorder) {
    recorder.assertNoAttemptStartedTwice();
    recorder.assertNeverEarly();
    Audit.everySlotHasOneAnswer(database);
    Set<UUID> started = new HashSet<>();
    recorder.starts().forEach(start -> started.add(start.runId()));
    Audit.everySuccessHappened(database, started);
  }

  private static long runs() {
    return database.number("select count(*) from carillon.runs");
  }

  private static long cohorts(String which) {
    return database.number("select count(*) from carillon.cohorts where " + which);
  }

  private static boolean isMember(UUID schedule) {
    return database.number(
            "select count(*) from carillon.timers where cohort_id is not null and schedule_id = '"
                + schedule
                + "'")
        == 1;
  }

  private List<UUID> create(Engine engine, int count) {
    return create(engine, count, EVERY, database.now());
  }

  /** Schedules of one shard that are alike. */
  private List<UUID> create(Engine engine, int count, Duration every, Instant anchor) {
    return create(
        engine,
        every,
        anchor,
        Stream.generate(ids::next).filter(id -> Timer.shardOf(id) == SHARD).limit(count).toList());
  }

  private void createInManyShards(Engine engine, int count) {
    create(engine, EVERY, database.now(), Stream.generate(ids::next).limit(count).toList());
  }

  private static List<UUID> create(
      Engine engine, Duration every, Instant anchor, List<UUID> scheduleIds) {
    List<Entry> entries =
        IntStream.range(0, scheduleIds.size())
            .mapToObj(i -> {
              Schedule schedule =
                  ScheduleDraft.named("member " + i)
                      .payload("{\"member\":" + i + "}")
                      .retryDelay(Duration.ofMillis(100))
                      .every(every)
                      .handler("work")
                      .toSchedule(scheduleIds.get(i), anchor);
              return new Entry(schedule, Timer.fresh(schedule, schedule.slots().next(anchor)));
            })
            .toList();
    engine.store().create(entries);
    return scheduleIds;
  }
}
