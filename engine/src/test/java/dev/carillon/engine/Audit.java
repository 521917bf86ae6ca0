package dev.carillon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Holds the books of interval schedules, and of crons that fire each second, against slots that are
 * computed here: each slot up to the next one has exactly one run, or one skipped record.
 */
final class Audit {

  /** Slot k of a schedule is {@code anchor + k × step}, for k from 1. */
  private record Rule(UUID id, Instant anchor, Duration step, Instant nextSlot) {

    long number(Instant slot) {
      long elapsed = Duration.between(anchor, slot).toNanos();
      assertThat(elapsed % step.toNanos()).as("%s is a slot of %s", slot, this).isZero();
      return elapsed / step.toNanos();
    }
  }

  private record Piece(UUID runId, Instant from, Instant until, long slots, String status) {}

  private final Map<Rule, List<Piece>> books = new HashMap<>();
  private final List<String> wrong = new ArrayList<>();

  /** One statement, and so one snapshot: an engine may go on completing runs meanwhile. */
  private Audit(TestDatabase database) {
    database.query(
        """
        select s.id, coalesce(s.anchor_at, date_trunc('second', s.created_at)),
               coalesce(s.interval_ms, 1000), t.slot_at,
               piece.id, piece.slot_at, piece.until, piece.slots, piece.status
        from carillon.schedules s join carillon.current_timers t on t.schedule_id = s.id
        left join (
          select schedule_id, id, slot_at, coalesce(skipped_until, slot_at) as until,
                 case status when 'skipped' then skipped_slots else 1 end as slots, status
          from carillon.runs where origin = 'schedule'
          union all
          select schedule_id, id, slot_at, slot_at, 1, state
          from carillon.open_runs where origin = 'schedule'
        ) piece on piece.schedule_id = s.id
        """,
        this::take);
  }

  private Rule take(ResultSet row) throws SQLException {
    Rule rule =
        new Rule(
            TestDatabase.uuid(row, 1),
            TestDatabase.instant(row, 2),
            Duration.ofMillis(row.getLong(3)),
            TestDatabase.instant(row, 4));
    List<Piece> pieces = books.computeIfAbsent(rule, _ -> new ArrayList<>());
    if (row.getObject(5) != null) {
      pieces.add(
          new Piece(
              TestDatabase.uuid(row, 5),
              TestDatabase.instant(row, 6),
              TestDatabase.instant(row, 7),
              row.getLong(8),
              row.getString(9)));
    }
    return rule;
  }

  /** A timer that the agenda does not name where it is due would never be found again. */
  static void everyDueTimerIsNamed(TestDatabase database) {
    assertThat(
            database.query(
                """
                select t.schedule_id from carillon.current_timers t
                where t.due_at is not null and not exists (
                  select from carillon.agenda a
                  where a.bucket = floor(extract(epoch from t.due_at) / 2)
                    and t.schedule_id = any (a.schedule_ids)
                    and a.org_id = t.org_id and a.shards >> t.shard & 1 = 1)
                """,
                row -> TestDatabase.uuid(row, 1)))
        .as("timers that are due and not named in the agenda")
        .isEmpty();
  }

  /** Reads the books as they are now, and refuses them if a slot is missing or there twice. */
  static void everySlotHasOneAnswer(TestDatabase database) {
    everyDueTimerIsNamed(database);
    Audit audit = new Audit(database);
    audit.books.forEach(audit::check);
    assertThat(audit.wrong).as("slots without exactly one answer").isEmpty();
  }

  private void check(Rule rule, List<Piece> pieces) {
    pieces.sort(Comparator.comparing(Piece::from));
    long next = 1;
    for (Piece piece : pieces) {
      long first = rule.number(piece.from());
      long last = rule.number(piece.until());
      if (first != next || last - first + 1 != piece.slots()) {
        wrong.add(
            "expected slot %d of %s, found %s (%d to %d)"
                .formatted(next, rule, piece, first, last));
      }
      next = last + 1;
    }
    if (rule.nextSlot() != null && rule.number(rule.nextSlot()) != next) {
      wrong.add("expected %d as the next slot of %s".formatted(next, rule));
    }
  }

  /** Every run that the books call a success was seen by its target. */
  static void everySuccessHappened(TestDatabase database, java.util.Set<UUID> startedRuns) {
    List<UUID> successes =
        database.query(
            "select id from carillon.runs where status = 'success'",
            row -> TestDatabase.uuid(row, 1));
    assertThat(successes).isNotEmpty();
    assertThat(startedRuns).containsAll(successes);
  }
}
