package dev.carillon.simulator.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.ledger.Reply;
import dev.carillon.engine.run.Outcome;
import dev.carillon.engine.schedule.Policies;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Slots;
import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.schedule.Target;
import dev.carillon.engine.schedule.TargetKind;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.NodeStore.ShardLease;
import dev.carillon.engine.store.PgStore;
import dev.carillon.engine.store.RunStore.Sighting;
import dev.carillon.engine.store.ScheduleStore.Deletion;
import dev.carillon.engine.store.ScheduleStore.Entry;
import dev.carillon.engine.store.Store;
import dev.carillon.engine.store.StoreException;
import dev.carillon.engine.store.Tenant;
import dev.carillon.engine.timing.Interval;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A run that is asked for and started by one statement is what the books make of it: the store in
 * memory knows nothing but the books.
 */
class PgAskedRunTest {

  private static final Duration LEASE = Duration.ofSeconds(10);
  private static final int ORG = 1;

  private final PgDatabase database = PgDatabase.create();
  private final HikariDataSource pool = database.pool();
  private Instant now = Instant.parse("2026-11-15T12:00:00Z");
  private final PgStore store = PgStore.open(pool, () -> now);
  private final Store books = new MemoryStore(() -> now, _ -> {});
  private final ExecutorService threads = Executors.newSingleThreadExecutor();

  private final int node = both(one -> one.join("node", null, LEASE).node());
  private final long fence =
      both(one -> one.acquire(node, Timer.SHARDS).stream().map(ShardLease::fence).toList())
          .getFirst();
  private final Map<UUID, UUID> schedulesOfRuns = new HashMap<>();
  private long ids;

  @AfterEach
  void close() {
    threads.close();
    store.close();
    database.close();
  }

  private interface Question<T> {
    T ask(Store store);
  }

  /** What both stores say, which must be the same. */
  private <T> T both(Question<T> question) {
    T said = question.ask(store);
    assertThat(said).isEqualTo(question.ask(books));
    return said;
  }

  private UUID nextId() {
    ids++;
    return new UUID(0x7000L | ids << 16, 0x8000_0000_0000_0000L | ids * 0x9E3779B97F4AL);
  }

  private UUID schedule(Policies policies, String payload) {
    Schedule schedule =
        new Schedule(
            nextId(),
            ORG,
            "a schedule",
            "",
            Slots.of(new Interval(Duration.ofMinutes(1), now)),
            new Target.Handler("x"),
            payload,
            policies,
            "user:ada",
            Status.ACTIVE,
            null,
            1,
            now,
            now);
    Entry entry = new Entry(schedule, Timer.fresh(schedule, now.plusSeconds(60)));
    store.create(List.of(entry));
    books.create(List.of(entry));
    return schedule.id();
  }

  private UUID schedule() {
    return schedule(Policies.defaultsFor(TargetKind.HANDLER), null);
  }

  private List<Command> asked(UUID schedule, UUID run, String payload) {
    return List.of(
        new Command.Trigger(schedule, run, payload), new Command.Start(schedule, run, node, fence));
  }

  /** Carries the commands out in both stores, and holds all that is in them against each other. */
  private List<Reply> update(List<Command> commands) {
    List<Reply> replies = both(one -> one.update(commands));
    for (Command command : commands) {
      UUID schedule = command.scheduleId();
      both(one -> one.sightings(List.of(schedule)).stream().map(Sighting::timer).toList());
      both(one -> one.definitions(List.of(schedule)));
      both(one -> one.openRuns(ORG, schedule));
      both(one -> one.history(ORG, schedule, null, 1_000));
    }
    both(one -> one.runningOn(node));
    return replies;
  }

  @Test
  void it_is_opened_and_started_as_the_books_would() {
    UUID schedule = schedule(Policies.defaultsFor(TargetKind.HANDLER), "{\"of\": \"schedule\"}");
    UUID first = nextId();
    Reply.Begin begin = (Reply.Begin) update(asked(schedule, first, null)).getLast();
    assertThat(begin.attempt().payload()).isEqualTo("{\"of\": \"schedule\"}");
    assertThat(begin.deadlineAt()).isEqualTo(now.plus(begin.schedule().policies().timeout()));

    now = now.plusMillis(3);
    update(asked(schedule, nextId(), "{ \"of\":\"the run … 🔔\" }"));
    update(List.of(new Command.Settle(begin.attempt(), Outcome.Success.INSTANCE)));
    update(asked(schedule, nextId(), null));
    update(List.of(new Command.Pause(schedule, "why")));
    assertThat(update(asked(schedule, nextId(), null)).getLast()).isInstanceOf(Reply.Begin.class);
  }

