package dev.carillon.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.carillon.engine.clock.Ids;
import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.run.RunState;
import dev.carillon.engine.run.RunStatus;
import dev.carillon.engine.schedule.CatchUp;
import dev.carillon.engine.schedule.Overlap;
import dev.carillon.engine.store.PgStore;
import dev.carillon.engine.target.Handler;
import dev.carillon.engine.target.RunContext;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What becomes of slots that meet an open run, and of slots that passed while nobody was there. */
class PolicyTest {

  @RegisterExtension static final TestDatabase database = new TestDatabase();

  private final List<Engine> engines = new ArrayList<>();

  @BeforeAll
  static void lookOften() {
    Awaitility.setDefaultPollInterval(Duration.ofMillis(10));
    Awaitility.setDefaultTimeout(Duration.ofSeconds(90));
  }

  @AfterEach
  void stop() {
    engines.forEach(Engine::close);
    database.clear();
  }

  private Engine start(Handler work) {
    Engine engine =
        Engine.on(database.pool(12)).handler("work", work).config(Engines.config("test")).start();
    engines.add(engine);
    return engine;
  }

  private static List<RunRecord> history(Engine engine, UUID id) {
    return engine.schedules().history(id, 1_000);
  }

  /** Attempts wait here until the test lets one go; an interruption ends them too. */
  private static final class Slow implements Handler {

    final AtomicInteger atOnce = new AtomicInteger();
    final AtomicInteger mostAtOnce = new AtomicInteger();
    final BlockingQueue<RunContext> entered = new LinkedBlockingQueue<>();
    final BlockingQueue<Integer> permits = new LinkedBlockingQueue<>();

    @Override
    public void handle(RunContext run) throws InterruptedException {
      mostAtOnce.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
      entered.add(run);
      try {
        permits.take();
      } finally {
        atOnce.decrementAndGet();
      }
    }

    RunContext next() throws InterruptedException {
      RunContext run = entered.poll(90, TimeUnit.SECONDS);
      assertThat(run).as("an attempt starts").isNotNull();
      return run;
    }
  }

  @Nested
  class WhenTheNextSlotMeetsAnOpenRun {

    private final Slow slow = new Slow();

    private UUID every100ms(Engine engine, Overlap overlap) {
      return engine
          .schedules()
          .create(
              ScheduleDraft.named("slow")
                  .every(Duration.ofMillis(100))
                  .overlap(overlap)
                  .handler("work"))
          .id();
    }

    @Test
    void skip_records_each_slot_that_passes_meanwhile() throws Exception {
      Engine engine = start(slow);
      UUID id = every100ms(engine, Overlap.SKIP);
      RunContext first = slow.next();
      await().until(() -> overlaps(engine, id) >= 3);
      assertThat(history(engine, id))
          .filteredOn(record -> record.slotAt().isAfter(first.scheduledFor()))
          .extracting(RunRecord::status)
          .containsOnly(RunStatus.SKIPPED);
      slow.permits.add(1);
      RunContext second = slow.next();
      assertThat(slow.mostAtOnce).hasValue(1);
      assertThat(second.repeatNumber()).isEqualTo(1);
      engine.schedules().pause(id, "done");
      slow.permits.add(1);
      await().until(() -> engine.schedules().openRuns(id).isEmpty());
      Audit.everySlotHasOneAnswer(database);
      assertThat(engine.schedules().find(id).timer().skippedCount()).isGreaterThanOrEqualTo(3);
    }

    private static long overlaps(Engine engine, UUID id) {
      return history(engine, id).stream()
          .filter(record -> "overlap".equals(record.reason()))
          .count();
    }

    @Test
    void queue_starts_the_one_that_waited_as_soon_as_the_open_one_ends() throws Exception {
      Engine engine = start(slow);
      UUID id = every100ms(engine, Overlap.QUEUE);
      RunContext first = slow.next();
      await().until(() -> overlaps(engine, id) >= 2);
      List<OpenRun> open = engine.schedules().openRuns(id);
      assertThat(open).extracting(OpenRun::id).hasSize(2).first().isEqualTo(first.runId());
      assertThat(open.get(1).state()).isInstanceOf(RunState.Queued.class);
      slow.permits.add(1);
      RunContext second = slow.next();
      assertThat(second.runId()).isEqualTo(open.get(1).id());
      assertThat(slow.mostAtOnce).hasValue(1);
      Audit.everySlotHasOneAnswer(database);
    }

    @Test
    void allow_runs_them_side_by_side() throws Exception {
      Engine engine = start(slow);
      UUID id = every100ms(engine, Overlap.ALLOW);
      RunContext first = slow.next();
      RunContext second = slow.next();
      RunContext third = slow.next();
      assertThat(slow.mostAtOnce.get()).isGreaterThanOrEqualTo(3);
      assertThat(List.of(first.key(), second.key(), third.key())).doesNotHaveDuplicates();
      Audit.everySlotHasOneAnswer(database);
      engine.schedules().pause(id, "done");
      slow.permits.addAll(java.util.Collections.nCopies(1_000, 1));
      await().until(() -> engine.schedules().openRuns(id).isEmpty());
    }

