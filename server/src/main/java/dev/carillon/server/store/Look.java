package dev.carillon.server.store;

import dev.carillon.engine.store.ScheduleStore.Entry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a look at a part of a list found: all that passes the filter between the place where it
 * began and the one where it ended, or as many as were asked for.
 *
 * @param end null when the list ends there too
 * @param looked rows that this look was worth
 */
record Look<P>(List<Entry> found, @Nullable P end, int looked) {

  /** Looks behind a place, at about so many rows, until so many are found. */
  interface Step<P> {
    Look<P> look(@Nullable P after, int rows, int most);
  }

  /**
   * How much one request may look at.
   *
   * @param first rows of one look; behind the first of them the filter's own index is asked
   * @param all rows altogether, apart from those
   * @param few of those that the filter's own index has, so many are looked at
   */
  record Bound(int first, int all, int few) {}

  /**
   * The bounds of a list, for about 30 ms each.
   *
   * @param along rows that are read in the order of an index or of the table
   * @param probed rows that are found one by one, but lie together
   * @param scattered rows that are found one by one all over the table
   * @param named schedules of which an index says whether they pass, before any is fetched
   * @param sorted names of one bucket of the agenda, of which the next are fetched
   */
  record Bounds(Bound along, Bound probed, Bound scattered, Bound named, int sorted) {
    static final Bounds USUAL =
        new Bounds(
            new Bound(5_000, 10_000, 1_000),
            new Bound(2_000, 4_000, 1_000),
            new Bound(500, 1_200, 1_000),
            new Bound(2_500, 10_000, 1_000),
            50_000);
  }

  Look {
    found = List.copyOf(found);
  }

  /**
   * A page. What is common is found by a first look; what is rare, by the filter's own index; for
   * what is neither there are further looks while there is time, and then the page ends where the
   * last of them ended.
   *
   * @param timely whether there is time for another look
   * @param few all behind the place that pass the filter, if these are few; otherwise null
   */
  static <P> Listed<P> page(
      @Nullable P after,
      int limit,
      Bound bound,
      BooleanSupplier timely,
      Step<P> step,
      Supplier<@Nullable List<Entry>> few,
      Function<Entry, P> place) {
    List<Entry> found = new ArrayList<>();
    Set<UUID> seen = new HashSet<>();
    P at = after;
    for (int looked = 0; looked < bound.all() && (looked == 0 || timely.getAsBoolean()); ) {
      int rows = limit + 1 - found.size();
      int most = Math.min(bound.first(), bound.all() - looked);
      Look<P> look = step.look(at, rows, most);
      // A schedule that moves on between two looks may be met twice.
      look.found().stream().filter(entry -> seen.add(entry.schedule().id())).forEach(found::add);
      at = look.found().size() < rows ? look.end() : place.apply(look.found().getLast());
      if (at == null || found.size() > limit) {
        return page(found, limit, place, null);
      }
      if (looked == 0) {
        List<Entry> all = few.get();
        if (all != null) {
          return page(all, limit, place, null);
        }
      }
      looked += Math.max(look.looked(), 1);
    }
    return page(found, limit, place, at);
  }

  /**
   * @param found one more than is shown, if there are so many
   */
  static <P> Listed<P> page(
      List<Entry> found, int limit, Function<Entry, P> place, @Nullable P end) {
    if (found.size() <= limit) {
      return new Listed<>(found, end);
    }
    List<Entry> shown = found.subList(0, limit);
    return new Listed<>(shown, place.apply(shown.getLast()));
  }
}
