package dev.carillon.engine.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.engine.run.RunIds;
import dev.carillon.engine.run.RunStatus;
import dev.carillon.engine.schedule.Policies;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Slots;
import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.schedule.Target;
import dev.carillon.engine.schedule.TargetKind;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.Agenda;
import dev.carillon.engine.store.RunStore.Sighting;
import dev.carillon.engine.timing.Interval;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Timers that stay in memory between two slots. */
class RestTest {

  private static final Instant RAN = Instant.parse("2026-03-29T00:59:00.123456Z");
  private static final Duration JITTER = Duration.ofMillis(1_234);
  private static final long PLACE = 77L << 16 | 3;
  private static final long CHANGES = 42;
  private static final long PLENTY = 1L << 30;

  @Test
  void a_timer_wakes_as_it_lay_down() {
    Definitions definitions = new Definitions(PLENTY, PLENTY);
    Timer timer = timer(1, plain -> plain);
    definitions.put(schedule(1), 0);
    definitions.rest(timer, RAN, PLACE, CHANGES);

    Rest rest = definitions.resting(timer.scheduleId());
    assertThat(rest).isNotNull();
    assertThat(rest.changes()).isEqualTo(CHANGES);
    assertThat(rest.bucket()).isEqualTo(Agenda.bucketOf(timer.dueAt()));
    assertThat(definitions.wake(timer.scheduleId())).isEqualTo(new Sighting(timer, PLACE, CHANGES));
  }

  @Test
  void it_wakes_once() {
    Definitions definitions = new Definitions(PLENTY, PLENTY);
    definitions.put(schedule(1), 0);
    definitions.rest(timer(1, plain -> plain), RAN, PLACE, CHANGES);
    UUID id = schedule(1).id();

    assertThat(definitions.wake(id)).isNotNull();
    assertThat(definitions.wake(id)).isNull();
    assertThat(definitions.resting(id)).isNull();
  }

  @Test
  void what_another_run_left_does_not_outlive_the_next_one() {
    Definitions definitions = new Definitions(PLENTY, PLENTY);
    definitions.put(schedule(1), 0);
    definitions.rest(timer(1, plain -> plain), RAN, PLACE, CHANGES);
    Timer failed = timer(1, plain -> with(plain, 1, null));
    definitions.rest(failed, RAN, PLACE, CHANGES);

    assertThat(definitions.resting(failed.scheduleId())).isNull();
  }

  @Test
  void only_what_a_plain_run_leaves_behind_can_rest() {
    Definitions definitions = new Definitions(PLENTY, PLENTY);
    Schedule schedule = schedule(1);
    definitions.put(schedule, 0);
    Timer plain = timer(1, timer -> timer);

    assertRests(definitions, plain, RAN, true);
    assertRests(definitions, with(plain, 1, null), RAN, false);
    assertRests(definitions, with(plain, 0, "it failed before"), RAN, false);
    assertRests(definitions, plain, RAN.minusSeconds(60), false);
    assertRests(definitions, plain.withSlot(schedule, null), RAN, false);
    assertRests(definitions, plain.withSlot(schedule, RAN.plusSeconds(900)), RAN, true);
  }

  private static void assertRests(
      Definitions definitions, Timer timer, Instant ran, boolean expected) {
    definitions.rest(timer, ran, PLACE, CHANGES);
    Sighting woken = definitions.wake(timer.scheduleId());
    if (expected) {
      assertThat(woken).isEqualTo(new Sighting(timer, PLACE, CHANGES));
    } else {
      assertThat(woken).isNull();
    }
  }

  @Test
  void a_timer_of_another_version_or_without_a_definition_does_not_rest() {
    Definitions definitions = new Definitions(PLENTY, PLENTY);
    Timer timer = timer(1, plain -> plain);
    definitions.rest(timer, RAN, PLACE, CHANGES);
    assertThat(definitions.resting(timer.scheduleId())).isNull();
    assertThat(definitions.anyRest()).isFalse();

    Schedule edited = schedule(1).withStatus(Status.ACTIVE, null, RAN);
    definitions.put(copy(edited, edited.version() + 1), 0);
    definitions.rest(timer, RAN, PLACE, CHANGES);
    assertThat(definitions.resting(timer.scheduleId())).isNull();
  }

  @Test
  void no_more_rest_than_the_budget_has_room_for_and_a_definition_that_goes_makes_room() {
    Definitions definitions = new Definitions(PLENTY, 10L * Rest.BYTES);
    for (int i = 0; i < 11; i++) {
      definitions.put(schedule(i), 0);
      definitions.rest(timer(i, plain -> plain), RAN, PLACE, CHANGES);
    }
    assertThat(definitions.resting(schedule(9).id())).isNotNull();
    assertThat(definitions.resting(schedule(10).id())).isNull();

    definitions.put(schedule(3), 0);
    assertThat(definitions.resting(schedule(3).id())).as("goes with its definition").isNull();
    definitions.rest(timer(10, plain -> plain), RAN, PLACE, CHANGES);
    assertThat(definitions.resting(schedule(10).id())).isNotNull();
  }

  private static Schedule schedule(int number) {
    Instant created = RAN.minusSeconds(600);
    return new Schedule(
        new UUID(7L << 32, number),
        5,
        "schedule " + number,
        "",
        Slots.of(new Interval(Duration.ofMinutes(10), created)),
        new Target.Handler("tick"),
        null,
        Policies.defaultsFor(TargetKind.HANDLER),
        "user:ada",
        Status.ACTIVE,
        null,
        9,
        created,
        created);
  }

  private static Schedule copy(Schedule like, long version) {
    return new Schedule(
        like.id(),
        like.orgId(),
        like.name(),
        like.description(),
        like.slots(),
        like.target(),
        like.payload(),
        like.policies(),
        like.owner(),
        like.status(),
        like.statusReason(),
        version,
        like.createdAt(),
        like.updatedAt());
  }

  private static Timer timer(int number, UnaryOperator<Timer> change) {
    Schedule schedule = schedule(number);
    Instant next = RAN.plusSeconds(600);
    return change.apply(
        new Timer(
            schedule.id(),
            schedule.orgId(),
            Timer.shardOf(schedule.id()),
            12,
            schedule.version(),
            next,
            next.plus(JITTER),
            0,
            31,
            0,
            29,
            4,
            0,
            2,
            RAN.plusMillis(3),
            RunStatus.SUCCESS,
            null,
            RunIds.ofSlot(schedule.id(), RAN),
            33));
  }

  private static Timer with(Timer like, int openRuns, @Nullable String lastError) {
    return new Timer(
        like.scheduleId(),
        like.orgId(),
        like.shard(),
        like.revision(),
        like.version(),
        like.slotAt(),
        like.dueAt(),
        openRuns,
        like.repeat(),
        like.retry(),
        like.runCount(),
        like.errorCount(),
        like.consecutiveFailures(),
        like.skippedCount(),
        like.lastRunAt(),
        like.lastRunStatus(),
        lastError,
        like.lastRunId(),
        like.runSeq());
  }
}
