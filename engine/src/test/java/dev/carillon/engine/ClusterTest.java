package dev.carillon.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.carillon.engine.run.RunStatus;
import dev.carillon.engine.schedule.CatchUp;
import dev.carillon.engine.schedule.Overlap;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.target.Handler;
import dev.carillon.engine.target.RunContext;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Several engines on one database: they share the work, and take over from each other. */
class ClusterTest {

  @RegisterExtension static final TestDatabase database = new TestDatabase();

  /**
   * What a takeover may take beyond the lease. Two seconds are promised; here a machine that does
   * other things besides may take its time, and what would never end is told from what is slow.
   */
  private static final Duration MARGIN = Duration.ofSeconds(30);

  private final Recorder recorder = new Recorder();
  private final List<Engine> engines = new ArrayList<>();
  private final List<Wire> wires = new ArrayList<>();

  @BeforeAll
  static void lookOften() {
    Awaitility.setDefaultPollInterval(Duration.ofMillis(20));
    Awaitility.setDefaultTimeout(Duration.ofSeconds(120));
  }

  @AfterEach
  void stop() throws IOException {
    wires.forEach(Wire::thaw);
    engines.forEach(Engine::close);
    for (Wire wire : wires) {
      wire.close();
    }
    database.clear();
  }

  /** Closed after the engines, which say goodbye through it. */
  private Wire wire() throws IOException {
    Wire wire = Wire.to(database.postgres().port());
    wires.add(wire);
    return wire;
  }

  private Engine join(String name) {
    return join(name, recorder, database.url());
  }

  private Engine join(String name, Handler work, String url) {
    return join(name, work, url, Engines.LEASE);
  }

  private Engine join(String name, Handler work, String url, Duration lease) {
    Engine engine =
        Engine.on(database.pool(url, 12))
            .handler("tick", work)
            .config(Engines.config(name, lease, 1_000_000))
            .start();
    engines.add(engine);
    return engine;
  }

  /** Where nothing dies, a slow machine must not look like death. */
  private Engine joinForLong(String name) {
    return join(name, recorder, database.url(), Duration.ofSeconds(15));
  }

