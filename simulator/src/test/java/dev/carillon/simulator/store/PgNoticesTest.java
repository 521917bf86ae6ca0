package dev.carillon.simulator.store;

import static org.assertj.core.api.Assertions.assertThat;

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
import dev.carillon.engine.store.Notice;
import dev.carillon.engine.store.PgStore;
import dev.carillon.engine.store.ScheduleStore.Entry;
import dev.carillon.engine.timing.Once;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PgNoticesTest {

  private static final Instant AT = Instant.parse("2100-01-01T00:00:00Z");

  private final PgDatabase database = PgDatabase.create();
  private final HikariDataSource pool = database.pool();
  private final PgStore store = PgStore.open(pool);
  private final BlockingQueue<Notice> notices = new LinkedBlockingQueue<>();
  private final Semaphore connected = new Semaphore(0);

  @AfterEach
  void close() {
    store.close();
    database.close();
  }

  private AutoCloseable listening() throws InterruptedException {
    AutoCloseable subscription = store.notices().listen(notices::add, connected::release);
    assertThat(connected.tryAcquire(90, TimeUnit.SECONDS)).isTrue();
    return subscription;
  }

  private Notice next() throws InterruptedException {
    return notices.poll(90, TimeUnit.SECONDS);
  }

  private Schedule create() {
    return create(store);
  }

  private static Schedule create(PgStore store) {
    Schedule schedule =
        new Schedule(
            new UUID(7, 7),
            1,
            "x",
            "",
            Slots.of(new Once(AT)),
            new Target.Handler("x"),
            null,
            Policies.defaultsFor(TargetKind.HANDLER),
            "user:ada",
            Status.ACTIVE,
            null,
            1,
            AT,
            AT);
    store.create(List.of(new Entry(schedule, Timer.fresh(schedule, AT))));
    return schedule;
  }

  @Test
  void what_people_change_and_who_comes_and_goes_is_told_once() throws Exception {
    try (AutoCloseable _ = listening()) {
      Schedule schedule = create();
      Notice changed = new Notice.ScheduleChanged(Timer.shardOf(schedule.id()), schedule.id());
      assertThat(next()).isEqualTo(changed);
      store.update(
          List.of(
              new Command.Pause(schedule.id(), "x"),
              new Command.Resume(schedule.id()),
              new Command.Resume(schedule.id())));
      assertThat(next()).isEqualTo(changed);
      int node = store.join("a", null, Duration.ofSeconds(9)).node();
      assertThat(next()).isEqualTo(new Notice.NodesChanged());
      store.beat(node, Duration.ofSeconds(9));
      store.update(List.of(new Command.Resume(schedule.id())));
      store.leave(node);
      assertThat(next()).isEqualTo(new Notice.NodesChanged());
      store.delete(1, schedule.id(), null);
      assertThat(next()).isEqualTo(changed);
      assertThat(notices).isEmpty();
    }
  }

  @Test
  void a_store_that_closes_has_told_everything() throws Exception {
    try (AutoCloseable _ = listening()) {
      HikariDataSource others = database.pool();
      PgStore other = PgStore.open(others);
      Schedule schedule = create(other);
      other.close();
      others.close();
      assertThat(next())
          .isEqualTo(new Notice.ScheduleChanged(Timer.shardOf(schedule.id()), schedule.id()));
    }
  }

  @Test
  void what_is_changed_stands_when_nobody_can_be_told() {
    AtomicInteger left = new AtomicInteger(Integer.MAX_VALUE);
    DataSource failing =
        (DataSource)
            Proxy.newProxyInstance(
                DataSource.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (_, method, arguments) -> {
                  if (method.getName().equals("getConnection") && left.decrementAndGet() < 0) {
                    throw new SQLException("no connection is left");
                  }
                  return method.invoke(pool, arguments);
                });
    PgStore other = PgStore.open(failing);
    left.set(1); // for the change, and none for the notice
    Schedule schedule = create(other);
    other.close();
    assertThat(left).hasNegativeValue();
    assertThat(store.schedule(1, schedule.id())).isNotNull();
  }

  @Test
  void a_node_is_told_that_its_run_shall_end() throws Exception {
    Schedule schedule = create();
    int node = store.join("a", null, Duration.ofSeconds(60)).node();
    var fence =
        store.acquire(node, Timer.SHARDS).stream()
            .filter(shard -> shard.shard() == Timer.shardOf(schedule.id()))
            .findFirst()
            .orElseThrow()
            .fence();
    UUID run = new UUID(8, 8);
    store.update(List.of(new Command.Trigger(schedule.id(), run, null)));
    store.update(List.of(new Command.Start(schedule.id(), run, node, fence)));
    try (AutoCloseable _ = listening()) {
      store.update(List.of(new Command.Cancel(schedule.id(), run, "enough")));
      assertThat(List.of(next(), next()))
          .containsExactlyInAnyOrder(
              new Notice.CancelAsked(node),
              new Notice.ScheduleChanged(Timer.shardOf(schedule.id()), schedule.id()));
    }
  }

  @Test
  void the_owner_of_a_shard_is_told_what_another_node_settles_in_it() throws Exception {
    Schedule schedule = create();
    int node = store.join("a", null, Duration.ofMinutes(9)).node();
    List<ShardLease> shards = store.acquire(node, Timer.SHARDS);
    ShardLease lease =
        shards.stream()
            .filter(shard -> shard.shard() == Timer.shardOf(schedule.id()))
            .findFirst()
            .orElseThrow();
    UUID run = new UUID(8, 9);
    store.update(List.of(new Command.Trigger(schedule.id(), run, null)));
    Command start = new Command.Start(schedule.id(), run, node, lease.fence());
    Reply.Begin begun = (Reply.Begin) store.update(List.of(start)).getFirst();
    Command settle = new Command.Settle(begun.attempt(), Outcome.Success.INSTANCE);
    store.release(node, List.of(lease));
    try (AutoCloseable _ = listening()) {
      store.update(List.of(settle));
      assertThat(next())
          .isEqualTo(new Notice.ScheduleChanged(Timer.shardOf(schedule.id()), schedule.id()));
    }
  }

  @Test
  void a_node_is_told_when_a_run_it_carries_out_is_deleted_with_its_schedule() throws Exception {
    Schedule schedule = create();
    int node = store.join("a", null, Duration.ofMinutes(9)).node();
    long fence =
        store.acquire(node, Timer.SHARDS).stream()
            .filter(shard -> shard.shard() == Timer.shardOf(schedule.id()))
            .findFirst()
            .orElseThrow()
            .fence();
    UUID run = new UUID(8, 10);
    store.update(List.of(new Command.Trigger(schedule.id(), run, null)));
    store.update(List.of(new Command.Start(schedule.id(), run, node, fence)));
    try (AutoCloseable _ = listening()) {
      store.delete(1, schedule.id(), null);
      assertThat(List.of(next(), next()))
          .containsExactlyInAnyOrder(
              new Notice.CancelAsked(node),
              new Notice.ScheduleChanged(Timer.shardOf(schedule.id()), schedule.id()));
    }
  }

  @Test
  void a_broken_connection_is_replaced_and_the_listener_reads_anew() throws Exception {
    try (AutoCloseable _ = listening()) {
      PgDatabase.execute(
          pool,
          "select pg_terminate_backend(pid) from pg_stat_activity"
              + " where datname = current_database() and query like 'listen%'");
      assertThat(connected.tryAcquire(90, TimeUnit.SECONDS)).isTrue();
      store.join("a", null, Duration.ofSeconds(9));
      assertThat(next()).isEqualTo(new Notice.NodesChanged());
    }
  }

  @Test
  void a_notice_that_cannot_be_dealt_with_does_not_end_the_listening() throws Exception {
    BlockingQueue<Notice> seen = new LinkedBlockingQueue<>();
    AutoCloseable subscription =
        store
            .notices()
            .listen(
                notice -> {
                  seen.add(notice);
                  throw new IllegalStateException("a test's own");
                },
                connected::release);
    try (subscription) {
      assertThat(connected.tryAcquire(90, TimeUnit.SECONDS)).isTrue();
      PgDatabase.execute(pool, "notify carillon, 'from a later version'");
      store.join("a", null, Duration.ofSeconds(9));
      store.join("b", null, Duration.ofSeconds(9));
      assertThat(seen.poll(90, TimeUnit.SECONDS)).isNotNull();
      assertThat(seen.poll(90, TimeUnit.SECONDS)).isNotNull();
    }
  }
}
