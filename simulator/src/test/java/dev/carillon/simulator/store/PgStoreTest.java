package dev.carillon.simulator.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.ledger.Reply;
import dev.carillon.engine.ledger.ShortPath;
import dev.carillon.engine.run.Attempt;
import dev.carillon.engine.run.Origin;
import dev.carillon.engine.run.Outcome;
import dev.carillon.engine.run.RunIds;
import dev.carillon.engine.schedule.Policies;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Slots;
import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.schedule.Target;
import dev.carillon.engine.schedule.TargetKind;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.PgStore;
import dev.carillon.engine.store.RunStore.Completion;
import dev.carillon.engine.store.RunStore.Sighting;
import dev.carillon.engine.store.RunStore.SlotClaim;
import dev.carillon.engine.store.ScheduleStore.Deletion;
import dev.carillon.engine.store.ScheduleStore.Entry;
import dev.carillon.engine.store.ScheduleStore.Sweep;
import dev.carillon.engine.store.Store;
import dev.carillon.engine.timing.Interval;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PgStoreTest extends StoreContract {

  private static final Instant START = Instant.parse("2026-11-15T12:00:00Z");

  private static PgDatabase database;
  private static HikariDataSource pool;
  private static PgStore store;
  private static Instant now = START;

  @BeforeAll
  static void open() {
    database = PgDatabase.create();
    pool = database.pool();
    store = PgStore.open(pool, () -> now);
    PgDatabase.execute(pool, "insert into carillon.organizations (name) values ('second')");
  }

  @AfterAll
  static void close() {
    store.close();
    database.close();
  }

  PgStoreTest() {
    // Before the fields of nested tests are made.
    empty();
  }

  private static void empty() {
    now = START;
    PgDatabase.execute(
        pool,
        """
        delete from carillon.schedules;
        delete from carillon.runs;
        delete from carillon.open_runs;
        delete from carillon.intents;
        delete from carillon.agenda;
        update carillon.shards set node = null;
        delete from carillon.nodes\
        """);
  }

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

  private static Schedule create(String id) {
    Schedule schedule =
        new Schedule(
            UUID.fromString(id),
            1,
            "a schedule",
            "",
            Slots.of(new Interval(Duration.ofMinutes(1), now)),
            new Target.Handler("x"),
            null,
            Policies.defaultsFor(TargetKind.HANDLER),
            "user:ada",
            Status.ACTIVE,
            null,
            1,
            now,
            now);
    store.create(List.of(new Entry(schedule, Timer.fresh(schedule, now.plusSeconds(60)))));
    return schedule;
  }

  @Test
  void a_row_that_is_no_definition_stops_none_of_the_others() {
    Schedule good = create("0190a000-0000-7000-8000-000000000001");
    Schedule bad = create("0190a000-0000-7000-8000-000000000002");
    Schedule zoneless = create("0190a000-0000-7000-8000-000000000003");
    PgDatabase.execute(
        pool,
        "update carillon.schedules set cron = 'every now and then', timezone = 'UTC',"
            + " interval_ms = null, interval_from = null, anchor_at = null where id = '"
            + bad.id()
            + "'; update carillon.schedules set cron = '* * * * *', timezone = 'Mars/Base',"
            + " interval_ms = null, interval_from = null, anchor_at = null where id = '"
            + zoneless.id()
            + "'");
    List<UUID> all = List.of(bad.id(), good.id(), zoneless.id());

    assertThat(store.definitions(all)).containsExactly(good);
    assertThat(store.sightings(all)).hasSize(3);
    assertThat(store.schedules(1, null, null, 10))
        .extracting(Entry::schedule)
        .containsExactly(good);
    assertThat(store.schedule(1, bad.id())).isNull();
    List<Reply> replies =
        store.update(List.of(new Command.Pause(bad.id(), "x"), new Command.Pause(good.id(), "x")));
    assertThat(replies.getFirst()).isInstanceOf(Reply.Refused.class);
    assertThat(replies.getLast()).isEqualTo(new Reply.Done());
    assertThat(store.delete(1, bad.id(), null)).isEqualTo(Deletion.DELETED);
  }

  @Test
  void a_dead_node_writes_nothing_even_while_shards_still_name_it() {
    Schedule schedule = create("0190a000-0000-7000-8000-000000000001");
    Sighting seen = store.sightings(List.of(schedule.id())).getFirst();
    Timer timer = seen.timer();
    int node = store.join("dead", null, Duration.ofDays(1)).node();
    long fence =
        store.acquire(node, Timer.SHARDS).stream()
            .filter(shard -> shard.shard() == timer.shard())
            .findFirst()
            .orElseThrow()
            .fence();
    advance(Duration.ofMinutes(1));
    PgDatabase.execute(pool, "update carillon.nodes set dead_at = '2026-01-01' where id = " + node);
    UUID run = RunIds.ofSlot(schedule.id(), timer.slotAt());
    Attempt attempt =
        new Attempt(
            run,
            schedule.id(),
            timer.shard(),
            Origin.SCHEDULE,
            timer.slotAt(),
            timer.dueAt(),
            0,
            0,
            now,
            node,
            fence,
            null);
    ShortPath.Ending ending = ShortPath.succeed(schedule, timer, attempt, now);

    SlotClaim claim =
        new SlotClaim(
            schedule.id(),
            run,
            timer.shard(),
            fence,
            timer.slotAt(),
            timer.dueAt(),
            timer.revision(),
            seen.changes() + 1);
    assertThat(store.begin(node, 1, List.of(claim)).granted().isEmpty()).isTrue();
    Completion completion =
        new Completion(timer, seen.place(), ending.after(), fence, ending.record(), false);
    assertThat(store.complete(node, List.of(completion)).applied().isEmpty()).isTrue();
    Command settle = new Command.Settle(attempt, Outcome.Success.INSTANCE);
    assertThat(store.update(List.of(settle)).getFirst())
        .isInstanceOfSatisfying(
            Reply.Refused.class,
            no -> assertThat(no.reason()).isEqualTo(Reply.Reason.LEASE_EXPIRED));
    assertThat(store.sightings(List.of(schedule.id())))
        .extracting(Sighting::timer)
        .containsExactly(timer);
  }

  @Test
  void a_sweep_removes_history_whose_schedule_is_gone() {
    PgDatabase.execute(
        pool,
        """
        insert into carillon.runs (id, schedule_id, slot_at, completed_at, lateness_ms, org_id, seq,
                                   repeat, retry, origin, status)
        select gen_random_uuid(), gen_random_uuid(), now(), now(), 0, 1, 1, 0, 0, 'schedule', 'success'
        from generate_series(1, 5)\
        """);
    assertThat(store.sweepHistory(null, 100, 10)).isEqualTo(new Sweep(5, 5, null));
  }

  @Test
  void a_process_that_freezes_in_a_transaction_loses_its_locks_before_its_lease_has_run_out() {
    List<String> settings = new ArrayList<>();
    DataSource noting = noting(settings);
    try (PgStore impatient = PgStore.open(noting, Duration.ofSeconds(1))) {
      settings.clear();
      impatient.leave(impatient.join("a", null, Duration.ofSeconds(1)).node());
    }
    assertThat(settings).isNotEmpty().containsOnly("500ms 500ms");

    try (PgStore usual = PgStore.open(noting, Duration.ofMinutes(1))) {
      settings.clear();
      usual.leave(usual.join("a", null, Duration.ofSeconds(1)).node());
    }
    assertThat(settings).isNotEmpty().containsOnly("5s 5s");
  }

  /** The pool, with a look at how long locks are waited for and held before each commit. */
  private static DataSource noting(List<String> settings) {
    return (DataSource)
        Proxy.newProxyInstance(
            PgStoreTest.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (_, method, arguments) -> {
              Object answer = method.invoke(pool, arguments);
              return answer instanceof Connection connection
                  ? noting(connection, settings)
                  : answer;
            });
  }

  private static Connection noting(Connection connection, List<String> settings) {
    return (Connection)
        Proxy.newProxyInstance(
            PgStoreTest.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (_, method, arguments) -> {
              if (method.getName().equals("commit")) {
                try (Statement look = connection.createStatement()) {
                  settings.addAll(
                      PgDatabase.query(
                          look,
                          "select current_setting('lock_timeout') || ' ' ||"
                              + " current_setting('idle_in_transaction_session_timeout')"));
                }
              }
              return method.invoke(connection, arguments);
            });
  }

  @Test
  void a_node_that_died_long_ago_and_left_nothing_is_removed_when_another_joins() {
    int gone = store.join("gone", null, Duration.ofSeconds(1)).node();
    store.leave(gone);
    advance(Duration.ofHours(25));
    store.join("next", null, Duration.ofSeconds(1));
    assertThat(PgDatabase.query(pool, "select id from carillon.nodes where id = " + gone))
        .isEmpty();
  }
}
