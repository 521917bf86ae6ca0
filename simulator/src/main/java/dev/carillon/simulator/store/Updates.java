package dev.carillon.simulator.store;

import dev.carillon.engine.ledger.Bookkeeper;
import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.ledger.Ledger;
import dev.carillon.engine.ledger.Reply;
import dev.carillon.engine.ledger.Verdict;
import dev.carillon.engine.run.Attempt;
import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.RunIds;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.run.RunState;
import dev.carillon.engine.schedule.Policies;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.store.Notice;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Carries out commands: reads the books, lets the bookkeeper decide, writes the difference. */
final class Updates {

  private final RunPart store;

  Updates(RunPart store) {
    this.store = store;
  }

  List<Reply> carryOut(List<Command> commands) {
    Instant now = store.clock();
    List<Reply> replies = new ArrayList<>();
    List<Notice> notices = new ArrayList<>();
    for (Command command : commands) {
      replies.add(carryOut(command, now, notices));
    }
    notices.forEach(store::tell);
    return replies;
  }

  /** What the commands would be answered; changes nothing. */
  List<Reply> foretell(List<Command> commands) {
    Instant now = store.clock();
    List<Reply> replies = new ArrayList<>();
    Map<UUID, Ledger> ledgers = new HashMap<>();
    for (Command command : commands) {
      BookTable.Book book = store.books.book(command.scheduleId());
      if (book == null) {
        replies.add(noSchedule(command));
        continue;
      }
      Ledger read = ledger(book, command, now);
      Ledger before = ledgers.getOrDefault(command.scheduleId(), read);
      Verdict verdict = Bookkeeper.decide(before, command, now);
      Set<UUID> recorded = new HashSet<>(read.recordedRuns());
      recorded.addAll(before.recordedRuns());
      verdict.history().forEach(run -> recorded.add(run.id()));
      ledgers.put(
          command.scheduleId(),
          new Ledger(
              verdict.schedule(),
              verdict.timer(),
              verdict.openRuns(),
              read.shardNode(),
              read.shardFence(),
              read.liveNodes(),
              recorded,
              verdict.unstartedThrough()));
      replies.add(verdict.reply());
    }
    return replies;
  }

  private static Reply noSchedule(Command command) {
    return new Reply.Refused(
        Reply.Reason.NO_SCHEDULE, "there is no schedule " + command.scheduleId());
  }

  private Reply carryOut(Command asked, Instant now, List<Notice> notices) {
    Command command = planted(asked);
    BookTable.Book book = store.books.book(command.scheduleId());
    if (book == null) {
      return noSchedule(command);
    }
    Ledger read = ledger(book, command, now);
    Ledger ledger = planted(read, command);
    Verdict verdict = Bookkeeper.decide(ledger, command, now);
    write(book, ledger, verdict, command.node());
    store.audit.decided(command, read, verdict, now);
    announce(command, ledger, verdict, notices);
    return verdict.reply();
  }

  private Ledger ledger(BookTable.Book book, Command command, Instant now) {
    Set<UUID> recorded = new HashSet<>();
    for (UUID runId : command.runIds()) {
      if (store.history.has(book.schedule.orgId(), runId)) {
        recorded.add(runId);
      }
    }
    Instant slot = book.timer.slotAt();
    if (command.takesSlots() && slot != null) {
      UUID next = RunIds.ofSlot(book.schedule.id(), slot);
      if (store.history.has(book.schedule.orgId(), next) || store.notes.names(next)) {
        recorded.add(next);
      }
    }
    int shard = book.timer.shard();
    return new Ledger(
        book.schedule,
        book.timer,
        book.openRuns,
        store.nodes.owner(shard),
        store.nodes.fence(shard),
        store.nodes.liveNodes(now),
        recorded,
        book.unstartedThrough);
  }

  private void write(BookTable.Book book, Ledger before, Verdict after, int writer) {
    if (!after.schedule().equals(before.schedule())) {
      book.schedule = withPoliciesOf(after.schedule(), book.schedule, before.schedule());
    }
    if (!after.timer().equals(before.timer())) {
      store.books.write(book, after.timer());
      if (!store.planted(Plant.CHANGES_ARE_NOT_COUNTED)) {
        store.books.countChange(after.timer().shard());
      }
    }
    store.books.write(book, after.openRuns());
    book.unstartedThrough = after.unstartedThrough();
    for (RunRecord row : after.history()) {
      boolean second = store.history.has(row.orgId(), row.id());
      if (second && !store.planted(Plant.LOSE_IGNORES_STATE)) {
        store.audit.corrupted(row);
        continue;
      }
      RunRecord written = store.planted(Plant.MISSED_OFF_BY_ONE) ? oneShort(row) : row;
      store.history.write(written);
      store.audit.recorded(written, writer);
    }
  }