  @Test
  void it_is_counted_as_a_change_of_its_shard() {
    UUID schedule = schedule();
    long before = store.sightings(List.of(schedule)).getFirst().changes();
    update(asked(schedule, nextId(), null));
    assertThat(store.sightings(List.of(schedule)).getFirst().changes()).isEqualTo(before + 1);
  }

  @Test
  void what_is_anything_else_is_left_to_the_books() {
    UUID schedule = schedule();
    UUID run = nextId();
    Reply.Begin begin = (Reply.Begin) update(asked(schedule, run, null)).getLast();
    assertThat(update(asked(schedule, run, null)))
        .as("it runs already")
        .containsExactly(new Reply.Added(0), begin);
    update(List.of(new Command.Settle(begin.attempt(), Outcome.Success.INSTANCE)));
    refused(update(asked(schedule, run, null)), Reply.Reason.NO_RUN);
    refused(update(asked(nextId(), nextId(), null)), Reply.Reason.NO_SCHEDULE);
    UUID other = nextId();
    refused(
        update(
            List.of(
                new Command.Trigger(schedule, other, null),
                new Command.Start(schedule, other, node, fence + 1))),
        Reply.Reason.FENCED_OFF);
    UUID third = nextId();
    refused(
        update(
            List.of(
                new Command.Trigger(schedule, third, null),
                new Command.Start(schedule, third, node + 1, fence))),
        Reply.Reason.FENCED_OFF);
    update(
        List.of(
            new Command.Trigger(schedule, nextId(), null),
            new Command.Start(schedule, third, node, fence)));
    now = now.plus(LEASE);
    refused(update(asked(schedule, nextId(), null)), Reply.Reason.LEASE_EXPIRED);
  }

  private static void refused(List<Reply> replies, Reply.Reason reason) {
    assertThat(replies.getLast())
        .isInstanceOfSatisfying(
            Reply.Refused.class, no -> assertThat(no.reason()).isEqualTo(reason));
  }

  @Test
  void it_says_what_the_books_say_in_whatever_order_things_happen() {
    long seed = Long.getLong("carillon.test.seed", new Random().nextLong());
    Random random = new Random(seed);
    Policies policies = Policies.defaultsFor(TargetKind.HANDLER);
    List<UUID> schedules =
        List.of(
            schedule(),
            schedule(policies.withTotalRepeats(2), null),
            schedule(policies, "{\"a\":1}"));
    List<UUID> runs = new ArrayList<>();
    List<Reply.Begin> begun = new ArrayList<>();
    try {
      for (int step = 0; step < 300; step++) {
        boolean again = !runs.isEmpty() && random.nextInt(8) == 0;
        UUID run = again ? runs.get(random.nextInt(runs.size())) : nextId();
        // A run id names a run of one schedule; what is asked for twice is the same run.
        UUID any = schedules.get(random.nextInt(schedules.size()));
        UUID schedule = schedulesOfRuns.computeIfAbsent(run, _ -> any);
        switch (random.nextInt(10)) {
          case 0 -> update(List.of(new Command.Pause(schedule, "why")));
          case 1 -> update(List.of(new Command.Resume(schedule)));
          case 2 -> update(List.of(new Command.Trigger(schedule, run, null)));
          case 3 -> update(List.of(new Command.Cancel(schedule, run, "no")));
          case 4, 5 -> {
            if (!begun.isEmpty()) {
              Reply.Begin ended = begun.remove(random.nextInt(begun.size()));
              Outcome outcome =
                  random.nextBoolean()
                      ? Outcome.Success.INSTANCE
                      : Outcome.Failure.of("http.500", "no");
              update(List.of(new Command.Settle(ended.attempt(), outcome)));
            }
          }
          default -> {
            if (update(asked(schedule, run, null)).getLast() instanceof Reply.Begin begin
                && !begun.contains(begin)) {
              begun.add(begin);
            }
            runs.add(run);
          }
        }
        now = now.plusMillis(random.nextInt(4));
        if (random.nextInt(20) == 0) {
          now = now.plus(LEASE);
        }
        if (random.nextInt(3) == 0) {
          store.beat(node, LEASE);
          books.beat(node, LEASE);
        }
      }
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("with -Dcarillon.test.seed=" + seed, e);
    }
    assertThat(runs).hasSizeGreaterThan(50);
  }

