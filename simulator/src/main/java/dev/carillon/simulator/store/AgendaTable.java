package dev.carillon.simulator.store;

import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.Agenda;
import dev.carillon.engine.store.RunStore.Bookmark;
import java.time.Instant;
import java.util.Comparator;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The agenda: which timers are due in which bucket, with the names that timers moved on from. */
final class AgendaTable {

  private static final Comparator<Bookmark> ORDER =
      Comparator.comparingLong(Bookmark::bucket).thenComparingLong(Bookmark::row);

  private final NavigableMap<Bookmark, UUID> rows = new TreeMap<>(ORDER);
  private long lastRow;

  /** Names the timer if it moves into another bucket. */
  void moved(@Nullable Timer before, Timer after) {
    Instant due = after.dueAt();
    Instant was = before == null ? null : before.dueAt();
    if (due != null && (was == null || Agenda.bucketOf(was) != Agenda.bucketOf(due))) {
      rows.put(new Bookmark(Agenda.bucketOf(due), ++lastRow), after.scheduleId());
    }
  }

  /** The names after a place, up to a bucket. */
  NavigableMap<Bookmark, UUID> after(Bookmark place, long upTo) {
    Bookmark end = Bookmark.afterBucket(upTo);
    Bookmark from = ORDER.compare(place, end) < 0 ? place : end;
    return rows.subMap(from, false, end, true);
  }

  void remove(Bookmark row) {
    rows.remove(row);
  }

  /** True when the timer is due in the bucket that names it. */
  static boolean names(Bookmark row, @Nullable Timer timer) {
    Instant due = timer == null ? null : timer.dueAt();
    return due != null && Agenda.bucketOf(due) == row.bucket();
  }
}