  private static void announce(
      Command command, Ledger before, Verdict after, List<Notice> notices) {
    int shard = before.timer().shard();
    if (command instanceof Command.Start && after.reply() instanceof Reply.Begin) {
      // Its owner has the answer, and is told of nothing that was done before in the transaction.
      notices.removeIf(notice ->
          switch (notice) {
            case Notice.ScheduleChanged changed ->
                changed.scheduleId().equals(command.scheduleId());
            case Notice.RunAsked asked -> asked.scheduleId().equals(command.scheduleId());
            default -> false;
          });
    }
    boolean stranger =
        switch (command) {
          case Command.Expire _ -> false;
          case Command.Request _, Command.Lose _ -> true;
          case Command.Work work -> work.node() != before.shardNode();
        };
    if (stranger && !after.timer().equals(before.timer())) {
      notices.add(new Notice.ScheduleChanged(shard, command.scheduleId()));
    }
    for (OpenRun run : after.openRuns()) {
      OpenRun was = before.openRun(run.id());
      Notice asked = was == null ? Notice.RunAsked.of(run) : null;
      if (asked != null) {
        notices.add(asked);
      }
      int node = RunPart.nodeOf(run);
      if (node != 0 && run.cancelReason() != null && (was == null || was.cancelReason() == null)) {
        notices.add(new Notice.CancelAsked(node));
      }
    }
  }

  /** The command as a store with a bug would understand it. */
  private Command planted(Command command) {
    return store.planted(Plant.REPORT_IGNORES_ATTEMPT) && command instanceof Command.Report report
        ? new Command.Report(report.scheduleId(), report.runId(), null, report.outcome())
        : command;
  }

  /** The ledger as a store with a bug would read it. */
  private Ledger planted(Ledger read, Command command) {
    Ledger ledger = read;
    if (store.planted(Plant.LOSE_IGNORES_STATE) && command instanceof Command.Lose) {
      ledger = with(ledger, ledger.schedule(), ledger.shardNode(), ledger.shardFence(), Set.of());
    }
    if (store.planted(Plant.UPDATE_IGNORES_FENCE)
        && command instanceof Command.Settle(Attempt attempt, _)) {
      ledger = asIfHeldBy(attempt, ledger);
    }
    if (store.planted(Plant.CATCH_UP_OFF_BY_ONE) && command instanceof Command.Open) {
      Schedule schedule = oneMore(ledger.schedule());
      ledger =
          with(ledger, schedule, ledger.shardNode(), ledger.shardFence(), ledger.recordedRuns());
    }
    return ledger;
  }

  private static Ledger with(
      Ledger ledger, Schedule schedule, int node, long fence, Set<UUID> recorded) {
    return new Ledger(
        schedule,
        ledger.timer(),
        ledger.openRuns(),
        node,
        fence,
        ledger.liveNodes(),
        recorded,
        ledger.unstartedThrough());
  }

  /** The books of a store that finds a run by its id alone, whoever carries it out by now. */
  private static Ledger asIfHeldBy(Attempt attempt, Ledger ledger) {
    Set<Integer> live = new HashSet<>(ledger.liveNodes());
    live.add(attempt.node());
    RunState running =
        new RunState.Running(
            attempt.node(), attempt.fence(), attempt.startedAt(), attempt.startedAt());
    List<OpenRun> runs =
        ledger.openRuns().stream()
            .map(
                run -> run.id().equals(attempt.runId()) ? run.moved(running, attempt.retry()) : run)
            .toList();
    return new Ledger(
        ledger.schedule(),
        ledger.timer(),
        runs,
        attempt.node(),
        attempt.fence(),
        live,
        ledger.recordedRuns(),
        ledger.unstartedThrough());
  }

  private static RunRecord oneShort(RunRecord row) {
    return row.skippedSlots() < 2
        ? row
        : new RunRecord(
            row.id(),
            row.orgId(),
            row.scheduleId(),
            row.previousId(),
            row.seq(),
            row.origin(),
            row.slotAt(),
            row.repeat(),
            row.retry(),
            row.status(),
            row.reason(),
            row.skippedSlots() - 1,
            row.skippedUntil(),
            row.startedAt(),
            row.attemptStartedAt(),
            row.completedAt(),
            row.latenessMillis(),
            row.error(),
            row.node(),
            row.attempts());
  }

  private static Schedule oneMore(Schedule schedule) {
    Policies policies = schedule.policies();
    return policies.backfillLimit() == 0
        ? schedule
        : withPolicies(
            schedule,
            policies.withCatchUp(
                policies.catchUp(), policies.startingDeadline(), policies.backfillLimit() + 1));
  }

  /** Undoes {@link #oneMore} before the schedule is written. */
  private static Schedule withPoliciesOf(Schedule after, Schedule stored, Schedule read) {
    return stored.policies().equals(read.policies())
        ? after
        : withPolicies(after, stored.policies());
  }

  private static Schedule withPolicies(Schedule schedule, Policies policies) {
    return new Schedule(
        schedule.id(),
        schedule.orgId(),
        schedule.name(),
        schedule.description(),
        schedule.slots(),
        schedule.target(),
        schedule.payload(),
        policies,
        schedule.owner(),
        schedule.status(),
        schedule.statusReason(),
        schedule.version(),
        schedule.createdAt(),
        schedule.updatedAt());
  }
}
