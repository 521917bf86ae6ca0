package dev.carillon.engine.ledger;

import java.time.Instant;

/**
 * Decides what one command does to the books of one schedule.
 *
 * <p>A pure function: the store reads the books under the schedule's lock, calls this, and writes
 * the difference before it lets go of the lock. So every rule of a schedule's life lives here and
 * in {@link dev.carillon.engine.run.RunMachine}, and the simulator runs the very same code.
 */
public final class Bookkeeper {

  private Bookkeeper() {}

  public static Verdict decide(Ledger ledger, Command command, Instant now) {
    Books books = new Books(ledger, now);
    return switch (command) {
      case Command.Pause pause -> Lifecycle.pause(books, pause);
      case Command.Resume _ -> Lifecycle.resume(books);
      case Command.Stop stop -> Lifecycle.stop(books, stop);
      case Command.Revive _ -> Lifecycle.revive(books);
      case Command.Edit edit -> Lifecycle.edit(books, edit);
      case Command.Trigger trigger -> Requests.trigger(books, trigger);
      case Command.Backfill backfill -> Requests.backfill(books, backfill);
      case Command.Cancel cancel -> Requests.cancel(books, cancel);
      case Command.Report report -> Requests.report(books, report);
      case Command.Beat beat -> Requests.beat(books, beat);
      case Command.Open open -> Opening.open(books, open);
      case Command.Start start -> Opening.start(books, start);
      case Command.Promote promote -> Settling.promote(books, promote);
      case Command.Settle settle -> Settling.settle(books, settle);
      case Command.TakeOver takeOver -> Settling.takeOver(books, takeOver);
      case Command.Lose lose -> Settling.lose(books, lose);
      case Command.Expire expire -> Settling.expire(books, expire);
    };
  }
}
