package dev.carillon.engine.ledger;

import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Timer;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The books after a command, the history it adds, and the answer. The store writes what differs
 * from before, in the transaction that read the books.
 */
public record Verdict(
    Schedule schedule,
    Timer timer,
    List<OpenRun> openRuns,
    @Nullable Instant unstartedThrough,
    List<RunRecord> history,
    Reply reply) {

  public Verdict {
    openRuns = List.copyOf(openRuns);
    history = List.copyOf(history);
  }
}