    @Test
    void replace_cancels_the_open_one_and_starts_the_new_one_after_its_end() throws Exception {
      Engine engine = start(slow);
      UUID id = every100ms(engine, Overlap.REPLACE);
      slow.next();
      slow.next();
      slow.next();
      assertThat(slow.mostAtOnce).hasValue(1);
      await().until(() -> history(engine, id).size() >= 2);
      assertThat(history(engine, id))
          .filteredOn(record -> record.startedAt() != null)
          .isNotEmpty()
          .allSatisfy(record -> {
            assertThat(record.status()).isEqualTo(RunStatus.CANCELLED);
            assertThat(record.reason()).startsWith("replaced by the slot of");
          });
      Audit.everySlotHasOneAnswer(database);
    }
  }

  @Nested
  class WhenSlotsPassedWhileNobodyWasThere {

    private static final int HOURS = 50;

    /** An hourly schedule whose next slot is that of fifty hours ago, and no engine. */
    private UUID neglected(CatchUp catchUp, Duration deadline, int limit) {
      try (PgStore store = PgStore.open(database.own())) {
        UUID id =
            new Schedules(store, Ids.system())
                .create(
                    ScheduleDraft.named("hourly")
                        .every(Duration.ofHours(1))
                        .catchUp(catchUp, deadline, limit)
                        .handler("work"))
                .id();
        database.execute(
            ("update carillon.schedules set anchor_at = anchor_at - interval '%d hours 5 minutes'"
                    + " where id = '%s'")
                .formatted(HOURS, id));
        database.execute(
            ("update carillon.timers t set slot_at = s.anchor_at + interval '1 hour', due_at ="
                    + " s.anchor_at + interval '1 hour' from carillon.schedules s where s.id ="
                    + " t.schedule_id and s.id = '%s'")
                .formatted(id));
        database.nameTimer(id);
        return id;
      }
    }

    @Test
    void latest_runs_only_the_newest_and_counts_the_others_as_missed() {
      UUID id = neglected(CatchUp.LATEST, Duration.ofHours(1), 0);
      Recorder recorder = new Recorder();
      Engine engine = start(recorder);
      await().until(() -> history(engine, id).size() == 2);
      assertThat(recorder.starts()).hasSize(1);
      RunRecord missed = history(engine, id).get(1);
      assertThat(missed.status()).isEqualTo(RunStatus.SKIPPED);
      assertThat(missed.reason()).isEqualTo("missed");
      assertThat(missed.skippedSlots()).isEqualTo(HOURS - 1);
      Audit.everySlotHasOneAnswer(database);
    }

    @Test
    void latest_runs_none_when_even_the_newest_is_too_late() {
      UUID id = neglected(CatchUp.LATEST, Duration.ofMinutes(1), 0);
      Recorder recorder = new Recorder();
      Engine engine = start(recorder);
      await().until(() -> history(engine, id).size() == 1);
      assertThat(history(engine, id).getFirst().skippedSlots()).isEqualTo(HOURS);
      assertThat(recorder.starts()).isEmpty();
      Audit.everySlotHasOneAnswer(database);
    }

    @Test
    void all_runs_each_that_is_still_good_oldest_first_up_to_the_limit() {
      UUID id = neglected(CatchUp.ALL, Duration.ofHours(20), 7);
      Recorder recorder = new Recorder();
      Engine engine = start(recorder);
      await().until(() -> recorder.count() == 7 && engine.schedules().openRuns(id).isEmpty());
      Instant oldest = database.now().minus(Duration.ofHours(20));
      List<Instant> slots = recorder.starts().stream().map(Recorder.Start::slot).toList();
      assertThat(slots)
          .isSorted()
          .allSatisfy(slot -> assertThat(slot).isAfter(oldest.minusSeconds(60)));
      assertThat(slots.getFirst()).isBefore(oldest.plus(Duration.ofHours(1)).plusSeconds(60));
      await()
          .untilAsserted(() ->
              assertThat(engine.schedules().find(id).timer().skippedCount()).isEqualTo(HOURS - 7));
      Audit.everySlotHasOneAnswer(database);
    }

    @Test
    void skip_runs_none() {
      UUID id = neglected(CatchUp.SKIP, Duration.ofHours(100), 0);
      Recorder recorder = new Recorder();
      Engine engine = start(recorder);
      await().until(() -> history(engine, id).size() == 1);
      assertThat(recorder.starts()).isEmpty();
      assertThat(history(engine, id).getFirst().skippedSlots()).isEqualTo(HOURS);
      Audit.everySlotHasOneAnswer(database);
    }

    @Test
    void an_engine_that_was_away_for_a_moment_misses_nothing_it_does_not_record() {
      Recorder recorder = new Recorder();
      Engine first = start(recorder);
      List<ScheduleDraft> drafts = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        drafts.add(
            ScheduleDraft.named("tick " + i)
                .every(Duration.ofMillis(200 + 50 * i))
                .catchUp(CatchUp.ALL, Duration.ofHours(1), 1_000)
                .handler("work"));
      }
      first.schedules().createAll(drafts);
      await().until(() -> recorder.count() >= 60);
      first.close();
      int before = recorder.count();
      Instant away = database.now().plusSeconds(2);
      await().until(() -> database.now().isAfter(away));
      assertThat(recorder.count()).isEqualTo(before);
      start(recorder);
      await().until(() -> recorder.count() >= before + 200);
      engines.getLast().close();
      Audit.everySlotHasOneAnswer(database);
      recorder.assertNoAttemptStartedTwice();
      recorder.assertNeverEarly();
      assertThat(database.number("select count(*) from carillon.runs where reason = 'missed'"))
          .as("all consented to catch up, so nothing was missed")
          .isZero();
    }
  }
}
