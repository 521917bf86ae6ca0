package dev.carillon.server.store;

import static java.util.Objects.requireNonNull;

import dev.carillon.engine.store.Agenda;
import dev.carillon.engine.store.Database.Tx;
import dev.carillon.engine.store.Param;
import dev.carillon.engine.store.Sql;
import dev.carillon.engine.store.Times;
import dev.carillon.server.store.PastStretch.Mark;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What is due in a crowded bucket of the agenda, but not at its very beginning. No index tells, so
 * that the timers of all its names are read, and what they say is kept.
 *
 * <p>A row of the agenda never changes, and who moves a timer to another moment names it in a new
 * one, also within the bucket. So of what is kept schedules only leave, and those that come are
 * named by rows that are not known yet. Runs move timers within a bucket without a name, but not
 * before it has begun; from then on nothing is kept for longer than a look is recent. A schedule
 * that runs twice within the two seconds of a bucket, while it is being run, may be missing for so
 * long.
 *
 * <p>Safe for all threads.
 */
final class OffBeats {

  private static final Sql OFF_BEAT = Statements.of("schedules/off-beat");

  /** Schedules and rows of the agenda that are kept altogether; about 15 MB. */
  private static final int MOST = 250_000;

  private static final Duration KEPT = Duration.ofHours(1);

  /** From then on it is read again while it is used. */
  private static final Duration RENEWED = Duration.ofMinutes(50);

  private record Key(int orgId, boolean down, long bucket) {}

  /**
   * @param taken when the first of it was read
   * @param nanos the same by the clock of this server
   * @param rows of the agenda
   * @param marks in their order
   */
  private record Known(Instant taken, long nanos, Set<Long> rows, List<Mark> marks) {

    static final Known NOTHING = new Known(Instant.EPOCH, 0, Set.of(), List.of());

    Known with(Known more) {
      // What is known is read again only with all the rest.
      if (!Collections.disjoint(more.rows, rows)) {
        return more;
      }
      Set<Long> allRows = new HashSet<>(rows);
      allRows.addAll(more.rows);
      List<Mark> allMarks = new ArrayList<>(marks);
      allMarks.addAll(more.marks);
      Collections.sort(allMarks);
      return rows.isEmpty() ? more : new Known(taken, nanos, allRows, allMarks);
    }

    int size() {
      return rows.size() + marks.size();
    }
  }

  private final Tenants tenants;
  private final LookRoom room;
  private final LongLooks<Key, List<Mark>> looks;
  private final int few;
  private final Map<Key, Known> kept = new LinkedHashMap<>();

  /**
   * @param few of so many names a request reads the timers itself
   */
  OffBeats(Tenants tenants, LookRoom room, int few) {
    this.tenants = tenants;
    this.room = room;
    this.few = few;
    looks = new LongLooks<>(room);
  }

  /**
   * The places of all that are due in the bucket off its beat, and of some that were; null while
   * somebody is looking.
   */
  @Nullable List<Mark> of(Tx tx, int orgId, ScheduleOrder order, long bucket) {
    Key key = new Key(orgId, order.down(), bucket);
    Known known = known(key);
    Known more = looks.isUnderWay(key) ? null : read(tx, key, known, few);
    if (more == null) {
      return looks.of(key, () -> look(key, known(key)));
    }
    if (!more.rows().isEmpty()) {
      known = known.with(more);
      keep(key, known);
    }
    if (!known.rows().isEmpty() && room.nanos() - known.nanos() > RENEWED.toNanos()) {
      looks.ahead(key, () -> look(key, Known.NOTHING));
    }
    return known.marks();
  }

  private List<Mark> look(Key key, Known known) {
    Known more =
        LongLooks.alone(
            tenants,
            key.orgId(),
            "look at all that are due at about the same moment",
            tx -> requireNonNull(read(tx, key, known, Long.MAX_VALUE)));
    Known all = more.rows().isEmpty() ? known : known.with(more);
    keep(key, all);
    return all.marks();
  }

  /** What is not known yet; null if that is more than so many names. */
  private @Nullable Known read(Tx tx, Key key, Known known, long most) {
    Set<Long> rows = new HashSet<>();
    List<Mark> marks = new ArrayList<>();
    Set<Instant> taken = new HashSet<>();
    Set<Long> names = new HashSet<>();
    long nanos = room.nanos();
    tx.query(OFF_BEAT)
        .bind("org", key.orgId())
        .bind("bucket", key.bucket())
        .bind("begin", Param.of(Agenda.beginningOf(key.bucket())).argument())
        .bind("end", Param.of(Agenda.beginningOf(key.bucket() + 1)).argument())
        .bind("sign", key.down() ? -1.0 : 1.0)
        .bind("known", Param.longs(known.rows()).argument())
        .bind("taken", Param.of(known.taken()).argument())
        .bind("kept_ms", KEPT.toMillis())
        .bind("most", most)
        .map((row, _) -> {
          taken.add(requireNonNull(Times.read(row, "taken")));
          if (row.getObject("names") != null) {
            return names.add(row.getLong("names"));
          }
          UUID id = (UUID) row.getObject("id");
          return id == null
              ? rows.add(row.getLong("row"))
              : marks.add(new Mark(row.getDouble("key"), id));
        })
        .list();
    if (names.stream().anyMatch(count -> count > most)) {
      return null;
    }
    Collections.sort(marks);
    return new Known(taken.iterator().next(), nanos, rows, marks);
  }

  private synchronized Known known(Key key) {
    return kept.getOrDefault(key, Known.NOTHING);
  }

  /** The ones that were read last are kept. */
  private synchronized void keep(Key key, Known known) {
    kept.remove(key);
    kept.put(key, known);
    int size = kept.values().stream().mapToInt(Known::size).sum();
    Iterator<Known> oldest = kept.values().iterator();
    while (size > MOST) {
      size -= oldest.next().size();
      oldest.remove();
    }
  }
}
