package dev.carillon.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.carillon.engine.clock.Ids;
import dev.carillon.engine.schedule.CatchUp;
import dev.carillon.engine.schedule.Overlap;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.PgStore;
import dev.carillon.engine.store.ScheduleStore.Entry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real processes, killed with SIGKILL at random moments and replaced by new ones. What the targets
 * saw is read from files that each process forced to disk, and held against the books.
 */
class ProcessKillTest {

  @RegisterExtension static final TestDatabase database = new TestDatabase();

  private static final int SCHEDULES = 200;
  private static final Duration CHAOS = Duration.ofSeconds(15);
  private static final int FEWEST_KILLS = 4;

  private static final int COHORT = 30;

  /** For what must happen at some time, on a machine that does other things besides. */
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  @TempDir private Path directory;
  private final List<ChildEngine> all = new ArrayList<>();
  private final List<ChildEngine> alive = new ArrayList<>();

  @AfterEach
  void stop() {
    alive.forEach(ChildEngine::kill);
  }

  private void startOne() throws IOException {
    String name = "child-" + all.size();
    ChildEngine child = ChildEngine.start(database, directory.resolve(name), name);
    all.add(child);
    alive.add(child);
  }

  @Test
  void processes_that_are_killed_lose_no_slot_and_start_none_twice() throws Exception {
    long seed = Long.getLong("carillon.test.seed", System.nanoTime());
    Random random = new Random(seed);
    createSchedules(random);
    startOne();
    startOne();
    await().atMost(PATIENCE).until(() -> lines().size() >= 200);
    int kills = 0;
    Instant end = database.now().plus(CHAOS);
    while (kills < FEWEST_KILLS || database.now().isBefore(end)) {
      Instant next = database.now().plusMillis(500 + random.nextInt(2_500));
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(20))
          .until(() -> database.now().isAfter(next));
      // One that has not begun anything yet would not show what its death does.
      await().atMost(PATIENCE).until(() -> !busy().isEmpty());
      List<ChildEngine> busy = busy(); // another one may be at any moment
      ChildEngine victim = busy.get(random.nextInt(busy.size()));
      alive.remove(victim);
      victim.kill();
      kills++;
      startOne();
    }
    String story =
        "seed %d, %d kills; repeat with -Dcarillon.test.seed=%d".formatted(seed, kills, seed);
    System.out.println(story);
    // Until the last one has joined, the one killed before it counts as living in its place.
    for (ChildEngine child : alive) {
      await().atMost(PATIENCE).until(() -> !child.lines().isEmpty());
    }
    awaitCalm(story);
    for (ChildEngine child : List.copyOf(alive)) {
      child.close();
      alive.remove(child);
    }
    check(story);
  }

  private void createSchedules(Random random) {
    try (PgStore store = PgStore.open(database.own())) {
      List<ScheduleDraft> drafts = new ArrayList<>();
      for (int i = 0; i < SCHEDULES; i++) {
        ScheduleDraft draft =
            ScheduleDraft.named("schedule " + i)
                .maxRetries(10)
                .catchUp(CatchUp.ALL, Duration.ofHours(1), 1_000)
                .overlap(i % 2 == 0 ? Overlap.ALLOW : Overlap.QUEUE)
                .handler("note");
        drafts.add(
            i % 10 == 0
                ? draft.cron("* * * * * *").retryDelay(Duration.ofMillis(200))
                : draft.every(Duration.ofMillis(200 + random.nextInt(1_800))));
      }
      new Schedules(store, Ids.system()).createAll(drafts);
      createCohort(store);
    }
  }

  /** Schedules of one shard that come due together, and share a row of timers. */
  private static void createCohort(PgStore store) {
    Ids ids = Ids.system();
    Instant now = database.now();
    store.create(
        Stream.generate(ids::next)
            .filter(id -> Timer.shardOf(id) == 0)
            .limit(COHORT)
            .map(id -> {
              Schedule schedule =
                  ScheduleDraft.named("member " + id)
                      .maxRetries(10)
                      .retryDelay(Duration.ofMillis(200))
                      .catchUp(CatchUp.ALL, Duration.ofHours(1), 1_000)
                      .overlap(Overlap.ALLOW)
                      .every(Duration.ofMillis(900))
                      .handler("note")
                      .toSchedule(id, now);
              return new Entry(schedule, Timer.fresh(schedule, schedule.slots().next(now)));
            })
            .toList());
    assertThat(database.number("select count(*) from carillon.cohorts")).isPositive();
  }

  /** Those that live and have begun something. */
  private List<ChildEngine> busy() throws IOException {
    List<ChildEngine> busy = new ArrayList<>();
    for (ChildEngine child : alive) {
      if (!child.lines().isEmpty()) {
        busy.add(child);
      }
    }
    return busy;
  }

  private List<ChildEngine.Line> lines() throws IOException {
    List<ChildEngine.Line> lines = new ArrayList<>();
    for (ChildEngine child : all) {
      lines.addAll(child.lines());
    }
    return lines;
  }

  /** All who were killed are buried, no retry is pending, and nothing is overdue. */
  private static void awaitCalm(String story) {
    Awaitility.await(story)
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(
                    database.query(
                        """
                        select 'retry of ' || o.state || ' ' || o.id || ' on ' || coalesce(o.node, 0)
                          || ' due ' || coalesce(now() - o.due_at, '0') || ' ago'
                        from carillon.open_runs o where o.retry > 0
                        union all
                        select 'overdue ' || t.schedule_id || ' by ' || (now() - t.due_at)
                          || ', open runs ' || t.open_runs
                        from carillon.current_timers t where t.due_at < now() - interval '5 seconds'
                        union all
                        select 'estate of ' || n.name from carillon.nodes n
                        join carillon.intents i on i.node = n.id where n.dead_at is not null
                        union all
                        select count(*) || ' nodes' from carillon.nodes n where n.dead_at is null
                        having count(*) <> 2
                        limit 10
                        """,
                        row -> row.getString(1)))
                .isEmpty());
  }

  private void check(String story) throws IOException {
    List<ChildEngine.Line> lines = lines();
    Map<String, ChildEngine.Line> attempts = new HashMap<>();
    List<String> twice = new ArrayList<>();
    for (ChildEngine.Line line : lines) {
      ChildEngine.Line other = attempts.put(line.runId() + "/" + line.retry(), line);
      if (other != null) {
        twice.add(other + " and " + line);
      }
    }
    assertThat(twice).as("attempts that started twice, %s", story).isEmpty();
    assertThat(lines)
        .as("starts before their slot, %s", story)
        .allSatisfy(line -> assertThat(line.at()).isAfterOrEqualTo(line.slot()));
    Audit.everySlotHasOneAnswer(database);
    Audit.everySuccessHappened(
        database, lines.stream().map(ChildEngine.Line::runId).collect(Collectors.toSet()));
    assertThat(
            database.query(
                "select id from carillon.runs where status not in ('success', 'skipped')",
                row -> TestDatabase.uuid(row, 1)))
        .as("runs that failed for good, %s", story)
        .isEmpty();
    assertThat(retriedWithoutReason(lines))
        .as("attempts again though the books know of none that was lost, %s", story)
        .isEmpty();
    assertThat(unknownToTheBooks(lines))
        .as("starts the books know nothing of, %s", story)
        .isEmpty();
    assertThat(successesNobodySaw(attempts.keySet()))
        .as("successes of attempts that no target saw, %s", story)
        .isEmpty();
    assertThat(
            database.query(
                """
                select n.id || ' ' || n.name || ', ended ' || coalesce(n.dead_at::text, 'never')
                  || ', beat ' || n.beat || ', expires ' || n.expires_at || ': '
                  || count(*) || ' notes, ' || min(i.begun_at) || ' to ' || max(i.begun_at)
                from carillon.intents i join carillon.nodes n on n.id = i.node
                group by n.id order by n.id
                """,
                row -> row.getString(1)))
        .as("notes left behind, %s", story)
        .isEmpty();
  }

  private static List<UUID> unknownToTheBooks(List<ChildEngine.Line> lines) {
    Set<UUID> known =
        Set.copyOf(
            database.query(
                "select id from carillon.runs union select id from carillon.open_runs",
                row -> TestDatabase.uuid(row, 1)));
    return lines.stream()
        .map(ChildEngine.Line::runId)
        .filter(runId -> !known.contains(runId))
        .toList();
  }

  /** By run and attempt: that some attempt of the run was seen is not enough. */
  private static List<String> successesNobodySaw(Set<String> attempts) {
    return database
        .query(
            "select id || '/' || retry from carillon.runs where status = 'success'",
            row -> row.getString(1))
        .stream()
        .filter(attempt -> !attempts.contains(attempt))
        .toList();
  }

  /** Runs that a target saw more than once although the books tell of no attempt that was lost. */
  private static List<UUID> retriedWithoutReason(List<ChildEngine.Line> lines) {
    Map<UUID, Integer> retries = new HashMap<>();
    database
        .query(
            "select id, retry, coalesce(jsonb_array_length(attempts), 0) from carillon.runs"
                + " where origin = 'schedule'",
            row -> Map.entry(TestDatabase.uuid(row, 1), row.getInt(3)))
        .forEach(entry -> retries.put(entry.getKey(), entry.getValue()));
    return lines.stream()
        .filter(line -> line.retry() > retries.getOrDefault(line.runId(), Integer.MAX_VALUE))
        .map(ChildEngine.Line::runId)
        .toList();
  }
}
