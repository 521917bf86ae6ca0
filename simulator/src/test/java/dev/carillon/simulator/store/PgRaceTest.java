package dev.carillon.simulator.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import dev.carillon.engine.store.NodeStore.ShardLease;
import dev.carillon.engine.store.PgStore;
import dev.carillon.engine.store.RunStore.Completion;
import dev.carillon.engine.store.RunStore.Sighting;
import dev.carillon.engine.store.RunStore.SlotClaim;
import dev.carillon.engine.store.ScheduleStore.Deletion;
import dev.carillon.engine.store.ScheduleStore.Entry;
import dev.carillon.engine.timing.Interval;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A node begins slots while its shards are taken from it. Whatever the order in which PostgreSQL
 * lets them through, no slot is begun twice, and what the loser began is found as its estate.
 */
class PgRaceTest {

  private static final Duration LEASE = Duration.ofSeconds(10);
  private static final int ROUNDS = 60;
  private static final int SLOTS = 20;

  private final PgDatabase database = PgDatabase.create();
  private final HikariDataSource pool = database.pool();
  private final HikariDataSource otherPool = database.pool();
  private final Instant now = Instant.parse("2026-11-15T12:00:00Z");
  private final PgStore store = PgStore.open(pool, () -> now);
  private final PgStore other = PgStore.open(otherPool, () -> now);

  /** Sees a clock at which the leases have run out. */
  private final PgStore late = PgStore.open(otherPool, () -> now.plus(LEASE).plusSeconds(1));

  private final ExecutorService threads = Executors.newFixedThreadPool(2);

  @AfterEach
  void close() {
    threads.close();
    store.close();
    other.close();
    late.close();
    database.close();
  }

