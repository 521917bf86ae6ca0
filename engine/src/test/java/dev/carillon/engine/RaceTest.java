package dev.carillon.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.carillon.engine.store.RunStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Pause, edit and delete against schedules that fire every 20 ms: what was acknowledged holds for
 * every slot that comes due later, by the database's clock.
 */
class RaceTest {

  @RegisterExtension static final TestDatabase database = new TestDatabase();

  private static final Duration FAST = Duration.ofMillis(20);
  private static final int AT_ONCE = 12;
  private static final int ROUNDS = 25;
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  /** Between the two, both by the database's clock, nothing may come due and start. */
  private record Quiet(UUID scheduleId, Instant after, Instant until) {

    boolean holds(Recorder.Start start) {
      return start.scheduleId().equals(scheduleId)
          && start.slot().isAfter(after)
          && start.slot().isBefore(until);
    }
  }

  private final Map<UUID, CountDownLatch> awaited = new ConcurrentHashMap<>();
  private final Recorder recorder =
      new Recorder(run -> {
        CountDownLatch latch = awaited.get(run.scheduledJobId());
        if (latch != null) {
          latch.countDown();
        }
      });
  private final Engine engine =
      Engine.on(database.pool(24))
          .handler("tick", recorder)
          .config(Engines.config("racer"))
          .start();

  @AfterEach
  void stop() {
    engine.close();
    database.clear();
  }

  /** One of the parties of a race. */
  private interface Racer {
    void race(int number) throws Exception;
  }

