package dev.carillon.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.carillon.engine.clock.Ids;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.PgStore;
import dev.carillon.engine.store.ScheduleStore.Entry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Schedules that share a row of timers do what they would do by themselves. */
class CohortTest {

  @RegisterExtension static final TestDatabase database = new TestDatabase();

  private static final int SHARD = 7;

  private final Ids ids = Ids.system();

  @BeforeEach
  void forgetSchedules() {
    if (database.number("select count(*) from pg_tables where tablename = 'cohorts'") > 0) {
      database.clear();
    }
  }

  @Test
  void members_run_their_slots_and_go_on_together() {
    Recorder recorder = new Recorder();
    List<UUID> members = create(100, Duration.ofDays(1));
    assertThat(database.number("select count(*) from carillon.cohorts")).isEqualTo(2);
    try (Engine _ =
        Engine.on(database.pool(12))
            .handler("work", recorder)
            .config(Engines.config("cohorts"))
            .start()) {
      await().atMost(Duration.ofSeconds(20)).until(() -> runs() == 100);
    }
    recorder.assertNoAttemptStartedTwice();
    assertThat(recorder.starts()).extracting(Recorder.Start::scheduleId).hasSameElementsAs(members);
    assertThat(
            database.number(
                "select count(*) from carillon.cohorts where repeat = 1 and moved = 0 and gone = 0"))
        .isEqualTo(2);
  }

  private static long runs() {
    return database.number("select count(*) from carillon.runs");
  }

  /** Schedules of one shard, whose slot has just come. */
  private List<UUID> create(int count, Duration every) {
    Instant anchor = Instant.now().minus(every);
    try (PgStore store = PgStore.open(database.own())) {
      List<Entry> entries =
          IntStream.range(0, count)
              .mapToObj(i -> {
                Schedule schedule =
                    ScheduleDraft.named("member " + i)
                        .every(every)
                        .handler("work")
                        .toSchedule(id(), anchor);
                return new Entry(
                    schedule, Timer.fresh(schedule, schedule.slots().next(anchor)));
              })
              .toList();
      store.create(entries);
      return entries.stream().map(entry -> entry.schedule().id()).toList();
    }
  }

  private UUID id() {
    return Stream.generate(ids::next)
        .filter(id -> Timer.shardOf(id) == SHARD)
        .findFirst()
        .orElseThrow();
  }
}