  /** The books would wait for the shard's row, and give up. */
  @Test
  void it_takes_one_statement() throws Exception {
    UUID schedule = schedule();
    try (Connection other = pool.getConnection();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("select from carillon.shards for update");
      assertThat(store.update(asked(schedule, nextId(), null)).getLast())
          .isInstanceOf(Reply.Begin.class);
      other.rollback();
    }
  }

  @Test
  void it_takes_one_statement_for_a_tenant_too_and_none_reaches_anothers() throws Exception {
    UUID schedule = schedule();
    PgDatabase.execute(
        pool,
        """
        insert into carillon.organizations (name) values ('second');
        grant usage on schema carillon to %1$s;
        grant select, insert, update, delete on all tables in schema carillon to %1$s\
        """
            .formatted(PgDatabase.TENANT));
    List<Reply> foreign =
        store.within(new Tenant(PgDatabase.TENANT, 2)).update(asked(schedule, nextId(), null));
    refused(foreign, Reply.Reason.NO_SCHEDULE);
    assertThat(store.openRuns(ORG, schedule)).isEmpty();
    try (Connection other = pool.getConnection();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("select from carillon.shards for update");
      assertThat(
              store
                  .within(new Tenant(PgDatabase.TENANT, ORG))
                  .update(asked(schedule, nextId(), null))
                  .getLast())
          .isInstanceOf(Reply.Begin.class);
      other.rollback();
    }
  }

  @Test
  void whoever_waited_for_the_timer_asks_the_books_what_has_become_of_it() throws Exception {
    UUID schedule = schedule();
    UUID run = nextId();
    try (Connection other = pool.getConnection();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("select from carillon.timers for update");
      Future<List<Reply>> replies = threads.submit(() -> store.update(asked(schedule, run, null)));
      awaitWaiting("start-asked");
      // What another transaction writes that asks for the same run.
      statement.execute(
          """
          insert into carillon.open_runs (id, org_id, schedule_id, shard, origin, slot_at,
            first_due_at, repeat, retry, state, due_at)
          select '%s', org_id, schedule_id, shard, 'manual', now(), now(), 0, 0, 'waiting',
                 '2026-11-15T12:00:00Z'
          from carillon.timers;
          update carillon.timers set revision = revision + 1, open_runs = 1\
          """
              .formatted(run));
      other.commit();
      assertThat(replies.get().getFirst()).isEqualTo(new Reply.Added(0));
      assertThat(replies.get().getLast()).isInstanceOf(Reply.Begin.class);
    }
    assertThat(store.openRuns(ORG, schedule)).hasSize(1);
    assertThat(store.sightings(List.of(schedule)).getFirst().timer().openRuns()).isEqualTo(1);
  }

  @Test
  void whoever_takes_its_shard_away_is_waited_for() throws Exception {
    UUID schedule = schedule();
    try (Connection other = pool.getConnection();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("select pg_advisory_xact_lock(%d, %d)".formatted(0x6e6f6465, node));
      statement.execute("update carillon.shards set fence = fence + 1");
      Future<List<Reply>> replies =
          threads.submit(() -> store.update(asked(schedule, nextId(), null)));
      awaitWaiting("work-as-node");
      other.commit();
      refused(replies.get(), Reply.Reason.FENCED_OFF);
    }
  }

  /** Returns when this statement waits for a lock. */
  private void awaitWaiting(String statement) {
    long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (PgDatabase.query(
            pool,
            "select query from pg_stat_activity where wait_event_type = 'Lock'"
                + " and datname = current_database()")
        .stream()
        .noneMatch(query -> query.contains(statement))) {
      assertThat(System.nanoTime()).as("nobody waits").isLessThan(end);
      Thread.onSpinWait();
    }
  }

  @Test
  void of_a_schedule_that_cannot_be_read_it_fails_and_starts_nothing() {
    UUID schedule = schedule();
    PgDatabase.execute(
        pool,
        "update carillon.schedules set cron = 'every now and then', timezone = 'UTC',"
            + " interval_ms = null, interval_from = null, anchor_at = null");
    UUID run = nextId();
    assertThatThrownBy(() -> store.update(asked(schedule, run, null)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("cannot be read");
    assertThat(store.delete(ORG, schedule, null)).isEqualTo(Deletion.DELETED);
    assertThat(store.runningOn(node)).isEmpty();
  }
}