  private static void race(Racer racer) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> racers = new ArrayList<>();
      for (int i = 0; i < AT_ONCE; i++) {
        int number = i;
        racers.add(
            threads.submit(() -> {
              racer.race(number);
              return true;
            }));
      }
      for (Future<?> done : racers) {
        done.get(10, TimeUnit.MINUTES);
      }
    }
  }

  private void awaitRun(UUID id) throws InterruptedException {
    CountDownLatch latch = new CountDownLatch(1);
    awaited.put(id, latch);
    assertThat(latch.await(90, TimeUnit.SECONDS)).as("it fires").isTrue();
  }

  private static ScheduleDraft fast(int number) {
    return ScheduleDraft.named("fast " + number).every(FAST).handler("tick");
  }

  @Test
  void what_was_paused_does_not_fire_until_it_is_resumed() throws Exception {
    Queue<Quiet> quiet = new ConcurrentLinkedQueue<>();
    race(number -> {
      UUID id = engine.schedules().create(fast(number)).id();
      for (int round = 0; round < ROUNDS; round++) {
        awaitRun(id);
        engine.schedules().pause(id, "round " + round);
        Instant paused = database.now();
        if (round % 5 == 0) {
          awaitTime(paused.plusMillis(60));
        }
        Instant resumed = database.now();
        quiet.add(new Quiet(id, paused, resumed));
        engine.schedules().resume(id);
      }
      engine.schedules().stop(id, "enough");
      quiet.add(new Quiet(id, database.now(), Instant.MAX));
    });
    assertThat(quiet).hasSize(AT_ONCE * (ROUNDS + 1));
    assertQuiet(quiet);
  }

  @Test
  void what_was_deleted_does_not_fire() throws Exception {
    Queue<Quiet> quiet = new ConcurrentLinkedQueue<>();
    race(number -> {
      for (int round = 0; round < ROUNDS; round++) {
        UUID id = engine.schedules().create(fast(number)).id();
        awaitRun(id);
        engine.schedules().delete(id);
        quiet.add(new Quiet(id, database.now(), Instant.MAX));
      }
    });
    assertThat(quiet).hasSize(AT_ONCE * ROUNDS);
    assertQuiet(quiet);
    engine.close();
    assertThat(database.number("select count(*) from carillon.current_timers")).isZero();
    assertThat(database.number("select count(*) from carillon.runs"))
        .as("history of what was deleted")
        .isZero();
    assertThat(database.number("select count(*) from carillon.open_runs")).isZero();
  }

  @Test
  void what_was_edited_does_not_fire_by_the_old_rule() throws Exception {
    record Edited(UUID id, Instant at, int version) {}
    Queue<Edited> edits = new ConcurrentLinkedQueue<>();
    race(number -> {
      UUID id = engine.schedules().create(fast(number).payload("0")).id();
      for (int round = 1; round <= ROUNDS; round++) {
        awaitRun(id);
        // Every third edit changes the timing too.
        ScheduleDraft draft =
            ScheduleDraft.named("fast " + number)
                .every(round % 3 == 0 ? FAST.plusMillis(round) : FAST)
                .handler("tick")
                .payload(String.valueOf(round));
        engine.schedules().edit(id, draft, null);
        edits.add(new Edited(id, database.now(), round));
      }
      awaitRun(id);
      engine.schedules().stop(id, "enough");
    });
    engine.close();
    assertThat(edits).hasSize(AT_ONCE * ROUNDS);
    for (Edited edit : edits) {
      assertThat(recorder.starts(edit.id()))
          .filteredOn(start -> start.slot().isAfter(edit.at()))
          .as("starts of slots due after edit %s was acknowledged", edit)
          .allSatisfy(start ->
              assertThat(Integer.parseInt(start.payload())).isGreaterThanOrEqualTo(edit.version()));
    }
    recorder.assertNoAttemptStartedTwice();
    recorder.assertNeverEarly();
  }

  /**
   * Written past the engine, so that no notice tells it: what its memory holds is outdated. Nobody
   * waits for slots that are noted by then, as the engine's own edits do.
   */
  @Test
  void a_change_of_which_the_notice_got_lost_holds_all_the_same() {
    List<ScheduleDraft> drafts = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      drafts.add(
          ScheduleDraft.named("slow " + i)
              .every(Duration.ofMillis(150 + i))
              .payload("0")
              .handler("tick"));
    }
    engine.schedules().createAll(drafts);
    List<Instant> edited = new ArrayList<>();
    for (int round = 1; round <= 8; round++) {
      int before = recorder.count();
      await().atMost(PATIENCE).until(() -> recorder.count() > before + 60);
      database.execute(
          "with edited as (update carillon.schedules set payload = '%d', version = version + 1),"
                  .formatted(round)
              + " counted as (update carillon.changes set count = count + 1)"
              + " update carillon.timers set version = version + 1, revision = revision + 1");
      edited.add(database.now());
    }
    Instant last = edited.getLast().plus(RunStore.NOTE_AHEAD);
    await()
        .atMost(PATIENCE)
        .until(() -> recorder.starts().stream().anyMatch(start -> start.slot().isAfter(last)));
    engine.close();
    for (int round = 1; round <= edited.size(); round++) {
      Instant since = edited.get(round - 1);
      int version = round;
      assertThat(recorder.starts())
          .filteredOn(start -> start.slot().isAfter(since.plus(RunStore.NOTE_AHEAD)))
          .as("starts of slots due after edit %d at %s", version, since)
          .isNotEmpty()
          .allSatisfy(start ->
              assertThat(Integer.parseInt(start.payload())).isGreaterThanOrEqualTo(version));
    }
    recorder.assertNoAttemptStartedTwice();
  }

  private static void awaitTime(Instant until) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(10))
        .until(() -> database.now().isAfter(until));
  }

  private void assertQuiet(Queue<Quiet> quiet) {
    engine.close();
    Map<UUID, List<Recorder.Start>> starts =
        recorder.starts().stream()
            .collect(java.util.stream.Collectors.groupingBy(Recorder.Start::scheduleId));
    for (Quiet silence : quiet) {
      assertThat(starts.getOrDefault(silence.scheduleId(), List.of()))
          .filteredOn(silence::holds)
          .as("starts in %s", silence)
          .isEmpty();
    }
    recorder.assertNoAttemptStartedTwice();
    recorder.assertNeverEarly();
  }
}
