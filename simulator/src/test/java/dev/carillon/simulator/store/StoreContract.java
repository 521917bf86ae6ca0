package dev.carillon.simulator.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.ledger.Reply;
import dev.carillon.engine.ledger.ShortPath;
import dev.carillon.engine.run.Attempt;
import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.Origin;
import dev.carillon.engine.run.Outcome;
import dev.carillon.engine.run.RunIds;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.run.RunState;
import dev.carillon.engine.run.RunStatus;
import dev.carillon.engine.schedule.IntervalFrom;
import dev.carillon.engine.schedule.Policies;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Slots;
import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.schedule.Target;
import dev.carillon.engine.schedule.TargetKind;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.NodeStore.Estate;
import dev.carillon.engine.store.NodeStore.IntentKey;
import dev.carillon.engine.store.NodeStore.NodeSight;
import dev.carillon.engine.store.NodeStore.Pulse;
import dev.carillon.engine.store.NodeStore.ShardLease;
import dev.carillon.engine.store.RunStore.Completion;
import dev.carillon.engine.store.RunStore.Range;
import dev.carillon.engine.store.RunStore.ReadQuery;
import dev.carillon.engine.store.RunStore.Reading;
import dev.carillon.engine.store.RunStore.SlotClaim;
import dev.carillon.engine.store.ScheduleStore.Entry;
import dev.carillon.engine.store.ScheduleStore.Sweep;
import dev.carillon.engine.store.Store;
import dev.carillon.engine.timing.Cron;
import dev.carillon.engine.timing.Interval;
import dev.carillon.engine.timing.Once;
import dev.carillon.engine.timing.Window;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * What every store must do, said through the port alone. The simulator's store is trusted because
 * it passes this; PostgreSQL's because it does, too.
 *
 * <p>Each test starts with an empty store that has the organizations 1 and 2.
 */
public abstract class StoreContract {

  private static final Duration LEASE = Duration.ofSeconds(10);
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final int ORG = 1;

  private long ids;

  protected abstract Store store();

  protected abstract void advance(Duration duration);

  protected abstract Instant now();

  // ---- builders ----

  /** Ids that grow, spread over the shards. */
  private UUID nextId() {
    ids++;
    return new UUID(
        (1_000L << 16) | 0x7000L | ids, 0x8000_0000_0000_0000L | (ids * 0x9E3779B97F4AL));
  }

  private Schedule schedule(Slots slots, Policies policies) {
    return new Schedule(
        nextId(),
        ORG,
        "report " + ids,
        "",
        slots,
        new Target.Handler("report"),
        null,
        policies,
        "user:ada",
        Status.ACTIVE,
        null,
        1,
        now(),
        now());
  }

  private Schedule everyMinute() {
    return schedule(Slots.of(new Interval(MINUTE, now())), policies());
  }

  private static Policies policies() {
    return Policies.defaultsFor(TargetKind.HANDLER);
  }

  private Timer create(Schedule schedule) {
    Timer timer = Timer.fresh(schedule, schedule.slots().next(now()));
    store().create(List.of(new Entry(schedule, timer)));
    return timer;
  }

  /** A living node that owns all shards. */
  private Owner owner() {
    Pulse pulse = store().join("node", null, LEASE);
    return new Owner(pulse.node(), store().acquire(pulse.node(), Timer.SHARDS));
  }

  private record Owner(int node, Map<Integer, Long> fences) {
    Owner(int node, List<ShardLease> shards) {
      this(node, new HashMap<>());
      shards.forEach(shard -> fences.put(shard.shard(), shard.fence()));
    }

    long fence(Timer timer) {
      return Objects.requireNonNull(fences.get(timer.shard()));
    }

    SlotClaim claim(Timer timer) {
      return new SlotClaim(
          timer.scheduleId(),
          RunIds.ofSlot(timer.scheduleId(), timer.slotAt()),
          timer.shard(),
          fence(timer),
          timer.slotAt(),
          timer.revision());
    }

    Attempt attempt(Timer timer, Instant startedAt) {
      return new Attempt(
          RunIds.ofSlot(timer.scheduleId(), timer.slotAt()),
          timer.scheduleId(),
          timer.shard(),
          Origin.SCHEDULE,
          timer.slotAt(),
          timer.dueAt(),
          timer.repeat(),
          0,
          startedAt,
          node,
          fence(timer),
          null);
    }
  }

  private Completion completion(Owner owner, Schedule schedule, Timer timer) {
    ShortPath.Ending ending =
        ShortPath.succeed(schedule, timer, owner.attempt(timer, now()), now());
    return new Completion(ending.after(), owner.fence(timer), ending.record(), ending.done());
  }

  private BitSet begin(Owner owner, long batch, Timer... timers) {
    return store()
        .begin(owner.node, batch, List.of(timers).stream().map(owner::claim).toList())
        .granted();
  }

  private BitSet complete(Owner owner, Schedule schedule, Timer timer) {
    return store().complete(owner.node, List.of(completion(owner, schedule, timer)));
  }

  private Reply update(Command command) {
    return store().update(List.of(command)).getFirst();
  }

  private Timer timer(Schedule schedule) {
    return store().timers(List.of(schedule.id())).getFirst();
  }

  private Schedule definition(Schedule schedule) {
    return store().definitions(List.of(schedule.id())).getFirst();
  }

  private List<RunRecord> history(Schedule schedule) {
    return store().history(ORG, schedule.id(), null, 1_000);
  }

  private List<OpenRun> openRuns(Schedule schedule) {
    return store().openRuns(ORG, schedule.id());
  }

  private static List<Range> everywhere(Instant from) {
    return IntStream.range(0, Timer.SHARDS).mapToObj(shard -> Range.from(shard, from)).toList();
  }

  private Reading readAll(Instant upTo, int limit) {
    return store().read(new ReadQuery(everywhere(Instant.EPOCH), upTo, limit, null));
  }

  private static void refused(Reply reply, Reply.Reason reason) {
    assertThat(reply)
        .isInstanceOfSatisfying(
            Reply.Refused.class, no -> assertThat(no.reason()).isEqualTo(reason));
  }

  /** Lets the node's lease run out, and buries it. */
  private void bury(Owner dead, int heir) {
    long beat = sight(dead.node).beat();
    advance(LEASE.plusMillis(1));
    store().beat(heir, LEASE);
    assertThat(store().bury(dead.node, beat, heir)).isTrue();
  }

  private NodeSight sight(int node) {
    return store().nodes().stream().filter(sight -> sight.node() == node).findFirst().orElseThrow();
  }

  // ---- nodes ----

  @Nested
  class ANode {

    @Test
    void has_a_number_that_was_never_given_before() {
      int first = store().join("a", null, LEASE).node();
      store().leave(first);
      int second = store().join("a", null, LEASE).node();

      assertThat(second).isGreaterThan(first);
    }

