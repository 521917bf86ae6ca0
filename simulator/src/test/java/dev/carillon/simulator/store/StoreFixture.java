package dev.carillon.simulator.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.ledger.Reply;
import dev.carillon.engine.ledger.ShortPath;
import dev.carillon.engine.run.Attempt;
import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.Origin;
import dev.carillon.engine.run.RunIds;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.schedule.Policies;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Slots;
import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.schedule.Target;
import dev.carillon.engine.schedule.TargetKind;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.Agenda;
import dev.carillon.engine.store.NodeStore.NodeSight;
import dev.carillon.engine.store.NodeStore.Pulse;
import dev.carillon.engine.store.NodeStore.ShardLease;
import dev.carillon.engine.store.RunStore.Bookmark;
import dev.carillon.engine.store.RunStore.Completion;
import dev.carillon.engine.store.RunStore.ReadQuery;
import dev.carillon.engine.store.RunStore.Reading;
import dev.carillon.engine.store.RunStore.Sighting;
import dev.carillon.engine.store.RunStore.SlotClaim;
import dev.carillon.engine.store.ScheduleStore.Entry;
import dev.carillon.engine.store.Store;
import dev.carillon.engine.timing.Interval;
import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What the tests of the contract share: definitions, nodes that own shards, short questions. */
abstract class StoreFixture {

  static final Duration LEASE = Duration.ofSeconds(10);
  static final Duration MINUTE = Duration.ofMinutes(1);
  static final int ORG = 1;

  private final StoreSubject subject;
  private long ids;

  StoreFixture(StoreSubject subject) {
    this.subject = subject;
  }

  Store store() {
    return subject.store();
  }

  void advance(Duration duration) {
    subject.advance(duration);
  }

  Instant now() {
    return subject.now();
  }

  /** Ids that grow, spread over the shards. */
  UUID nextId() {
    ids++;
    return new UUID(
        (1_000L << 16) | 0x7000L | ids, 0x8000_0000_0000_0000L | (ids * 0x9E3779B97F4AL));
  }

  Schedule schedule(Slots slots, Policies policies) {
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

  Schedule everyMinute() {
    return schedule(Slots.of(new Interval(MINUTE, now())), policies());
  }

  static Policies policies() {
    return Policies.defaultsFor(TargetKind.HANDLER);
  }

  Timer create(Schedule schedule) {
    Timer timer = Timer.fresh(schedule, schedule.slots().next(now()));
    store().create(List.of(new Entry(schedule, timer)));
    return timer;
  }

  /** A living node that owns all shards. */
  Owner owner() {
    Pulse pulse = store().join("node", null, LEASE);
    return new Owner(pulse.node(), store().acquire(pulse.node(), Timer.SHARDS));
  }

  record Owner(int node, Map<Integer, Long> fences) {
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
          timer.dueAt(),
          timer.revision(),
          SlotClaim.UNKNOWN);
    }

    /** For what was seen, so that the timer need not be looked at again. */
    SlotClaim claim(Sighting seen) {
      SlotClaim claim = claim(seen.timer());
      return new SlotClaim(
          claim.scheduleId(),
          claim.runId(),
          claim.shard(),
          claim.fence(),
          claim.slotAt(),
          claim.dueAt(),
          claim.revision(),
          seen.changes());
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

  Completion completion(Owner owner, Schedule schedule, Timer timer) {
    ShortPath.Ending ending =
        ShortPath.succeed(schedule, timer, owner.attempt(timer, now()), now());
    return new Completion(
        timer, place(timer), ending.after(), owner.fence(timer), ending.record(), ending.done());
  }

  BitSet begin(Owner owner, long batch, Timer... timers) {
    return store()
        .begin(owner.node(), batch, List.of(timers).stream().map(owner::claim).toList())
        .granted();
  }

  BitSet complete(Owner owner, Schedule schedule, Timer timer) {
    return store().complete(owner.node(), List.of(completion(owner, schedule, timer))).applied();
  }

  Reply update(Command command) {
    return store().update(List.of(command)).getFirst();
  }

  Timer timer(Schedule schedule) {
    return seen(schedule).timer();
  }

  Sighting seen(Schedule schedule) {
    return store().sightings(List.of(schedule.id())).getFirst();
  }

  /** Where the timer's row lies now; nowhere when it is gone. */
  long place(Timer timer) {
    return store().sightings(List.of(timer.scheduleId())).stream()
        .map(Sighting::place)
        .findFirst()
        .orElse(0L);
  }

  Schedule definition(Schedule schedule) {
    return store().definitions(List.of(schedule.id())).getFirst();
  }

  List<RunRecord> history(Schedule schedule) {
    return store().history(ORG, schedule.id(), null, 1_000);
  }

  List<OpenRun> openRuns(Schedule schedule) {
    return store().openRuns(ORG, schedule.id());
  }

  static Set<Integer> everywhere() {
    return IntStream.range(0, Timer.SHARDS).boxed().collect(Collectors.toSet());
  }

  /** Reads about so many timers due by the end of the bucket that the moment lies in. */
  Reading readAll(Instant upTo, int limit) {
    return store().read(query(upTo, limit, Bookmark.FIRST));
  }

  static ReadQuery query(Instant upTo, int limit, Bookmark after) {
    return new ReadQuery(everywhere(), after, Agenda.bucketOf(upTo), limit, null, Set.of());
  }

  static void refused(Reply reply, Reply.Reason reason) {
    assertThat(reply)
        .isInstanceOfSatisfying(
            Reply.Refused.class, no -> assertThat(no.reason()).isEqualTo(reason));
  }

  /** Lets the node's lease run out, and buries it. */
  void bury(Owner dead, int heir) {
    long beat = sight(dead.node()).beat();
    advance(LEASE.plusMillis(1));
    store().beat(heir, LEASE);
    assertThat(store().bury(dead.node(), beat, heir)).isTrue();
  }

  NodeSight sight(int node) {
    return store().nodes().stream().filter(sight -> sight.node() == node).findFirst().orElseThrow();
  }
}
