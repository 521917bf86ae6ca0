package dev.carillon.server.store;

import dev.carillon.engine.store.ScheduleStore.Entry;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a list of schedules goes by. Schedules without the moment that is asked for come last, both
 * ways.
 */
public record ScheduleOrder(By by, boolean down) {

  /** What can be sorted by. */
  public enum By {
    NAME,
    NEXT_RUN_AT,
    LAST_RUN_AT,
    STATUS
  }

  /**
   * Where a list goes on: behind the schedule of this id, which stood there by this key. Both are
   * needed, since most schedules move on while somebody turns pages.
   */
  public record Place(String key, UUID id) {}

  /** Stands for no moment. */
  static final String NEVER = "never";

  /** Thirty thousand years before and behind all moments that anything runs at. */
  private static final String EARLIEST = "-" + "9".repeat(18);

  private static final String LATEST = "9".repeat(18);

  boolean byTime() {
    return by == By.NEXT_RUN_AT || by == By.LAST_RUN_AT;
  }

  /** Before all schedules of an order by a time: where a list goes on that has not come further. */
  Place beginning() {
    return new Place(down ? LATEST : EARLIEST, ScheduleLists.FIRST);
  }

  public Place place(Entry entry) {
    String key =
        switch (by) {
          case NAME -> entry.schedule().name();
          case STATUS -> entry.schedule().status().name().toLowerCase(Locale.ROOT);
          case NEXT_RUN_AT -> text(entry.timer().dueAt());
          case LAST_RUN_AT -> text(entry.timer().lastRunAt());
        };
    return new Place(key, entry.schedule().id());
  }

  static String text(@Nullable Instant moment) {
    return moment == null ? NEVER : Long.toString(micros(moment));
  }

  private static long micros(Instant moment) {
    return moment.getEpochSecond() * 1_000_000 + moment.getNano() / 1_000;
  }

  /** The moment of a key; null for none. */
  static @Nullable Instant momentOf(String key) {
    return key.equals(NEVER) ? null : Instant.EPOCH.plus(Long.parseLong(key), ChronoUnit.MICROS);
  }

  /** The key of a number; the other way round. */
  String key(double number) {
    return Double.isInfinite(number)
        ? NEVER
        : Long.toString(Math.round((down ? -1 : 1) * number * 1e6));
  }

  /** Whether this can be the key of a place in this order. */
  public boolean accepts(String key) {
    return !byTime() || key.equals(NEVER) || key.matches("-?\\d{1,18}");
  }

  /** A moment as a number that grows in the order of the list; PostgreSQL computes the same. */
  double number(String key) {
    return key.equals(NEVER)
        ? Double.POSITIVE_INFINITY
        : (down ? -1 : 1) * (Long.parseLong(key) / 1e6);
  }
}