    @Test
    void learns_at_its_joining_what_there_is() {
      int other = store().join("a", null, LEASE).node();
      Pulse pulse = store().join("b", null, LEASE);

      assertThat(pulse.alive()).isTrue();
      assertThat(pulse.now()).isEqualTo(now());
      assertThat(pulse.owned()).isEmpty();
      assertThat(pulse.unowned()).isEqualTo(Timer.SHARDS);
      assertThat(pulse.estateOpen()).isFalse();
      assertThat(pulse.others()).extracting(NodeSight::node).containsExactly(other);
      assertThat(pulse.others().getFirst())
          .isEqualTo(
              new NodeSight(other, "a", sight(other).beat(), now().plus(LEASE), false, 0, now()));
    }

    @Test
    void renews_its_lease_with_each_beat_and_is_seen_to() {
      Owner owner = owner();
      long beat = sight(owner.node).beat();
      advance(Duration.ofSeconds(4));
      Pulse pulse = store().beat(owner.node, LEASE);

      assertThat(pulse.alive()).isTrue();
      assertThat(pulse.owned()).hasSize(Timer.SHARDS);
      assertThat(sight(owner.node).beat()).isGreaterThan(beat);
      assertThat(sight(owner.node).expiresAt()).isEqualTo(now().plus(LEASE));
      assertThat(sight(owner.node).shards()).isEqualTo(Timer.SHARDS);
    }

    @Test
    void renews_a_lease_that_has_run_out_while_nobody_buried_it() {
      Owner owner = owner();
      advance(LEASE.multipliedBy(3));

      assertThat(store().beat(owner.node, LEASE).alive()).isTrue();
      assertThat(store().beat(owner.node, LEASE).owned()).hasSize(Timer.SHARDS);
    }

    @Test
    void is_not_revived_by_a_beat_once_it_was_buried() {
      Owner dead = owner();
      int heir = store().join("heir", null, LEASE).node();
      bury(dead, heir);
      NodeSight buried = sight(dead.node);

      Pulse pulse = store().beat(dead.node, LEASE);
      assertThat(pulse.alive()).isFalse();
      assertThat(pulse.owned()).isEmpty();
      assertThat(buried.dead()).isTrue();
      assertThat(sight(dead.node)).isEqualTo(buried);
    }

    @Test
    void is_not_buried_while_its_lease_lasts() {
      Owner owner = owner();
      int heir = store().join("heir", null, LEASE).node();
      advance(LEASE.minusMillis(1));

      assertThat(store().bury(owner.node, sight(owner.node).beat(), heir)).isFalse();
      assertThat(store().beat(owner.node, LEASE).owned()).hasSize(Timer.SHARDS);
    }

    @Test
    void is_not_buried_when_it_has_beaten_since_it_was_seen() {
      Owner owner = owner();
      long seen = sight(owner.node).beat();
      int heir = store().join("heir", null, LEASE).node();
      store().beat(owner.node, LEASE);
      advance(LEASE.plusMillis(1));

      assertThat(store().bury(owner.node, seen, heir)).isFalse();
      assertThat(sight(owner.node).dead()).isFalse();
    }

    @Test
    void is_buried_once() {
      Owner dead = owner();
      int heir = store().join("heir", null, LEASE).node();
      long beat = sight(dead.node).beat();
      bury(dead, heir);

      assertThat(store().bury(dead.node, beat, heir)).isFalse();
    }

    @Test
    void leaves_its_shards_to_its_heir_with_higher_fences() {
      Owner dead = owner();
      int heir = store().join("heir", null, LEASE).node();
      bury(dead, heir);

      List<ShardLease> owned = store().beat(heir, LEASE).owned();
      assertThat(owned).hasSize(Timer.SHARDS);
      assertThat(owned)
          .allSatisfy(
              shard -> assertThat(shard.fence()).isGreaterThan(dead.fences.get(shard.shard())));
    }

    @Test
    void leaves_its_shards_to_nobody_when_its_heir_is_dead_too() {
      Owner dead = owner();
      int heir = store().join("heir", null, LEASE).node();
      long beat = sight(dead.node).beat();
      store().leave(heir);
      advance(LEASE.plusMillis(1));

      assertThat(store().bury(dead.node, beat, heir)).isTrue();
      assertThat(store().join("next", null, LEASE).unowned()).isEqualTo(Timer.SHARDS);
    }

    @Test
    void is_declared_dead_at_once_when_another_takes_its_place() {
      Pulse before = store().join("a", "data-directory", LEASE);
      List<ShardLease> shards = store().acquire(before.node(), 10);
      Pulse after = store().join("a", "data-directory", LEASE);

      assertThat(after.owned()).hasSize(10);
      assertThat(after.owned())
          .zipSatisfy(shards, (now, then) -> assertThat(now.fence()).isGreaterThan(then.fence()));
      assertThat(store().beat(before.node(), LEASE).alive()).isFalse();
    }

    @Test
    void keeps_its_place_from_nobody_else() {
      Pulse a = store().join("a", "one", LEASE);
      Pulse b = store().join("b", "two", LEASE);
      store().join("c", null, LEASE);
      store().join("d", null, LEASE);

      assertThat(store().beat(a.node(), LEASE).alive()).isTrue();
      assertThat(store().beat(b.node(), LEASE).alive()).isTrue();
      assertThat(store().beat(b.node(), LEASE).others()).hasSize(3);
    }

    @Test
    void that_leaves_gives_its_shards_back_and_is_dead() {
      Owner owner = owner();
      int other = store().join("other", null, LEASE).node();
      store().leave(owner.node);
      store().leave(owner.node);

      Pulse pulse = store().beat(other, LEASE);
      assertThat(pulse.unowned()).isEqualTo(Timer.SHARDS);
      assertThat(pulse.others()).isEmpty();
      assertThat(pulse.estateOpen()).isFalse();
      assertThat(store().beat(owner.node, LEASE).alive()).isFalse();
      assertThat(store().acquire(owner.node, 1)).isEmpty();
    }

    @Test
    void is_listed_for_a_day_after_its_death() {
      Owner owner = owner();
      store().leave(owner.node);
      advance(Duration.ofHours(23));
      assertThat(sight(owner.node).dead()).isTrue();

      advance(Duration.ofHours(2));
      assertThat(store().nodes()).isEmpty();
    }
  }

  @Nested
  class AShard {

    @Test
    void is_taken_by_one_node_only() {
      int a = store().join("a", null, LEASE).node();
      int b = store().join("b", null, LEASE).node();
      List<ShardLease> first = store().acquire(a, 40);
      List<ShardLease> second = store().acquire(b, 40);

      assertThat(first).hasSize(40);
      assertThat(second).hasSize(24);
      Set<Integer> all = new HashSet<>();
      first.forEach(shard -> all.add(shard.shard()));
      second.forEach(shard -> all.add(shard.shard()));
      assertThat(all).hasSize(Timer.SHARDS);
      assertThat(store().acquire(a, 1)).isEmpty();
    }

    @Test
    void has_a_higher_fence_with_each_owner() {
      int a = store().join("a", null, LEASE).node();
      int b = store().join("b", null, LEASE).node();
      List<ShardLease> first = store().acquire(a, Timer.SHARDS);
      store().release(a, first.subList(0, 1));
      ShardLease again = store().acquire(b, 1).getFirst();

      assertThat(again.shard()).isEqualTo(first.getFirst().shard());
      assertThat(again.fence()).isGreaterThan(first.getFirst().fence());
    }

