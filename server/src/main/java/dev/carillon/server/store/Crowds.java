package dev.carillon.server.store;

import static java.util.Objects.requireNonNull;

import dev.carillon.engine.store.Agenda;
import dev.carillon.engine.store.Database.Tx;
import dev.carillon.engine.store.Sql;
import dev.carillon.server.store.PastStretch.Mark;
import dev.carillon.server.store.ScheduleOrder.Place;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/**
 * Schedules in the order of their next run within one bucket of the agenda that names more of them
 * than a request may fetch.
 *
 * <p>Nearly always these are due at the very moment that the bucket begins with, its beat: a cron
 * without seconds is due at no other. Of one moment the order is that of ids. So the next names of
 * the bucket are sorted and looked at, or where these are too many, the next schedules of the
 * organization, of which many are due then. That the beat is the first moment of the bucket makes
 * this exact whatever else is due in it. What is due off the beat is read once and remembered.
 */
final class Crowds {

  private static final Sql NAMES = Statements.of("schedules/names-in-bucket");
  private static final Sql NEXT_NAMES = Statements.of("schedules/next-names");
  private static final Sql NEXT_IDS = Statements.of("schedules/next-ids");

  /** Names that are sorted where looking along the ids found nothing; 25 ms. */
  private static final int FAR_SORTED = 250_000;

  /** Rows that no request may look at. */
  private static final int ENOUGH = 1_000_000;

  private final Look.Bounds bounds;
  private final OffBeats offBeats;

  Crowds(Tenants tenants, LookRoom room, Look.Bounds bounds) {
    this.bounds = bounds;
    offBeats = new OffBeats(tenants, room, bounds.probed().all());
  }

  /**
   * Looks at a part of the bucket that the place lies in.
   *
   * @param end where the list goes on behind the bucket
   * @param sorted as in {@link NextRuns#look}
   * @return null when the bucket names so few that all of them may be fetched
   */
  @Nullable Look<Place> look(
      Tx tx,
      int orgId,
      ScheduleFilter filter,
      ScheduleOrder order,
      Place start,
      Place end,
      int rows,
      int most,
      @Nullable Integer sorted) {
    Instant from = requireNonNull(ScheduleOrder.momentOf(start.key()));
    long bucket = Agenda.bucketOf(from);
    long names = names(tx, orgId, bucket);
    if (names <= bounds.scattered().all()) {
      return null;
    }
    return new Crowd(tx, orgId, filter, order, bucket, names, end).look(start, rows, most, sorted);
  }

  /** One bucket, as one request looks at it. */
  private final class Crowd {

    private final Tx tx;
    private final int orgId;
    private final ScheduleFilter filter;
    private final ScheduleOrder order;
    private final long bucket;
    private final long names;
    private final Place firstOnBeat;
    private final Place lastOnBeat;
    private final Place end;

    Crowd(
        Tx tx,
        int orgId,
        ScheduleFilter filter,
        ScheduleOrder order,
        long bucket,
        long names,
        Place end) {
      this.tx = tx;
      this.orgId = orgId;
      this.filter = filter;
      this.order = order;
      this.bucket = bucket;
      this.names = names;
      this.end = end;
      String beat = ScheduleOrder.text(Agenda.beginningOf(bucket));
      firstOnBeat = new Place(beat, ScheduleLists.FIRST);
      lastOnBeat = new Place(beat, ScheduleLists.LAST);
    }

    Look<Place> look(Place start, int rows, int most, @Nullable Integer sorted) {
      if (!start.key().equals(firstOnBeat.key()) || (!order.down() && start.equals(lastOnBeat))) {
        Next next = offBeat(start, most);
        // Whoever is told to come again waits no second time.
        return next == null
            ? new Look<>(List.of(), start, ENOUGH)
            : among(next, start, rows, most, sorted);
      }
      if (names <= bounds.sorted()) {
        return among(named(start, most), start, rows, most, sorted);
      }
      Look<Place> along = look(along(start), start, rows, most);
      boolean onBeat = along.end() != null && along.end().key().equals(firstOnBeat.key());
      if (!along.found().isEmpty() || names > FAR_SORTED || !onBeat) {
        return along;
      }
      // Those that are due then lie elsewhere, and their names say where. That is enough for one
      // request.
      Place next = requireNonNull(along.end());
      int dense = (int) Math.min(names / 100, bounds.probed().first());
      return among(named(next, Math.max(most, dense)), next, rows, ENOUGH, sorted);
    }

    private Look<Place> among(
        Next next, Place start, int rows, int looked, @Nullable Integer sorted) {
      return look(
          sorted == null ? next : next.among(Among.these(tx, orgId, filter, next.ids()), sorted),
          start,
          rows,
          looked);
    }

    private Look<Place> look(Next next, Place start, int rows, int looked) {
      return new Look<>(
          NextRuns.these(tx, orgId, filter, order, next.ids(), start, next.end(), rows),
          next.end(),
          looked);
    }

    private Next named(Place start, int most) {
      return onBeat(tx.query(NEXT_NAMES).bind("bucket", bucket), start, most);
    }

    private Next along(Place start) {
      // In the order of ids schedules lie together, but not those of one workflow or agent.
      Look.Bound bound = Among.indexed(filter) ? bounds.scattered() : bounds.probed();
      return onBeat(Among.part(tx.query(NEXT_IDS), filter), start, bound.first());
    }

    private Next onBeat(Query query, Place start, int most) {
      List<Place> places =
          query
              .bind("org", orgId)
              .bind("after", start.id())
              .bind("most", most)
              .map((row, _) ->
                  new Place(firstOnBeat.key(), requireNonNull((UUID) row.getObject("id"))))
              .list();
      return Next.of(places, most, order.down() ? end : lastOnBeat);
    }

    private @Nullable Next offBeat(Place start, int most) {
      List<Mark> marks = offBeats.of(tx, orgId, order, bucket);
      if (marks == null) {
        return null;
      }
      int found = Collections.binarySearch(marks, Mark.of(order, start));
      int first = found < 0 ? -found - 1 : found + 1;
      List<Mark> some = marks.subList(first, Math.min(marks.size(), first + most));
      return Next.of(
          some.stream().map(mark -> mark.place(order)).toList(),
          most,
          order.down() ? firstOnBeat : end);
    }
  }

  /**
   * The next that may be shown, in their order.
   *
   * @param end none that may be shown is left out before it
   */
  private record Next(List<Place> places, Place end) {

    /**
     * @param behind where the list goes on when there are fewer than so many
     */
    static Next of(List<Place> places, int most, Place behind) {
      return new Next(places, places.size() < most ? behind : places.getLast());
    }

    List<UUID> ids() {
      return places.stream().map(Place::id).toList();
    }

    /** No more than so many of those that may pass the filter. */
    Next among(Set<UUID> passing, int most) {
      List<Place> some = places.stream().filter(place -> passing.contains(place.id())).toList();
      return some.size() <= most
          ? new Next(some, end)
          : new Next(some.subList(0, most), some.get(most - 1));
    }
  }

  /** About so many, if they are no more than are sorted. */
  private long names(Tx tx, int orgId, long bucket) {
    return tx.query(NAMES)
        .bind("org", orgId)
        .bind("bucket", bucket)
        .bind("most_names", bounds.sorted())
        .map((row, _) -> row.getLong("names"))
        .one();
  }
}
