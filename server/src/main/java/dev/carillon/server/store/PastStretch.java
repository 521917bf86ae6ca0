package dev.carillon.server.store;

import dev.carillon.server.store.ScheduleOrder.Place;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The schedules whose last run lay between two places of the order when all timers were looked at.
 *
 * @param start the place before the first of them
 * @param marks in their order, none left out
 * @param taken when the transaction began that looked
 */
record PastStretch(int orgId, boolean down, Mark start, List<Mark> marks, Instant taken) {

  /** So far back, a run that ends after the look ends out of order. */
  private static final Duration PAST = Duration.ofMinutes(2);

  /** A place in the order: the key grows in its direction, and is infinite without a run. */
  record Mark(double key, UUID id) implements Comparable<Mark> {

    static final Mark BEFORE_ALL = new Mark(Double.NEGATIVE_INFINITY, new UUID(0, 0));

    static Mark of(ScheduleOrder order, @Nullable Place place) {
      return place == null || place.equals(order.beginning())
          ? BEFORE_ALL
          : new Mark(order.number(place.key()), place.id());
    }

    Place place(ScheduleOrder order) {
      return new Place(order.key(key), id);
    }

    /** Behind all that ran last at this moment. */
    static Mark behind(ScheduleOrder order, Instant moment) {
      return new Mark(order.number(ScheduleOrder.text(moment)), new UUID(-1, -1));
    }

    @Override
    public int compareTo(Mark other) {
      int keys = Double.compare(key, other.key);
      return keys != 0 ? keys : RunLists.unsigned(id, other.id);
    }
  }

  PastStretch {
    marks = List.copyOf(marks);
  }

  /** The part that only loses schedules: neither what ran of late nor what never ran. */
  PastStretch past() {
    double bound = taken.minus(PAST).toEpochMilli() / 1e3;
    if (down) {
      List<Mark> late = marks.stream().takeWhile(mark -> -mark.key() > bound).toList();
      return new PastStretch(
          orgId,
          true,
          late.isEmpty() ? start : late.getLast(),
          marks.stream()
              .skip(late.size())
              .takeWhile(mark -> mark.key() < Double.POSITIVE_INFINITY)
              .toList(),
          taken);
    }
    return new PastStretch(
        orgId, false, start, marks.stream().takeWhile(mark -> mark.key() <= bound).toList(), taken);
  }

  /** Whether what comes behind this place begins in it. */
  boolean covers(int org, boolean backwards, Mark place) {
    return org == orgId
        && backwards == down
        && !marks.isEmpty()
        && start.compareTo(place) <= 0
        && place.compareTo(marks.getLast()) < 0;
  }

  List<Mark> behind(Mark place) {
    int at = 0;
    while (at < marks.size() && marks.get(at).compareTo(place) <= 0) {
      at++;
    }
    return marks.subList(at, marks.size());
  }
}