    @Test
    void is_given_back_only_by_its_owner_under_its_fence() {
      int a = store().join("a", null, LEASE).node();
      int b = store().join("b", null, LEASE).node();
      List<ShardLease> owned = store().acquire(a, 2);
      ShardLease first = owned.getFirst();
      store().release(b, owned);
      store().release(a, List.of(new ShardLease(first.shard(), first.fence() - 1)));
      assertThat(store().beat(a, LEASE).owned()).hasSize(2);

      store().release(a, List.of(first));
      store().release(a, List.of(first));
      assertThat(store().beat(a, LEASE).owned()).containsExactly(owned.getLast());
    }
  }

  // ---- the short path ----

  @Nested
  class Reading_ahead {

    @Test
    void finds_the_timers_due_by_then_with_all_they_hold() {
      Schedule schedule = everyMinute();
      Timer timer = create(schedule);

      assertThat(readAll(now().plus(MINUTE), 10).timers()).containsExactly(timer);
      assertThat(readAll(now().plus(MINUTE).minusMillis(1), 10).timers()).isEmpty();
      assertThat(readAll(now().plus(MINUTE), 10).now()).isEqualTo(now());
    }

    @Test
    void goes_on_where_it_ended_also_among_many_equal_due_times() {
      Set<UUID> created = new HashSet<>();
      for (int i = 0; i < 300; i++) {
        created.add(create(everyMinute()).scheduleId());
      }
      Instant upTo = now().plus(MINUTE);
      List<Range> ranges = everywhere(Instant.EPOCH);
      List<UUID> seen = new ArrayList<>();
      while (!ranges.isEmpty()) {
        Reading reading = store().read(new ReadQuery(ranges, upTo, 2, null));
        reading.timers().forEach(timer -> seen.add(timer.scheduleId()));
        assertThat(reading.timers()).hasSizeLessThanOrEqualTo(2 * ranges.size());
        ranges = reading.unfinished();
        if (!ranges.isEmpty()) {
          assertThat(reading.nextDue()).isNull();
        }
      }

      assertThat(seen).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(created);
    }

    @Test
    void is_in_the_order_of_due_times_within_a_shard() {
      for (int i = 0; i < 100; i++) {
        create(schedule(Slots.of(new Once(now().plusSeconds(200 - i))), policies()));
      }
      Reading reading = readAll(now().plusSeconds(500), 100);

      assertThat(reading.timers()).hasSize(100);
      for (int shard = 0; shard < Timer.SHARDS; shard++) {
        int one = shard;
        assertThat(reading.timers().stream().filter(timer -> timer.shard() == one))
            .extracting(Timer::dueAt)
            .isSorted();
      }
      assertThat(reading.unfinished()).isEmpty();
    }

    @Test
    void finds_only_the_shards_and_the_organization_asked_for() {
      Schedule mine = everyMinute();
      create(mine);
      Schedule foreign =
          new Schedule(
              nextId(),
              2,
              "theirs",
              "",
              mine.slots(),
              mine.target(),
              null,
              policies(),
              "user:bob",
              Status.ACTIVE,
              null,
              1,
              now(),
              now());
      Timer theirs = create(foreign);
      Instant upTo = now().plus(MINUTE);

      List<Range> all = everywhere(Instant.EPOCH);
      assertThat(store().read(new ReadQuery(all, upTo, 9, 2)).timers()).containsExactly(theirs);
      List<Range> one = List.of(Range.from(theirs.shard(), Instant.EPOCH));
      assertThat(store().read(new ReadQuery(one, upTo, 9, null)).timers())
          .allSatisfy(timer -> assertThat(timer.shard()).isEqualTo(theirs.shard()))
          .contains(theirs);
      assertThat(store().read(new ReadQuery(List.of(), upTo, 9, null)).timers()).isEmpty();
    }

    @Test
    void says_when_the_next_timer_is_due() {
      assertThat(readAll(now(), 10).nextDue()).isNull();
      create(schedule(Slots.of(new Once(now().plusSeconds(90))), policies()));
      create(schedule(Slots.of(new Once(now().plusSeconds(70))), policies()));

      assertThat(readAll(now(), 10).nextDue()).isEqualTo(now().plusSeconds(70));
      assertThat(readAll(now().plusSeconds(70), 10).nextDue()).isEqualTo(now().plusSeconds(90));
      assertThat(readAll(now().plusSeconds(90), 10).nextDue()).isNull();
    }

    @Test
    void says_when_the_next_open_run_is_due() {
      Schedule schedule = schedule(Slots.of(new Once(now().plusSeconds(900))), policies());
      create(schedule);
      update(new Command.Trigger(schedule.id(), nextId(), null));

      assertThat(readAll(now().minusSeconds(1), 10).nextDue()).isEqualTo(now());
      assertThat(readAll(now(), 10).nextDue()).isEqualTo(now().plusSeconds(900));
    }

    @Test
    void leaves_out_what_is_gone() {
      Schedule schedule = everyMinute();
      create(schedule);
      List<UUID> both = List.of(schedule.id(), nextId());

      assertThat(store().timers(both)).hasSize(1);
      assertThat(store().definitions(both)).containsExactly(schedule);
      assertThat(store().timers(List.of())).isEmpty();
      assertThat(store().definitions(List.of())).isEmpty();
    }
  }

  @Nested
  class A_slot_begins {

    private final Schedule schedule = everyMinute();
    private final Timer timer = create(schedule);
    private Owner owner = owner();

    private boolean begins(SlotClaim claim) {
      return store().begin(owner.node, 1, List.of(claim)).granted().get(0);
    }

    private void becomeDue() {
      advance(MINUTE);
      store().beat(owner.node, LEASE);
    }

    @Test
    void when_all_holds() {
      becomeDue();
      var begun = store().begin(owner.node, 1, List.of(owner.claim(timer)));

      assertThat(begun.granted().get(0)).isTrue();
      assertThat(begun.now()).isEqualTo(now());
      assertThat(timer(schedule)).isEqualTo(timer);
    }

    @Test
    void not_before_it_is_due() {
      advance(MINUTE.minusMillis(1));
      store().beat(owner.node, LEASE);
      assertThat(begins(owner.claim(timer))).isFalse();
      advance(Duration.ofMillis(1));
      assertThat(begins(owner.claim(timer))).isTrue();
    }

    @Test
    void not_when_the_nodes_lease_has_run_out_and_again_when_it_is_renewed() {
      becomeDue();
      advance(LEASE);
      assertThat(begins(owner.claim(timer))).isFalse();
      store().beat(owner.node, LEASE);
      assertThat(begins(owner.claim(timer))).isTrue();
    }

    @Test
    void not_under_an_older_fence() {
      becomeDue();
      store().release(owner.node, List.of(new ShardLease(timer.shard(), owner.fence(timer))));
      SlotClaim old = owner.claim(timer);
      assertThat(begins(old)).isFalse();
      List<ShardLease> again = store().acquire(owner.node, 1);
      assertThat(again).hasSize(1);
      assertThat(begins(old)).isFalse();
      owner = new Owner(owner.node, again);
      assertThat(begins(owner.claim(timer))).isTrue();
    }

