package dev.carillon.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.carillon.engine.schedule.CatchUp;
import dev.carillon.engine.schedule.Overlap;
import dev.carillon.engine.schedule.Schedule;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The database goes away and comes back; the engines stay, and the books stay right. */
class OutageTest {

  @RegisterExtension static final TestDatabase database = new TestDatabase();

  private final Recorder recorder = new Recorder();
  private final List<Engine> engines = new ArrayList<>();
  private final List<Wire> wires = new ArrayList<>();

  @BeforeAll
  static void lookOften() {
    Awaitility.setDefaultPollInterval(Duration.ofMillis(20));
    Awaitility.setDefaultTimeout(Duration.ofMinutes(3));
  }

  @AfterEach
  void stop() throws IOException {
    engines.forEach(Engine::close);
    for (Wire wire : wires) {
      wire.close();
    }
    await()
        .ignoreExceptions()
        .until(() -> {
          database.clear();
          return true;
        });
  }

  private Wire wire() throws IOException {
    Wire wire = Wire.to(database.postgres().port());
    wires.add(wire);
    return wire;
  }

  private Engine join(String name, String url) {
    return join(name, url, Engines.LEASE);
  }

  private Engine join(String name, String url, Duration lease) {
    Engine engine =
        Engine.on(database.pool(url, 12))
            .handler("tick", recorder)
            .config(Engines.config(name, lease, 1_000_000))
            .start();
    engines.add(engine);
    return engine;
  }

  private static ScheduleDraft tick(String name, int millis) {
    return ScheduleDraft.named(name)
        .every(Duration.ofMillis(millis))
        .catchUp(CatchUp.ALL, Duration.ofHours(1), 1_000)
        .overlap(Overlap.ALLOW)
        .handler("tick");
  }

  private static List<ScheduleDraft> ticks(int count) {
    List<ScheduleDraft> drafts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      drafts.add(tick("tick " + i, 150 + 7 * (i % 50)));
    }
    return drafts;
  }

  private void awaitRuns(int more) {
    int before = recorder.count();
    await().until(() -> recorder.count() >= before + more);
  }

  /** Everything due has been dealt with: nothing is open, and no slot is overdue. */
  private static void awaitCalm() {
    await()
        .ignoreExceptions()
        .until(() ->
            database.number(
                    "select (select count(*) from carillon.open_runs)"
                        + " + (select count(*) from carillon.current_timers"
                        + "    where due_at < now() - interval '2 seconds')")
                == 0);
  }

  private void assertBooksAreRight() {
    engines.forEach(Engine::close);
    recorder.assertNoAttemptStartedTwice();
    recorder.assertNeverEarly();
    Audit.everySlotHasOneAnswer(database);
    Audit.everySuccessHappened(
        database,
        recorder.starts().stream().map(Recorder.Start::runId).collect(Collectors.toSet()));
    assertThat(
            database.number(
                "select count(*) from carillon.runs where status in ('error','timeout')"))
        .as("runs that failed for good, though their handler never does")
        .isZero();
  }

  @Test
  void a_killed_postgresql_is_survived_and_nobody_is_buried_for_it() throws Exception {
    // Whoever takes longer than a lease to find the database again is buried by who does not.
    Duration lease = Duration.ofSeconds(8);
    Engine one = join("one", database.url(), lease);
    Engine two = join("two", database.url(), lease);
    await().until(() -> one.shards() > 0 && two.shards() > 0);
    one.schedules().createAll(ticks(60));
    awaitRuns(200);
    ConcurrentLinkedQueue<UUID> acknowledged = new ConcurrentLinkedQueue<>();
    AtomicBoolean enough = new AtomicBoolean();
    Thread people =
        Thread.ofVirtual()
            .start(() -> {
              for (int i = 0; !enough.get(); i++) {
                try {
                  Schedule created = one.schedules().create(tick("added " + i, 1_000));
                  acknowledged.add(created.id());
                } catch (RuntimeException refusedByTheOutage) {
                  LockSupport.parkNanos(1_000_000);
                }
              }
            });
    await().until(() -> acknowledged.size() >= 20);
    ProcessHandle postmaster = ProcessHandle.of(database.postgres().postmasterPid()).orElseThrow();
    assertThat(postmaster.destroyForcibly()).isTrue();
    postmaster.onExit().join();
    await().ignoreExceptions().until(() -> database.now() != null);
    Instant back = database.now();
    enough.set(true);
    people.join();
    await().until(() -> database.now().isAfter(back.plus(lease)));
    assertThat(one.stats().buried() + two.stats().buried()).as("burials").isZero();
    awaitRuns(200);
    awaitCalm();
    List<UUID> there =
        database.query("select id from carillon.schedules", row -> TestDatabase.uuid(row, 1));
    assertThat(there).as("schedules that were acknowledged").containsAll(acknowledged);
    assertBooksAreRight();
  }

  @Test
  void connections_that_drop_again_and_again_confuse_no_book() throws Exception {
    Engine one = join("one", database.url());
    Engine two = join("two", database.url());
    await().until(() -> one.shards() > 0 && two.shards() > 0);
    one.schedules().createAll(ticks(60));
    awaitRuns(100);
    Random random = seeded();
    for (int round = 0; round < 40; round++) {
      database.number(
          "select count(pg_terminate_backend(pid)) from pg_stat_activity"
              + " where pid <> pg_backend_pid() and datname = current_database()"
              + " and random() < "
              + random.nextDouble());
      awaitRuns(random.nextInt(20));
    }
    awaitCalm();
    assertBooksAreRight();
  }

  @Test
  void answers_that_get_lost_after_the_commit_make_nothing_happen_twice() throws Exception {
    Wire first = wire();
    Wire second = wire();
    Engine one = join("one", database.url(first.port()));
    Engine two = join("two", database.url(second.port()));
    await().until(() -> one.shards() > 0 && two.shards() > 0);
    one.schedules().createAll(ticks(60));
    awaitRuns(100);
    Random random = seeded();
    for (int round = 0; round < 60; round++) {
      Wire wire = random.nextBoolean() ? first : second;
      if (random.nextInt(4) == 0) {
        wire.cut();
      } else {
        wire.loseAnswers();
      }
      awaitRuns(random.nextInt(25));
    }
    awaitCalm();
    assertBooksAreRight();
  }

  private static Random seeded() {
    long seed = Long.getLong("carillon.test.seed", System.nanoTime());
    System.out.println("seed " + seed + " (repeat with -Dcarillon.test.seed=" + seed + ")");
    return new Random(seed);
  }
}