  private List<Timer> timers() {
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < SLOTS; i++) {
      Schedule schedule =
          new Schedule(
              new UUID(i, 0x8000_0000_0000_0000L | (i * 0x9E3779B97F4AL)),
              1,
              "s" + i,
              "",
              Slots.of(new Interval(Duration.ofMinutes(1), now.minusSeconds(60))),
              new Target.Handler("x"),
              null,
              Policies.defaultsFor(TargetKind.HANDLER),
              "user:ada",
              Status.ACTIVE,
              null,
              1,
              now,
              now);
      entries.add(new Entry(schedule, Timer.fresh(schedule, now)));
    }
    store.create(entries);
    return entries.stream().map(Entry::timer).toList();
  }

  private static List<SlotClaim> claims(List<Timer> timers, List<ShardLease> shards) {
    return timers.stream()
        .map(timer ->
            new SlotClaim(
                timer.scheduleId(),
                RunIds.ofSlot(timer.scheduleId(), timer.slotAt()),
                timer.shard(),
                shards.stream()
                    .filter(shard -> shard.shard() == timer.shard())
                    .findFirst()
                    .map(ShardLease::fence)
                    .orElse(0L),
                timer.slotAt(),
                timer.dueAt(),
                timer.revision(),
                SlotClaim.UNKNOWN))
        .toList();
  }

  private <A, B> void together(Callable<A> one, Callable<B> two) throws Exception {
    CyclicBarrier barrier = new CyclicBarrier(2);
    Future<A> first =
        threads.submit(() -> {
          barrier.await();
          return one.call();
        });
    Future<B> second =
        threads.submit(() -> {
          barrier.await();
          return two.call();
        });
    first.get();
    second.get();
  }

  @Test
  void a_beginning_and_a_release_never_let_two_nodes_begin_one_slot() throws Exception {
    List<Timer> timers = timers();
    int a = store.join("a", null, Duration.ofDays(9)).node();
    int b = other.join("b", null, Duration.ofDays(9)).node();
    List<ShardLease> shards = store.acquire(a, Timer.SHARDS);
    int grantedToLoser = 0;
    for (int round = 0; round < ROUNDS; round++) {
      List<ShardLease> held = shards;
      long batch = round;
      List<Integer> first = new ArrayList<>();
      List<Integer> second = new ArrayList<>();
      together(
          () -> {
            store.begin(a, batch, claims(timers, held)).granted().stream().forEach(first::add);
            return true;
          },
          () -> {
            other.release(a, held);
            List<ShardLease> taken = other.acquire(b, Timer.SHARDS);
            List<UUID> noted = noted(a, batch);
            other.begin(b, batch, claims(timers, taken)).granted().stream()
                .filter(i -> !noted.contains(timers.get(i).scheduleId()))
                .forEach(second::add);
            other.release(b, taken);
            return true;
          });
      // What the first began was noted before the second could own the shard.
      assertThat(first).filteredOn(second::contains).isEmpty();
      grantedToLoser += first.size();
      shards = store.acquire(a, Timer.SHARDS);
      assertThat(shards).hasSize(Timer.SHARDS);
    }
    assertThat(grantedToLoser).as("the race is a race").isPositive();
  }

  private List<UUID> noted(int node, long batch) {
    return PgDatabase.query(
            otherPool,
            "select unnest(schedule_ids)::text from carillon.intents where node = %d and batch = %d"
                .formatted(node, batch))
        .stream()
        .map(UUID::fromString)
        .toList();
  }

  @Test
  void a_beginning_and_a_burial_leave_the_slot_to_one_node_or_in_the_estate() throws Exception {
    List<Timer> timers = timers();
    int heir = other.join("heir", null, Duration.ofDays(9)).node();
    for (int round = 0; round < ROUNDS; round++) {
      int node = store.join("n", null, LEASE).node();
      List<ShardLease> held = other.beat(heir, Duration.ofDays(9)).owned();
      other.release(heir, held);
      List<ShardLease> shards = store.acquire(node, Timer.SHARDS);
      long batch = round;
      List<Integer> first = new ArrayList<>();
      together(
          () -> {
            store.begin(node, batch, claims(timers, shards)).granted().stream().forEach(first::add);
            return true;
          },
          () -> {
            assertThat(late.bury(node, 1, heir)).isTrue();
            return true;
          });
      List<UUID> lost =
          late.estate(1000).losses().stream()
              .filter(loss -> loss.deadNode() == node)
              .map(Command.Lose::scheduleId)
              .toList();
      assertThat(lost)
          .containsExactlyInAnyOrderElementsOf(
              first.stream().map(i -> timers.get(i).scheduleId()).toList());
      late.closeEstate(late.estate(1000).intents());
      assertThat(store.begin(node, batch, claims(timers, shards)).granted().isEmpty()).isTrue();
    }
  }

  /** Starts while another transaction has changed an owner and not committed, and waits for it. */
  private <T> T during(String change, Callable<T> work) throws Exception {
    try (Connection connection = otherPool.getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute(change);
      Future<T> started = threads.submit(work);
      while (!started.isDone() && !someoneWaits()) {
        Thread.onSpinWait();
      }
      connection.commit();
      return started.get();
    }
  }

  private boolean someoneWaits() {
    return !PgDatabase.query(
            pool,
            "select pid from pg_stat_activity"
                + " where datname = current_database() and wait_event_type = 'Lock'")
        .isEmpty();
  }

  private static Attempt attempt(SlotClaim claim, int node, Instant at) {
    return new Attempt(
        claim.runId(),
        claim.scheduleId(),
        claim.shard(),
        Origin.SCHEDULE,
        claim.slotAt(),
        claim.slotAt(),
        0,
        0,
        at,
        node,
        claim.fence(),
        null);
  }

  /** What every change of owner does: it holds the node's lock alone, then moves the shards. */
  private static String transfer(int from, int to) {
    return ("select pg_advisory_xact_lock(x'6e6f6465'::int, %1$d);"
            + " update carillon.shards set node = %2$d, fence = fence + 1 where node = %1$d")
        .formatted(from, to);
  }

  @Test
  void a_beginning_waits_for_a_change_of_owner_under_way_and_is_refused() throws Exception {
    List<Timer> timers = timers();
    int heir = other.join("heir", null, LEASE).node();
    int node = store.join("n", null, LEASE).node();
    List<SlotClaim> claims = claims(timers, store.acquire(node, Timer.SHARDS));

    BitSet granted = during(transfer(node, heir), () -> store.begin(node, 1, claims).granted());
    assertThat(granted.isEmpty()).isTrue();
    assertThat(noted(node, 1)).isEmpty();
  }

  @Test
  void a_completion_waits_for_a_change_of_owner_under_way_and_is_refused() throws Exception {
    Timer timer = timers().getFirst();
    int heir = other.join("heir", null, LEASE).node();
    int node = store.join("n", null, LEASE).node();
    SlotClaim claim = claims(List.of(timer), store.acquire(node, Timer.SHARDS)).getFirst();
    store.begin(node, 1, List.of(claim));
    Schedule schedule = store.definitions(List.of(timer.scheduleId())).getFirst();
    ShortPath.Ending ending = ShortPath.succeed(schedule, timer, attempt(claim, node, now), now);
    Completion completion =
        new Completion(timer, place(timer), ending.after(), claim.fence(), ending.record(), false);

    BitSet applied =
        during(transfer(node, heir), () -> store.complete(node, List.of(completion)).applied());
    assertThat(applied.isEmpty()).isTrue();
    assertThat(store.sightings(List.of(timer.scheduleId())))
        .extracting(Sighting::timer)
        .containsExactly(timer);
  }

  private long place(Timer timer) {
    return store.sightings(List.of(timer.scheduleId())).getFirst().place();
  }

  @Test
  void a_command_waits_for_a_change_of_owner_under_way_and_is_refused() throws Exception {
    Timer timer = timers().getFirst();
    int heir = other.join("heir", null, LEASE).node();
    int node = store.join("n", null, LEASE).node();
    SlotClaim claim = claims(List.of(timer), store.acquire(node, Timer.SHARDS)).getFirst();
    Command open = new Command.Open(timer.scheduleId(), claim.slotAt(), node, claim.fence());

    Reply reply = during(transfer(node, heir), () -> store.update(List.of(open)).getFirst());
    assertThat(reply)
        .isInstanceOfSatisfying(
            Reply.Refused.class, no -> assertThat(no.reason()).isEqualTo(Reply.Reason.FENCED_OFF));
  }

  @Test
  void a_command_waits_for_the_burial_of_its_node_and_is_refused() throws Exception {
    Timer timer = timers().getFirst();
    int node = store.join("n", null, LEASE).node();
    List<ShardLease> shards = store.acquire(node, Timer.SHARDS);
    SlotClaim claim = claims(List.of(timer), shards).getFirst();
    store.update(
        List.of(new Command.Open(timer.scheduleId(), claim.slotAt(), node, claim.fence())));
    // A run under way stays with its node when the shard is given away.
    store.release(node, shards);
    Command settle = new Command.Settle(attempt(claim, node, now), Outcome.Success.INSTANCE);

    Reply reply =
        during(
            """
            select pg_advisory_xact_lock(x'6e6f6465'::int, %1$d);
            update carillon.nodes set dead_at = '2026-01-01' where id = %1$d\
            """
                .formatted(node),
            () -> store.update(List.of(settle)).getFirst());
    assertThat(reply)
        .isInstanceOfSatisfying(
            Reply.Refused.class,
            no -> assertThat(no.reason()).isEqualTo(Reply.Reason.LEASE_EXPIRED));
  }

  @Test
  void a_burial_does_not_wait_for_a_session_of_the_dead_node_that_froze() throws Exception {
    int heir = other.join("heir", null, Duration.ofDays(9)).node();
    int node = store.join("n", null, LEASE).node();
    store.acquire(node, Timer.SHARDS);
    try (Connection frozen = pool.getConnection();
        Statement statement = frozen.createStatement()) {
      frozen.setAutoCommit(false);
      statement.execute(
          "select pg_advisory_xact_lock_shared(x'6e6f6465'::int, %d)".formatted(node));
      assertThat(store.bury(node, 1, heir)).as("while its lease lasts").isFalse();
      statement.execute("select pg_sleep(1.1)");

      assertThat(late.bury(node, 1, heir)).isTrue();
      assertThatThrownBy(() -> statement.execute("select 1")).isInstanceOf(SQLException.class);
    }
    assertThat(other.beat(heir, Duration.ofDays(9)).owned()).hasSize(Timer.SHARDS);
  }

  @Test
  void a_command_waits_for_another_one_to_the_same_schedule_and_sees_it() throws Exception {
    Timer timer = timers().getFirst();
    Reply reply =
        during(
            """
            update carillon.timers set revision = revision + 1 where schedule_id = '%1$s';
            update carillon.schedules set status = 'paused' where id = '%1$s'\
            """
                .formatted(timer.scheduleId()),
            () -> store.update(List.of(new Command.Pause(timer.scheduleId(), "x"))).getFirst());
    assertThat(reply)
        .isInstanceOfSatisfying(
            Reply.Refused.class,
            no -> assertThat(no.reason()).isEqualTo(Reply.Reason.WRONG_STATUS));
  }

  @Test
  void a_deletion_waits_for_an_edit_under_way_and_is_refused_for_its_version() throws Exception {
    UUID id = timers().getFirst().scheduleId();
    Deletion deletion =
        during(
            """
            update carillon.timers set revision = revision + 1 where schedule_id = '%1$s';
            update carillon.schedules set version = 2 where id = '%1$s'\
            """
                .formatted(id),
            () -> store.delete(1, id, 1L));
    assertThat(deletion).isEqualTo(Deletion.STALE_VERSION);
    assertThat(store.schedule(1, id)).isNotNull();
  }
}