    @Test
    void not_for_a_node_that_does_not_own_the_shard() {
      becomeDue();
      int other = store().join("other", null, LEASE).node();
      assertThat(store().begin(other, 1, List.of(owner.claim(timer))).granted().isEmpty()).isTrue();
    }

    @Test
    void not_for_a_node_that_was_buried() {
      int heir = store().join("heir", null, LEASE).node();
      bury(owner, heir);
      becomeDue();
      assertThat(begins(owner.claim(timer))).isFalse();
    }

    @Test
    void not_when_the_timer_has_changed() {
      becomeDue();
      update(new Command.Trigger(schedule.id(), nextId(), null));
      assertThat(timer(schedule).slotAt()).isEqualTo(timer.slotAt());
      assertThat(begins(owner.claim(timer))).isFalse();
      assertThat(begins(owner.claim(timer(schedule)))).isTrue();
    }

    @Test
    void not_when_the_timer_has_another_slot() {
      becomeDue();
      SlotClaim claim = owner.claim(timer);
      Instant other = claim.slotAt().minusSeconds(1);
      assertThat(
              begins(
                  new SlotClaim(
                      claim.scheduleId(), claim.runId(), claim.shard(), claim.fence(), other, 0)))
          .isFalse();
    }

    @Test
    void not_when_the_schedule_was_paused_stopped_edited_or_deleted() {
      becomeDue();
      Schedule edited = everyMinute();
      Timer editedTimer = create(edited);
      Schedule stopped = everyMinute();
      Timer stoppedTimer = create(stopped);
      Schedule deleted = everyMinute();
      Timer deletedTimer = create(deleted);
      becomeDue();
      update(new Command.Pause(schedule.id(), "holiday"));
      update(new Command.Stop(stopped.id(), "over"));
      update(new Command.Edit(edited.id(), hourly(edited), null));
      store().delete(ORG, deleted.id());

      assertThat(begin(owner, 1, timer, stoppedTimer, editedTimer, deletedTimer).isEmpty())
          .isTrue();
    }

    private Schedule hourly(Schedule before) {
      return before.withSlots(Slots.of(new Interval(Duration.ofHours(1), now())));
    }

    @Test
    void each_on_its_own() {
      Schedule later = everyMinute();
      advance(Duration.ofSeconds(1));
      Schedule latest = everyMinute();
      Timer second = create(later);
      Timer third = create(latest);
      advance(MINUTE.minusSeconds(1));
      store().beat(owner.node, LEASE);

      BitSet granted = begin(owner, 1, third, second, timer);
      assertThat(granted.stream()).containsExactly(1, 2);
    }

    @Test
    void again_after_a_lost_answer() {
      becomeDue();
      assertThat(begins(owner.claim(timer))).isTrue();
      assertThat(begins(owner.claim(timer))).isTrue();
    }

    @Test
    void for_nothing_when_nothing_is_asked() {
      assertThat(store().begin(owner.node, 1, List.of()).granted().isEmpty()).isTrue();
      store().forget(owner.node, List.of());
    }
  }

  @Nested
  class A_run_is_completed {

    private final Schedule schedule = everyMinute();
    private final Timer timer = create(schedule);
    private final Owner owner = owner();

    {
      advance(MINUTE);
      store().beat(owner.node, LEASE);
      begin(owner, 1, timer);
    }

    @Test
    void with_its_timer_moved_on_and_its_row_of_history() {
      Completion completion = completion(owner, schedule, timer);
      assertThat(store().complete(owner.node, List.of(completion)).get(0)).isTrue();

      assertThat(timer(schedule)).isEqualTo(completion.after());
      assertThat(history(schedule)).containsExactly(completion.record());
      assertThat(store().settledRun(ORG, completion.record().id())).isEqualTo(completion.record());
      assertThat(store().settledRun(2, completion.record().id())).isNull();
      assertThat(definition(schedule)).isEqualTo(schedule);
    }

    @Test
    void once_however_often_it_is_asked() {
      Completion completion = completion(owner, schedule, timer);
      store().complete(owner.node, List.of(completion));
      assertThat(store().complete(owner.node, List.of(completion)).isEmpty()).isTrue();

      assertThat(timer(schedule)).isEqualTo(completion.after());
      assertThat(history(schedule)).hasSize(1);
      Command settle = new Command.Settle(owner.attempt(timer, now()), Outcome.Success.INSTANCE);
      refused(update(settle), Reply.Reason.ALREADY_SETTLED);
    }

    private Timer revised(Timer timer, int revision) {
      return new Timer(
          timer.scheduleId(),
          timer.orgId(),
          timer.shard(),
          revision,
          timer.version(),
          timer.slotAt(),
          timer.dueAt(),
          timer.openRuns(),
          timer.repeat(),
          timer.retry(),
          timer.runCount(),
          timer.errorCount(),
          timer.consecutiveFailures(),
          timer.skippedCount(),
          timer.lastRunAt(),
          timer.lastRunStatus(),
          timer.lastError(),
          timer.lastRunId(),
          timer.runSeq());
    }

    private void leavesNoTrace(Completion completion) {
      Timer before = timer(schedule);
      assertThat(store().complete(owner.node, List.of(completion)).isEmpty()).isTrue();
      assertThat(timer(schedule)).isEqualTo(before);
      assertThat(history(schedule)).isEmpty();
      assertThat(definition(schedule).status()).isEqualTo(Status.ACTIVE);
    }

    @Test
    void not_under_a_superseded_fence() {
      store().release(owner.node, List.of(new ShardLease(timer.shard(), owner.fence(timer))));
      leavesNoTrace(completion(owner, schedule, timer));
      store().acquire(owner.node, 1);
      leavesNoTrace(completion(owner, schedule, timer));
    }

    @Test
    void not_by_a_node_that_does_not_own_the_shard() {
      int other = store().join("other", null, LEASE).node();
      Owner pretender = new Owner(other, owner.fences);
      assertThat(complete(pretender, schedule, timer).isEmpty()).isTrue();
      assertThat(timer(schedule)).isEqualTo(timer);
    }

    @Test
    void not_under_a_lease_that_has_run_out() {
      advance(LEASE);
      leavesNoTrace(completion(owner, schedule, timer));
    }

    @Test
    void not_by_a_node_that_was_buried() {
      int heir = store().join("heir", null, LEASE).node();
      bury(owner, heir);
      leavesNoTrace(completion(owner, schedule, timer));
    }

    @Test
    void not_when_its_timer_has_changed() {
      update(new Command.Trigger(schedule.id(), nextId(), null));
      leavesNoTrace(completion(owner, schedule, timer));
    }

    @Test
    void not_when_its_schedule_is_gone() {
      store().delete(ORG, schedule.id());
      assertThat(complete(owner, schedule, timer).isEmpty()).isTrue();
      assertThat(store().settledRun(ORG, RunIds.ofSlot(schedule.id(), timer.slotAt()))).isNull();
    }