  /** Slots that are late are carried out all the same, so that each has a run. */
  private static List<ScheduleDraft> ticks(int count, int shortestMillis) {
    List<ScheduleDraft> drafts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      drafts.add(
          ScheduleDraft.named("tick " + i)
              .every(Duration.ofMillis(shortestMillis + i % 51))
              .catchUp(CatchUp.ALL, Duration.ofHours(1), 1_000)
              .overlap(Overlap.ALLOW)
              .handler("tick"));
    }
    return drafts;
  }

  private void awaitRuns(int more) {
    int before = recorder.count();
    await().until(() -> recorder.count() >= before + more);
  }

  private void awaitBalance(Engine... nodes) {
    int share = Math.ceilDiv(Timer.SHARDS, nodes.length);
    await()
        .until(() -> {
          int all = 0;
          for (Engine node : nodes) {
            all += node.shards();
            if (node.shards() > share || node.shards() == 0) {
              return false;
            }
          }
          return all == Timer.SHARDS;
        });
  }

  /** Not before its lease had run out, and soon after: both by the database's own record. */
  private static void assertBuriedInTime(String name) {
    List<Long> millis =
        database.query(
            "select floor(extract(epoch from dead_at - expires_at) * 1000)::bigint"
                + " from carillon.nodes where dead_at is not null and name = '%s' order by id"
                    .formatted(name),
            row -> row.getLong(1));
    assertThat(millis).isNotEmpty();
    assertThat(millis.getLast())
        .as("ms from the end of the lease")
        .isBetween(0L, MARGIN.toMillis());
  }

  private void assertBooksAreRight() {
    engines.forEach(Engine::close);
    recorder.assertNoAttemptStartedTwice();
    recorder.assertNeverEarly();
    Audit.everySlotHasOneAnswer(database);
    Audit.everySuccessHappened(
        database,
        recorder.starts().stream().map(Recorder.Start::runId).collect(Collectors.toSet()));
  }

  @Test
  void nodes_that_come_and_go_share_all_slots_and_start_none_twice() {
    Engine first = joinForLong("first");
    first.schedules().createAll(ticks(200, 400));
    awaitRuns(400);
    Engine second = joinForLong("second");
    awaitBalance(first, second);
    awaitRuns(400);
    Engine third = joinForLong("third");
    awaitBalance(first, second, third);
    awaitRuns(400);
    first.close();
    awaitBalance(second, third);
    awaitRuns(400);
    assertThat(List.of(first, second, third))
        .allSatisfy(engine -> assertThat(engine.stats().started()).isPositive())
        .allSatisfy(engine -> assertThat(engine.stats().buried()).isZero());
    assertBooksAreRight();
    assertThat(database.number("select count(*) from carillon.runs where status <> 'success'"))
        .as("slots that did not simply succeed, though nothing failed")
        .isZero();
  }

  @Test
  void a_node_that_dies_loses_nothing_and_its_runs_are_taken_over_after_its_lease() {
    Engine survivor = join("survivor");
    Engine victim = join("victim");
    awaitBalance(survivor, victim);
    survivor.schedules().createAll(ticks(100, 250));
    awaitRuns(500);
    long before = survivor.stats().buried();
    victim.halt();
    engines.remove(victim);
    await().until(() -> survivor.stats().buried() > before);
    await().until(() -> survivor.shards() == Timer.SHARDS);
    assertBuriedInTime("victim");
    awaitRuns(500);
    await()
        .until(() ->
            database.number(
                    "select count(*) from carillon.current_timers where due_at < now() - interval"
                        + " '1 second'")
                == 0);
    await().until(() -> database.number("select count(*) from carillon.open_runs") == 0);
    assertBooksAreRight();
  }

  @Test
  void what_a_dead_node_was_running_counts_as_lost_and_is_tried_again() throws Exception {
    BlockingQueue<RunContext> entered = new LinkedBlockingQueue<>();
    CountDownLatch never = new CountDownLatch(1);
    Engine victim =
        join(
            "victim",
            run -> {
              entered.add(run);
              never.await();
            },
            database.url());
    UUID id =
        victim
            .schedules()
            .create(
                ScheduleDraft.named("long")
                    .at(database.now().plusSeconds(2))
                    .retryDelay(Duration.ofMillis(100))
                    .handler("tick"))
            .id();
    RunContext lost = entered.poll(90, TimeUnit.SECONDS);
    await().until(() -> victim.schedules().openRuns(id).size() == 1);
    victim.halt();
    engines.remove(victim);
    Engine heir = join("heir");
    await().until(() -> recorder.count() == 1);
    assertBuriedInTime("victim");
    Recorder.Start again = recorder.starts().getFirst();
    assertThat(again.runId()).isEqualTo(lost.runId());
    assertThat(again.retry()).isEqualTo(1);
    assertThat(again.fence()).isGreaterThan(lost.fence());
    await().until(() -> !heir.schedules().history(id, 10).isEmpty());
    assertThat(heir.schedules().history(id, 10).getFirst().attempts())
        .singleElement()
        .extracting(attempt -> attempt.error().code())
        .isEqualTo("worker_lost");
    never.countDown();
  }

  @Test
  void a_node_frozen_past_its_lease_is_fenced_off_and_joins_again_as_another() throws Exception {
    AtomicInteger entered = new AtomicInteger();
    CountDownLatch finish = new CountDownLatch(1);
    BlockingQueue<String> cancelled = new LinkedBlockingQueue<>();
    Wire wire = wire();
    Engine frozen =
        join(
            "frozen",
            _ -> {
              // One attempt succeeds while its node is frozen; the other goes on.
              boolean goesOn = entered.incrementAndGet() > 1;
              try {
                (goesOn ? new CountDownLatch(1) : finish).await();
              } catch (InterruptedException e) {
                cancelled.add("interrupted");
                throw e;
              }
            },
            database.url(wire.port()));
    List<UUID> ids =
        frozen.schedules().createAll(List.of(once("one"), once("two"))).stream()
            .map(schedule -> schedule.id())
            .toList();
    await().until(() -> database.number("select count(*) from carillon.open_runs") == 2);
    int node = frozen.node();
    wire.freeze();
    CountDownLatch heirMayEnd = new CountDownLatch(1);
    Recorder second = new Recorder(_ -> heirMayEnd.await());
    Engine heir = join("heir", second, database.url());
    await().until(() -> heir.stats().buried() > 0);
    await().until(() -> second.count() == 2);
    finish.countDown();
    wire.thaw();
    assertThat(cancelled.poll(90, TimeUnit.SECONDS)).isEqualTo("interrupted");
    await().until(() -> frozen.node() != 0 && frozen.node() != node);
    assertThat(
            database.query(
                "select state || ' ' || retry || ' ' || node from carillon.open_runs",
                row -> row.getString(1)))
        .as("the heir's attempts, untouched by the late success")
        .containsExactly("running 1 " + heir.node(), "running 1 " + heir.node());
    assertThat(database.number("select count(*) from carillon.runs")).isZero();
    heirMayEnd.countDown();
    await().until(() -> database.number("select count(*) from carillon.runs") == 2);
    for (UUID id : ids) {
      assertThat(heir.schedules().history(id, 10))
          .singleElement()
          .satisfies(record -> {
            assertThat(record.status()).isEqualTo(RunStatus.SUCCESS);
            assertThat(record.node()).isEqualTo(heir.node());
            assertThat(record.attempts())
                .singleElement()
                .extracting(attempt -> attempt.error().code())
                .isEqualTo("worker_lost");
          });
    }
    second.assertNoAttemptStartedTwice();
    awaitBalance(frozen, heir);
  }

  private static ScheduleDraft once(String name) {
    return ScheduleDraft.named(name)
        .at(database.now().plusSeconds(2))
        .retryDelay(Duration.ofMillis(100))
        .handler("tick");
  }

  @Test
  void a_busy_node_that_freezes_does_not_keep_its_shards_by_the_locks_it_holds() throws Exception {
    Wire wire = wire();
    Engine survivor = join("survivor");
    Engine frozen = join("frozen", recorder, database.url(wire.port()));
    awaitBalance(survivor, frozen);
    survivor.schedules().createAll(ticks(100, 250));
    awaitRuns(300);
    wire.freeze();
    await().until(() -> survivor.shards() == Timer.SHARDS);
    assertBuriedInTime("frozen");
    awaitRuns(300);
    wire.thaw();
    awaitBalance(survivor, frozen);
    awaitRuns(300);
    assertBooksAreRight();
  }

  @Test
  void nobody_is_buried_because_the_database_froze_and_came_back_for_one_node_first()
      throws Exception {
    Wire early = wire();
    Wire late = wire();
    // Long enough for what the first one does before the other is back, on a busy machine too.
    Duration lease = Duration.ofSeconds(8);
    Engine one = join("one", recorder, database.url(early.port()), lease);
    Engine two = join("two", recorder, database.url(late.port()), lease);
    awaitBalance(one, two);
    one.schedules().createAll(ticks(20, 200));
    awaitRuns(40);
    early.freeze();
    late.freeze();
    Instant thaw = database.now().plus(lease.plusSeconds(2));
    await().until(() -> database.now().isAfter(thaw));
    early.thaw();
    awaitRuns(20);
    Instant thawTheOther = database.now().plusMillis(300);
    await().until(() -> database.now().isAfter(thawTheOther));
    late.thaw();
    awaitRuns(100);
    assertThat(one.stats().buried() + two.stats().buried()).isZero();
    assertBooksAreRight();
  }
}
