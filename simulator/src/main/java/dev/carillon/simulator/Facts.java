package dev.carillon.simulator;

import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.ledger.Ledger;
import dev.carillon.engine.ledger.Verdict;
import dev.carillon.engine.run.Attempt;
import dev.carillon.engine.run.Origin;
import dev.carillon.engine.run.Outcome;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.schedule.Policies;
import dev.carillon.simulator.oracle.Era;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What really happened, as somebody outside saw it who sees everything. */
final class Facts {

  final List<Start> starts = new ArrayList<>();
  final List<Row> rows = new ArrayList<>();
  final List<Burial> burials = new ArrayList<>();
  final List<Opening> openings = new ArrayList<>();
  final List<Outage> outages = new ArrayList<>();
  final Map<UUID, Life> lives = new LinkedHashMap<>();
  final List<Opened> opened = new ArrayList<>();
  final List<Violation> seen = new ArrayList<>();

  /** Runs that a note has named. */
  final Set<UUID> noted = new HashSet<>();

  /** Reports of receivers that the store took. */
  final List<Report> reports = new ArrayList<>();

  /** Attempts that the books say a receiver has taken over. */
  final List<Accepted> accepted = new ArrayList<>();

  /** When a retry was to start. */
  final Map<Hold, Instant> retryDue = new HashMap<>();

  /** When the books let go of an attempt. */
  final Map<Hold, Long> letGo = new HashMap<>();

  /** Of each schedule the latest slot that has its answer: a start, or a record. */
  final Map<UUID, Instant> answered = new HashMap<>();

  /** An attempt that somebody holds. */
  record Hold(UUID runId, int retry) {}

  void answered(UUID scheduleId, Instant slot) {
    answered.merge(scheduleId, slot, (one, other) -> one.isAfter(other) ? one : other);
  }

  /** An attempt as its target saw it. */
  static final class Start {
    final Attempt attempt;
    final Policies policies;
    final String process;
    final long at;
    final Instant database;
    final boolean clockWentBack;
    long endedAt = Long.MAX_VALUE;
    @Nullable Outcome outcome;

    Start(
        Attempt attempt,
        Policies policies,
        String process,
        long at,
        Instant database,
        boolean clockWentBack) {
      this.attempt = attempt;
      this.policies = policies;
      this.process = process;
      this.at = at;
      this.database = database;
      this.clockWentBack = clockWentBack;
    }

    @Override
    public String toString() {
      return "start of "
          + attempt.runId()
          + " retry "
          + attempt.retry()
          + " for slot "
          + attempt.slotAt()
          + " on node "
          + attempt.node()
          + " at database time "
          + database;
    }
  }

  /** A row of history at the moment it was written. */
  record Row(RunRecord record, int writer, long at, Instant database) {}

  /**
   * The end of a node as the store has it.
   *
   * @param sinceBeat how long ago it had beaten
   */
  record Burial(int node, How how, long at, long sinceBeat) {
    enum How {
      BURIED,
      /** By a question that was asked long ago, of which the asker's patience says nothing. */
      LATE,
      SUCCEEDED,
      LEFT
    }
  }

  /** A decision about a slot that was late or came while another run was open. */
  record Opening(
      Command.Open command, Ledger before, Verdict after, Instant now, @Nullable Era era) {}

  /** A run that was written down as open. */
  record Opened(UUID scheduleId, Instant slotAt, Origin origin) {}

  /** A receiver said how an attempt ended, and the store has taken it. */
  record Report(Attempt attempt, Outcome outcome) {}

  /** An attempt of a receiver. */
  record Accepted(UUID scheduleId, Hold hold) {}

  /** A stretch in which the database did not answer. */
  record Outage(long from, long until) {}
}