    @Test
    void each_on_its_own() {
      Schedule other = everyMinute();
      Timer otherTimer = create(other);
      Schedule third = everyMinute();
      Timer thirdTimer = create(third);
      update(new Command.Trigger(schedule.id(), nextId(), null));
      advance(MINUTE);
      store().beat(owner.node, LEASE);
      begin(owner, 2, otherTimer, thirdTimer);

      BitSet applied =
          store()
              .complete(
                  owner.node,
                  List.of(
                      completion(owner, third, thirdTimer),
                      completion(owner, schedule, timer),
                      completion(owner, other, otherTimer)));
      assertThat(applied.stream()).containsExactly(0, 2);
    }

    @Test
    void not_when_history_has_its_slot_already_and_the_others_are() {
      Schedule other = everyMinute();
      Timer otherTimer = create(other);
      advance(MINUTE);
      store().beat(owner.node, LEASE);
      begin(owner, 2, otherTimer);
      assertThat(complete(owner, schedule, timer).get(0)).isTrue();
      Timer again = timer(schedule).withSlot(schedule, timer.slotAt());
      again = revised(again, timer(schedule).revision());
      RunRecord twice =
          ShortPath.succeed(schedule, again, owner.attempt(again, now()), now()).record();
      assertThat(twice.id()).isEqualTo(history(schedule).getFirst().id());
      ShortPath.Ending ending =
          ShortPath.succeed(schedule, again, owner.attempt(again, now()), now());

      BitSet applied =
          store()
              .complete(
                  owner.node,
                  List.of(
                      new Completion(ending.after(), owner.fence(timer), twice, false),
                      completion(owner, other, otherTimer)));
      assertThat(applied.stream()).containsExactly(1);
      assertThat(history(schedule)).hasSize(1);
    }

    @Test
    void and_ends_its_schedule_with_its_last_slot() {
      Schedule once = schedule(Slots.of(new Once(now().plusSeconds(5))), policies());
      Timer onceTimer = create(once);
      advance(Duration.ofSeconds(5));
      begin(owner, 2, onceTimer);
      assertThat(complete(owner, once, onceTimer).get(0)).isTrue();

      assertThat(definition(once)).isEqualTo(once.withStatus(Status.DONE, null, now()));
      assertThat(timer(once).slotAt()).isNull();
      assertThat(readAll(now().plus(MINUTE), 9).timers())
          .extracting(Timer::scheduleId)
          .doesNotContain(once.id());
    }

