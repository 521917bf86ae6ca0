package dev.carillon.engine;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

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

  private record Piece(
      UUID scheduleId, UUID runId, Instant from, Instant until, long slots, String status) {}

  private final Map<UUID, Rule> rules = new HashMap<>();
  private final Map<UUID, List<Piece>> pieces;
  private final List<String> wrong = new ArrayList<>();

  private Audit(TestDatabase database) {
    for (Rule rule :
        database.query(
            """
            select s.id, coalesce(s.anchor_at, date_trunc('second', s.created_at)),
                   coalesce(s.interval_ms, 1000), t.slot_at
            from carillon.schedules s join carillon.timers t on t.schedule_id = s.id
            """,
            row ->
                new Rule(
                    TestDatabase.uuid(row, 1),
                    TestDatabase.instant(row, 2),
                    Duration.ofMillis(row.getLong(3)),
                    TestDatabase.instant(row, 4)))) {
      rules.put(rule.id(), rule);
    }
    pieces =
        database
            .query(
                """
                select schedule_id, id, slot_at, coalesce(skipped_until, slot_at),
                       case status when 'skipped' then skipped_slots else 1 end, status
                from carillon.runs where origin = 'schedule'
                union all
                select schedule_id, id, slot_at, slot_at, 1, state
                from carillon.open_runs where origin = 'schedule'
                """,
                row ->
                    new Piece(
                        TestDatabase.uuid(row, 1),
                        TestDatabase.uuid(row, 2),
                        TestDatabase.instant(row, 3),
                        TestDatabase.instant(row, 4),
                        row.getLong(5),
                        row.getString(6)))
            .stream()
            .collect(groupingBy(Piece::scheduleId));
  }

  /** A timer that the agenda does not name where it is due would never be found again. */
  static void everyDueTimerIsNamed(TestDatabase database) {
    assertThat(
            database.query(
                """
                select t.schedule_id from carillon.timers t
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
    audit.rules.values().forEach(audit::check);
    assertThat(audit.wrong).as("slots without exactly one answer").isEmpty();
  }

  private void check(Rule rule) {
    List<Piece> all = new ArrayList<>(pieces.getOrDefault(rule.id(), List.of()));
    all.sort(Comparator.comparing(Piece::from));
    long next = 1;
    for (Piece piece : all) {
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
