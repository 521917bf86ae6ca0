package dev.carillon.server.store;

import dev.carillon.engine.store.Agenda;
import dev.carillon.engine.store.Database.Tx;
import dev.carillon.engine.store.Sql;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How far into the agenda somebody may look without looking at too many names. */
final class Agendas {

  private static final Sql CROWDED = Statements.of("overview/crowded");
  private static final Sql CROWDED_BEFORE = Statements.of("schedules/crowded-before");

  /** Later than any slot. */
  static final Instant END = Instant.parse("9999-12-31T23:59:59Z");

  /**
   * @param bucket the last to be looked at, or the first when they are looked at backwards
   * @param end all timers that are due before it are named by then; backwards, those at it or later
   * @param whole whether no timer is due beyond it
   * @param crowded whether it is one bucket with more names than were asked for
   */
  record Part(long bucket, Instant end, boolean whole, boolean crowded) {}

  private Agendas() {}

  /** The buckets from the first on that name no more than so many timers; all, if there are few. */
  static Part part(Tx tx, int orgId, long firstBucket, int mostNames) {
    return part(tx, orgId, firstBucket, END, mostNames);
  }

  /** The same, of those before a moment. */
  static Part part(Tx tx, int orgId, long firstBucket, Instant to, int mostNames) {
    @Nullable Long crowded =
        tx.query(CROWDED)
            .bind("org", orgId)
            .bind("first_bucket", firstBucket)
            .bind("last_bucket", Agenda.bucketOf(to))
            .bind("most_names", mostNames)
            .map((row, _) -> Optional.ofNullable((Long) row.getObject("bucket")))
            .one()
            .orElse(null);
    if (crowded == null) {
      return new Part(Agenda.bucketOf(to), to, to.equals(END), false);
    }
    // The first bucket is looked at in any case.
    long last = Math.max(firstBucket, crowded - 1);
    Instant end = Agenda.beginningOf(last + 1);
    return new Part(last, end.isBefore(to) ? end : to, false, crowded == firstBucket);
  }

  /** The buckets from the last on backwards that name no more than so many timers. */
  static Part partBefore(Tx tx, int orgId, long lastBucket, int mostNames) {
    @Nullable Long crowded =
        tx.query(CROWDED_BEFORE)
            .bind("org", orgId)
            .bind("last_bucket", lastBucket)
            .bind("most_names", mostNames)
            .map((row, _) -> Optional.ofNullable((Long) row.getObject("bucket")))
            .one()
            .orElse(null);
    if (crowded == null) {
      return new Part(Long.MIN_VALUE, Instant.EPOCH, true, false);
    }
    // The last bucket is looked at in any case.
    long first = Math.min(lastBucket, crowded + 1);
    return new Part(first, Agenda.beginningOf(first), false, crowded == lastBucket);
  }
}