    @Test
    void beside_many_others() {
      List<Schedule> schedules = new ArrayList<>();
      List<Timer> timers = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        Schedule one = everyMinute();
        schedules.add(one);
        timers.add(create(one));
      }
      advance(MINUTE);
      store().beat(owner.node, LEASE);
      assertThat(begin(owner, 2, timers.toArray(Timer[]::new)).cardinality()).isEqualTo(200);
      List<Completion> completions = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        completions.add(completion(owner, schedules.get(i), timers.get(i)));
      }
      assertThat(store().complete(owner.node, completions).cardinality()).isEqualTo(200);
      for (int i = 0; i < 200; i++) {
        assertThat(timer(schedules.get(i))).isEqualTo(completions.get(i).after());
      }
      assertThat(store().complete(owner.node, List.of()).isEmpty()).isTrue();
    }
  }

  // ---- everything else ----

  @Nested
  class An_update {

    private final Owner owner = owner();
    private final Schedule schedule = everyMinute();
    private Timer timer = create(schedule);

    private Command.Open open() {
      return new Command.Open(schedule.id(), timer.slotAt(), owner.node, owner.fence(timer));
    }

    private Attempt opened() {
      advance(MINUTE);
      store().beat(owner.node, LEASE);
      Reply reply = update(open());
      assertThat(reply).isInstanceOf(Reply.Begin.class);
      return ((Reply.Begin) reply).attempt();
    }

    @Test
    void of_a_schedule_that_is_gone_is_refused_and_others_go_on() {
      List<Reply> replies =
          store()
              .update(
                  List.of(
                      new Command.Pause(nextId(), "why"), new Command.Pause(schedule.id(), "why")));

      refused(replies.getFirst(), Reply.Reason.NO_SCHEDULE);
      assertThat(replies.getLast()).isEqualTo(new Reply.Done());
      assertThat(definition(schedule)).isEqualTo(schedule.withStatus(Status.PAUSED, "why", now()));
      assertThat(timer(schedule).slotAt()).isNull();
      assertThat(timer(schedule).revision()).isEqualTo(1);
      assertThat(store().update(List.of())).isEmpty();
    }

    @Test
    void sees_what_the_one_before_it_did_to_the_same_schedule() {
      UUID run = nextId();
      List<Reply> replies =
          store()
              .update(
                  List.of(
                      new Command.Pause(schedule.id(), "a"),
                      new Command.Pause(schedule.id(), "b"),
                      new Command.Resume(schedule.id()),
                      new Command.Trigger(schedule.id(), run, null),
                      new Command.Trigger(schedule.id(), run, null),
                      new Command.Cancel(schedule.id(), run, "no"),
                      new Command.Trigger(schedule.id(), run, null)));

      assertThat(replies.get(0)).isEqualTo(new Reply.Done());
      refused(replies.get(1), Reply.Reason.WRONG_STATUS);
      assertThat(replies.get(2)).isEqualTo(new Reply.Done());
      assertThat(replies.get(3)).isEqualTo(new Reply.Added(1));
      assertThat(replies.get(4)).isEqualTo(new Reply.Added(0));
      assertThat(replies.get(5)).isEqualTo(new Reply.Done());
      assertThat(replies.get(6)).isEqualTo(new Reply.Added(0));
      assertThat(openRuns(schedule)).isEmpty();
      assertThat(history(schedule)).extracting(RunRecord::id).containsExactly(run);
      assertThat(timer(schedule).runSeq()).isEqualTo(1);
    }

    @Test
    void opens_a_run_and_settles_it() {
      Attempt attempt = opened();
      OpenRun run = openRuns(schedule).getFirst();
      assertThat(run.state())
          .isEqualTo(
              new RunState.Running(
                  owner.node, owner.fence(timer), now(), now().plus(policies().timeout())));
      assertThat(store().openRun(ORG, run.id())).isEqualTo(run);
      assertThat(store().openRun(2, run.id())).isNull();
      assertThat(store().runningOn(owner.node)).containsExactly(run);
      assertThat(timer(schedule).openRuns()).isEqualTo(1);

      advance(Duration.ofSeconds(2));
      Command settle = new Command.Settle(attempt, Outcome.Success.INSTANCE);
      assertThat(update(settle)).isEqualTo(new Reply.Done());
      refused(update(settle), Reply.Reason.ALREADY_SETTLED);
      assertThat(openRuns(schedule)).isEmpty();
      assertThat(store().runningOn(owner.node)).isEmpty();
      RunRecord record = history(schedule).getFirst();
      assertThat(record.status()).isEqualTo(RunStatus.SUCCESS);
      assertThat(record.duration()).isEqualTo(Duration.ofSeconds(2));
      assertThat(timer(schedule).runCount()).isEqualTo(1);
    }

    @Test
    void keeps_the_attempts_that_failed() {
      Attempt attempt = opened();
      String message = "it said \"no\" \\ \n\t… 🔔";
      update(new Command.Settle(attempt, Outcome.Failure.of("http.500", message)));
      OpenRun waiting = openRuns(schedule).getFirst();
      assertThat(waiting.attempts()).hasSize(1);
      assertThat(waiting.attempts().getFirst().error().message()).isEqualTo(message);
      assertThat(waiting.attempts().getFirst().startedAt()).isEqualTo(attempt.startedAt());
      assertThat(waiting.state()).isEqualTo(new RunState.Waiting(now().plus(MINUTE)));
      assertThat(timer(schedule).lastError()).isEqualTo("http.500: " + message);
      assertThat(timer(schedule).retry()).isEqualTo(1);

      assertThat(store().dueOpenRuns(List.of(timer.shard()), now(), 9)).isEmpty();
      assertThat(store().dueOpenRuns(List.of(timer.shard()), now().plus(MINUTE), 9))
          .containsExactly(waiting);
      advance(MINUTE);
      store().beat(owner.node, LEASE);
      Command start =
          new Command.Start(schedule.id(), attempt.runId(), owner.node, owner.fence(timer));
      Reply.Begin begin = (Reply.Begin) update(start);
      assertThat(update(start)).isEqualTo(begin);
      update(new Command.Settle(begin.attempt(), Outcome.Success.INSTANCE));
      assertThat(store().settledRun(ORG, attempt.runId()).attempts()).isEqualTo(waiting.attempts());
    }

    @Test
    void under_a_superseded_fence_is_refused() {
      Attempt attempt = opened();
      Schedule second = everyMinute();
      Timer secondTimer = create(second);
      int heir = store().join("heir", null, LEASE).node();
      bury(owner, heir);
      advance(MINUTE);
      store().beat(heir, LEASE);

      refused(
          update(new Command.Settle(attempt, Outcome.Success.INSTANCE)),
          Reply.Reason.LEASE_EXPIRED);
      refused(
          update(
              new Command.Open(
                  second.id(), secondTimer.slotAt(), owner.node, owner.fence(secondTimer))),
          Reply.Reason.FENCED_OFF);
      assertThat(history(schedule)).isEmpty();
      assertThat(openRuns(second)).isEmpty();
      assertThat(timer(second)).isEqualTo(secondTimer);
    }

    @Test
    void under_a_lease_that_has_run_out_is_refused() {
      advance(MINUTE);
      refused(update(open()), Reply.Reason.LEASE_EXPIRED);
      store().beat(owner.node, LEASE);
      assertThat(update(open())).isInstanceOf(Reply.Begin.class);
    }

    @Test
    void edits_the_definition() {
      Schedule wanted =
          new Schedule(
              schedule.id(),
              ORG,
              "renamed",
              "with a description",
              new Slots(
                  Cron.parse("0 9 * * 1-5", ZoneId.of("Europe/Berlin")),
                  IntervalFrom.SLOT,
                  new Window(now(), now().plus(Duration.ofDays(400))),
                  Duration.ofSeconds(30)),
              new Target.Http("PUT", "https://example.org/x", Map.of("X-Ä", "\"quoted\"")),
              "{\"b\": 1, \"a\":[1.50, null]}",
              policies().withMaxRetries(7),
              "agent:frank",
              Status.ACTIVE,
              null,
              1,
              now(),
              now());
      assertThat(update(new Command.Edit(schedule.id(), wanted, 1L))).isEqualTo(new Reply.Done());
      refused(update(new Command.Edit(schedule.id(), wanted, 1L)), Reply.Reason.STALE_VERSION);

      Schedule after = definition(schedule);
      assertThat(after.name()).isEqualTo("renamed");
      assertThat(after.slots()).isEqualTo(wanted.slots());
      assertThat(after.target()).isEqualTo(wanted.target());
      assertThat(after.payload()).isEqualTo(wanted.payload());
      assertThat(after.policies()).isEqualTo(wanted.policies());
      assertThat(after.version()).isGreaterThan(1);
      assertThat(timer(schedule).version()).isEqualTo(after.version());
      assertThat(timer(schedule).slotAt()).isEqualTo(wanted.slots().next(now()));
    }

    @Test
    void asks_a_running_run_to_end() {
      Attempt attempt = opened();
      update(new Command.Cancel(schedule.id(), attempt.runId(), "enough"));

      assertThat(store().runningOn(owner.node)).hasSize(1);
      assertThat(store().runningOn(owner.node).getFirst().cancelReason()).isEqualTo("enough");
    }

    @Test
    void finds_runs_whose_deadline_has_passed() {
      Attempt attempt = opened();
      Instant deadline = now().plus(policies().timeout());
      List<Integer> shards = List.of(timer.shard());
      assertThat(store().dueOpenRuns(shards, deadline.minusMillis(1), 9)).isEmpty();
      assertThat(store().dueOpenRuns(shards, deadline, 9)).hasSize(1);
      assertThat(store().dueOpenRuns(shards, deadline, 0)).isEmpty();
      assertThat(store().dueOpenRuns(List.of((timer.shard() + 1) % 64), deadline, 9)).isEmpty();

      update(new Command.TakeOver(attempt, deadline));
      assertThat(store().dueOpenRuns(shards, deadline, 9).getFirst().state())
          .isInstanceOf(RunState.Accepted.class);
      assertThat(store().runningOn(owner.node)).isEmpty();
      advance(policies().timeout());
      assertThat(update(new Command.Expire(schedule.id(), attempt.runId())))
          .isEqualTo(new Reply.Done());
    }

    @Test
    void backfills_what_has_no_run_yet() {
      Instant past = now().minusSeconds(600);
      Command backfill = new Command.Backfill(schedule.id(), List.of(past, past.plusSeconds(60)));
      assertThat(update(backfill)).isEqualTo(new Reply.Added(2));
      assertThat(update(backfill)).isEqualTo(new Reply.Added(0));
      assertThat(openRuns(schedule)).extracting(OpenRun::slotAt).isSorted().hasSize(2);
      assertThat(openRuns(schedule)).extracting(OpenRun::origin).containsOnly(Origin.BACKFILL);
    }
  }

  // ---- what dead nodes leave ----

  @Nested
  class An_estate {

    private final Owner dead = owner();
    private final Schedule schedule = everyMinute();
    private final Timer timer = create(schedule);
    private final int heir = store().join("heir", null, LEASE).node();

    {
      advance(MINUTE);
      store().beat(dead.node, LEASE);
      store().beat(heir, LEASE);
    }

    private Command.Lose loss() {
      return new Command.Lose(
          schedule.id(),
          RunIds.ofSlot(schedule.id(), timer.slotAt()),
          timer.slotAt(),
          dead.node,
          timer.slotAt());
    }

    @Test
    void is_what_a_node_was_about_to_begin_when_it_died() {
      begin(dead, 7, timer);
      assertThat(store().estate(10).isEmpty()).isTrue();
      assertThat(store().beat(heir, LEASE).estateOpen()).isFalse();
      bury(dead, heir);

      assertThat(store().beat(heir, LEASE).estateOpen()).isTrue();
      assertThat(store().estate(10))
          .isEqualTo(new Estate(List.of(loss()), List.of(new IntentKey(dead.node, 7))));
    }

    @Test
    void counts_as_a_failed_attempt_and_is_closed() {
      begin(dead, 7, timer);
      bury(dead, heir);
      Estate estate = store().estate(10);
      assertThat(store().update(List.copyOf(estate.losses()))).containsExactly(new Reply.Done());
      store().closeEstate(estate.intents());

      assertThat(store().estate(10).isEmpty()).isTrue();
      assertThat(store().beat(heir, LEASE).estateOpen()).isFalse();
      OpenRun retry = openRuns(schedule).getFirst();
      assertThat(retry.state()).isInstanceOf(RunState.Waiting.class);
      assertThat(retry.retry()).isEqualTo(1);
      assertThat(retry.attempts().getFirst().error().code()).isEqualTo("worker_lost");
      assertThat(timer(schedule).errorCount()).isEqualTo(1);
      assertThat(timer(schedule).slotAt()).isEqualTo(timer.slotAt().plus(MINUTE));
    }

    @Test
    void has_nothing_that_was_forgotten() {
      begin(dead, 7, timer);
      begin(dead, 8, timer);
      store().forget(dead.node, List.of(7L));
      bury(dead, heir);
      assertThat(store().estate(10).intents()).containsExactly(new IntentKey(dead.node, 8));
    }

    @Test
    void is_not_forgotten_by_another_node() {
      begin(dead, 7, timer);
      store().forget(heir, List.of(7L));
      bury(dead, heir);
      assertThat(store().estate(10).losses()).containsExactly(loss());
    }

    @Test
    void loses_nothing_that_was_completed() {
      begin(dead, 7, timer);
      complete(dead, schedule, timer);
      bury(dead, heir);
      Estate estate = store().estate(10);
      store().update(List.copyOf(estate.losses()));
      store().closeEstate(estate.intents());

      assertThat(store().estate(10).isEmpty()).isTrue();
      assertThat(openRuns(schedule)).isEmpty();
      assertThat(history(schedule)).hasSize(1);
      assertThat(timer(schedule).errorCount()).isZero();
    }

    @Test
    void has_the_open_runs_that_were_under_way() {
      Command open = new Command.Open(schedule.id(), timer.slotAt(), dead.node, dead.fence(timer));
      assertThat(update(open)).isInstanceOf(Reply.Begin.class);
      assertThat(store().estate(10).isEmpty()).isTrue();
      bury(dead, heir);

      assertThat(store().beat(heir, LEASE).estateOpen()).isTrue();
      Estate estate = store().estate(10);
      assertThat(estate.losses()).containsExactly(loss());
      store().update(List.copyOf(estate.losses()));
      assertThat(store().estate(10).isEmpty()).isTrue();
      assertThat(openRuns(schedule).getFirst().state()).isInstanceOf(RunState.Waiting.class);
    }

    @Test
    void is_left_alone_while_the_node_lives() {
      begin(dead, 7, timer);
      store().closeEstate(List.of(new IntentKey(dead.node, 7)));
      bury(dead, heir);
      assertThat(store().estate(10).losses()).containsExactly(loss());
    }

    @Test
    void is_dealt_with_in_parts() {
      List<Timer> timers = new ArrayList<>();
      for (int i = 0; i < 30; i++) {
        timers.add(create(everyMinute()));
      }
      advance(MINUTE);
      store().beat(dead.node, LEASE);
      for (int batch = 0; batch < 3; batch++) {
        begin(dead, batch, timers.subList(10 * batch, 10 * batch + 10).toArray(Timer[]::new));
      }
      bury(dead, heir);

      int parts = 0;
      for (Estate part = store().estate(10); !part.isEmpty(); part = store().estate(10)) {
        store().update(List.copyOf(part.losses()));
        store().closeEstate(part.intents());
        assertThat(++parts).isLessThan(20);
      }
      for (Timer one : timers) {
        assertThat(store().openRuns(ORG, one.scheduleId())).hasSize(1);
      }
    }

    @Test
    void is_handed_on_when_the_place_is_taken_again() {
      Pulse before = store().join("a", "data", LEASE);
      store().release(dead.node, leases(dead));
      Owner holder = new Owner(before.node(), store().acquire(before.node(), Timer.SHARDS));
      begin(holder, 1, timer);
      Pulse after = store().join("a", "data", LEASE);

      assertThat(after.estateOpen()).isTrue();
      assertThat(store().estate(10).losses())
          .extracting(Command.Lose::deadNode)
          .containsExactly(before.node());
    }

    private List<ShardLease> leases(Owner owner) {
      List<ShardLease> leases = new ArrayList<>();
      owner.fences.forEach((shard, fence) -> leases.add(new ShardLease(shard, fence)));
      return leases;
    }
  }

  // ---- schedules and history ----

  @Nested
  class A_schedule {

    @Test
    void is_kept_as_it_was_given_whatever_its_timing_and_target() {
      List<Target> targets =
          List.of(
              new Target.Workflow("wf-1", "trigger-1"),
              new Target.Workflow("wf-1", null),
              new Target.Graph("langgraph:poet", nextId()),
              new Target.Graph("langgraph:poet", null),
              new Target.Message("frank", nextId(), Target.PayloadKind.SYSTEM_EVENT, "go on"),
              new Target.Message("frank", null, Target.PayloadKind.MESSAGE, "hello"),
              new Target.Http("POST", "https://example.org", Map.of()),
              new Target.Http("POST", "https://example.org", Map.of("A", "1", "B", "zwei\n")),
              new Target.Handler("report"));
      List<Slots> slots =
          List.of(
              Slots.of(new Interval(MINUTE, now())),
              new Slots(
                  new Interval(Duration.ofMillis(1_500), now()),
                  IntervalFrom.COMPLETION,
                  new Window(null, now().plusSeconds(10_000)),
                  Duration.ofSeconds(3)),
              Slots.of(new Once(now().plusSeconds(99))),
              Slots.of(Cron.parse("*/5 * * * *", ZoneOffset.UTC)),
              Slots.of(Cron.parse("0 30 2 L * ?", ZoneId.of("America/New_York"))));
      for (Target target : targets) {
        for (Slots one : slots) {
          Schedule wanted =
              new Schedule(
                  nextId(),
                  ORG,
                  "name",
                  "text",
                  one,
                  target,
                  "{\"z\":1,  \"a\":\"\\u0041\"}",
                  Policies.defaultsFor(target.kind()),
                  "user:ada",
                  Status.PAUSED,
                  "because",
                  3,
                  now(),
                  now().plusSeconds(1));
          Timer timer = create(wanted);
          assertThat(store().schedule(ORG, wanted.id())).isEqualTo(new Entry(wanted, timer));
        }
      }
    }

    @Test
    void is_refused_when_its_id_exists_and_none_of_its_batch_is_created() {
      Schedule there = everyMinute();
      create(there);
      Schedule fresh = everyMinute();
      List<Entry> entries =
          List.of(
              new Entry(fresh, Timer.fresh(fresh, null)),
              new Entry(there, Timer.fresh(there, null)));

      assertThatThrownBy(() -> store().create(entries))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("id");
      assertThat(store().schedule(ORG, fresh.id())).isNull();
      assertThat(timer(there).slotAt()).isNotNull();
    }

    @Test
    void is_seen_by_its_organization_only() {
      Schedule mine = everyMinute();
      create(mine);
      assertThat(store().schedule(2, mine.id())).isNull();
      assertThat(store().schedules(2, null, null, 10)).isEmpty();
      assertThat(store().openRuns(2, mine.id())).isEmpty();
      assertThat(store().history(2, mine.id(), null, 10)).isEmpty();
      assertThat(store().delete(2, mine.id())).isFalse();
      assertThat(store().schedule(ORG, mine.id())).isNotNull();
    }

    @Test
    void is_listed_in_the_order_of_ids_page_by_page() {
      List<UUID> created = new ArrayList<>();
      for (int i = 0; i < 25; i++) {
        Schedule one = everyMinute();
        create(one);
        created.add(one.id());
        if (i % 5 == 0) {
          update(new Command.Pause(one.id(), "x"));
        }
      }
      List<UUID> listed = new ArrayList<>();
      UUID after = null;
      for (var page = store().schedules(ORG, null, null, 10);
          !page.isEmpty();
          page = store().schedules(ORG, null, after, 10)) {
        page.forEach(entry -> listed.add(entry.schedule().id()));
        after = listed.getLast();
      }
      assertThat(listed).isEqualTo(created);
      assertThat(store().schedules(ORG, Status.PAUSED, null, 3)).hasSize(3);
      assertThat(store().schedules(ORG, Status.PAUSED, created.get(5), 10))
          .extracting(entry -> entry.schedule().id())
          .containsExactly(created.get(10), created.get(15), created.get(20));
    }

    @Test
    void is_deleted_with_its_open_runs_and_its_history() {
      Schedule gone = everyMinute();
      create(gone);
      Schedule other = everyMinute();
      create(other);
      UUID cancelled = nextId();
      UUID open = nextId();
      UUID others = nextId();
      update(new Command.Trigger(gone.id(), cancelled, null));
      update(new Command.Cancel(gone.id(), cancelled, "x"));
      update(new Command.Trigger(gone.id(), open, "{}"));
      update(new Command.Trigger(other.id(), others, null));
      assertThat(store().openRun(ORG, open).payload()).isEqualTo("{}");

      assertThat(store().delete(ORG, gone.id())).isTrue();
      assertThat(store().delete(ORG, gone.id())).isFalse();
      assertThat(store().schedule(ORG, gone.id())).isNull();
      assertThat(store().timers(List.of(gone.id()))).isEmpty();
      assertThat(store().settledRun(ORG, cancelled)).isNull();
      assertThat(store().openRun(ORG, open)).isNull();
      assertThat(store().openRun(ORG, others)).isNotNull();
      refused(update(new Command.Resume(gone.id())), Reply.Reason.NO_SCHEDULE);
    }
  }

  @Nested
  class History {

    /** A schedule whose history has so many rows, oldest first. */
    private List<UUID> filled(Schedule schedule, int rows) {
      create(schedule);
      List<UUID> runs = new ArrayList<>();
      for (int i = 0; i < rows; i++) {
        UUID run = nextId();
        update(new Command.Trigger(schedule.id(), run, null));
        update(new Command.Cancel(schedule.id(), run, "row " + i));
        runs.add(run);
      }
      return runs;
    }

    @Test
    void is_listed_newest_first_page_by_page() {
      Schedule schedule = everyMinute();
      List<UUID> runs = filled(schedule, 12);
      filled(everyMinute(), 3);

      assertThat(history(schedule)).extracting(RunRecord::id).isEqualTo(runs.reversed());
      assertThat(history(schedule))
          .extracting(RunRecord::seq)
          .isEqualTo(IntStream.iterate(12, i -> i - 1).limit(12).boxed().toList());
      List<RunRecord> page = store().history(ORG, schedule.id(), null, 5);
      assertThat(page).extracting(RunRecord::id).isEqualTo(runs.reversed().subList(0, 5));
      page = store().history(ORG, schedule.id(), page.getLast().id(), 5);
      assertThat(page).extracting(RunRecord::id).isEqualTo(runs.reversed().subList(5, 10));
      page = store().history(ORG, schedule.id(), page.getLast().id(), 5);
      assertThat(page).extracting(RunRecord::id).isEqualTo(runs.reversed().subList(10, 12));
      assertThat(store().history(ORG, schedule.id(), page.getLast().id(), 5)).isEmpty();
    }

    @Test
    void keeps_skipped_slots_with_their_reason() {
      Owner owner = owner();
      Schedule schedule = schedule(Slots.of(new Interval(MINUTE, now())), policies());
      Timer timer = create(schedule);
      advance(Duration.ofHours(3));
      store().beat(owner.node, LEASE);
      update(new Command.Open(schedule.id(), timer.slotAt(), owner.node, owner.fence(timer)));

      RunRecord skipped = history(schedule).getFirst();
      assertThat(skipped.status()).isEqualTo(RunStatus.SKIPPED);
      assertThat(skipped.reason()).isEqualTo("missed");
      assertThat(skipped.skippedSlots()).isEqualTo(179);
      assertThat(skipped.skippedUntil()).isEqualTo(now().minus(MINUTE));
      assertThat(skipped.node()).isNull();
      assertThat(timer(schedule).skippedCount()).isEqualTo(179);
    }

    @Test
    void is_swept_down_to_exactly_the_newest_rows_of_each_schedule() {
      Schedule first = everyMinute();
      Schedule second = everyMinute();
      List<UUID> firstRuns = filled(first, 9);
      List<UUID> secondRuns = filled(second, 4);
      Sweep whole = store().sweepHistory(null, 4, 100);

      assertThat(whole).isEqualTo(new Sweep(13, 5, null));
      assertThat(history(first))
          .extracting(RunRecord::id)
          .isEqualTo(firstRuns.reversed().subList(0, 4));
      assertThat(history(second)).extracting(RunRecord::id).isEqualTo(secondRuns.reversed());
      assertThat(store().settledRun(ORG, firstRuns.get(4))).isNull();
      assertThat(store().sweepHistory(null, 4, 100)).isEqualTo(new Sweep(8, 0, null));
    }

    @Test
    void is_swept_in_parts() {
      Schedule schedule = everyMinute();
      filled(schedule, 10);
      int removed = 0;
      int looked = 0;
      Sweep part = store().sweepHistory(null, 3, 4);
      for (int i = 0; i < 10; i++) {
        looked += part.looked();
        removed += part.removed();
        assertThat(part.looked()).isLessThanOrEqualTo(4);
        if (part.next() == null) {
          break;
        }
        part = store().sweepHistory(part.next(), 3, 4);
      }
      assertThat(looked).isEqualTo(10);
      assertThat(removed).isEqualTo(7);
      assertThat(history(schedule)).hasSize(3);
    }
  }
}
