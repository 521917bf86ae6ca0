package dev.carillon.engine.ledger;

import dev.carillon.engine.run.Attempt;
import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.Origin;
import dev.carillon.engine.run.Outcome;
import dev.carillon.engine.run.RunIds;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.schedule.IntervalFrom;
import dev.carillon.engine.schedule.Policies;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Slots;
import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.schedule.Target;
import dev.carillon.engine.schedule.TargetKind;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.timing.Interval;
import dev.carillon.engine.timing.Timing;
import dev.carillon.engine.timing.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The books of one schedule in a test: commands are decided, and the books move on. */
final class LedgerFixture {

  static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
  static final int NODE = 7;
  static final long FENCE = 4;
  static final UUID ID = UUID.fromString("018f0000-0000-7000-8000-000000000001");

  Schedule schedule;
  Timer timer;
  List<OpenRun> openRuns = List.of();
  final List<RunRecord> history = new ArrayList<>();
  final Set<UUID> recorded = new HashSet<>();
  @Nullable Instant unstartedThrough;
  Instant now = START;
  Set<Integer> liveNodes = Set.of(NODE);

  LedgerFixture(Slots slots, Policies policies) {
    schedule =
        new Schedule(
            ID,
            1,
            "test",
            "",
            slots,
            new Target.Handler("test"),
            null,
            policies,
            "user:test",
            Status.ACTIVE,
            null,
            1,
            START,
            START);
    timer = Timer.fresh(schedule, slots.next(START));
  }

  static LedgerFixture every(int seconds, Policies policies) {
    return new LedgerFixture(interval(seconds), policies);
  }

  static Slots interval(int seconds) {
    return Slots.of(new Interval(Duration.ofSeconds(seconds), START));
  }

  static Slots afterCompletion(int seconds) {
    Timing timing = new Interval(Duration.ofSeconds(seconds), START);
    return new Slots(timing, IntervalFrom.COMPLETION, Window.ALWAYS, Duration.ZERO);
  }

  static Policies policies() {
    return Policies.defaultsFor(TargetKind.HANDLER);
  }

  Reply decide(Command command) {
    Verdict verdict =
        Bookkeeper.decide(
            new Ledger(
                schedule, timer, openRuns, NODE, FENCE, liveNodes, recorded, unstartedThrough),
            command,
            now);
    schedule = verdict.schedule();
    timer = verdict.timer();
    openRuns = verdict.openRuns();
    unstartedThrough = verdict.unstartedThrough();
    verdict.history().forEach(record -> recorded.add(record.id()));
    history.addAll(verdict.history());
    return verdict.reply();
  }

  void at(int seconds) {
    now = START.plusSeconds(seconds);
  }

  /** The slot is due: opens it through the books, and returns the attempt if one began. */
  Attempt open() {
    Reply reply = decide(new Command.Open(ID, timer.slotAt(), NODE, FENCE));
    return reply instanceof Reply.Begin begin ? begin.attempt() : null;
  }

  Attempt openAt(int seconds) {
    at(seconds);
    return open();
  }

  Attempt start(OpenRun run) {
    Reply reply = decide(new Command.Start(ID, run.id(), NODE, FENCE));
    return reply instanceof Reply.Begin begin ? begin.attempt() : null;
  }

  Reply settle(Attempt attempt, Outcome outcome) {
    return decide(new Command.Settle(attempt, outcome));
  }

  Reply succeed(Attempt attempt) {
    return settle(attempt, Outcome.Success.INSTANCE);
  }

  Reply fail(Attempt attempt) {
    return settle(attempt, Outcome.Failure.of("broken", "it broke"));
  }

  /** An attempt as the short path begins it: in memory, with the books untouched. */
  Attempt inMemory() {
    return new Attempt(
        RunIds.ofSlot(ID, timer.slotAt()),
        ID,
        timer.shard(),
        Origin.SCHEDULE,
        timer.slotAt(),
        timer.dueAt(),
        timer.repeat(),
        0,
        now,
        NODE,
        FENCE,
        null);
  }
}
