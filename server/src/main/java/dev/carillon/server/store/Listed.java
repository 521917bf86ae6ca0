package dev.carillon.server.store;

import dev.carillon.engine.store.ScheduleStore.Entry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of schedules. It may have fewer than were asked for, even none, and yet not be the last: a
 * request looks at so many rows and no more.
 *
 * @param next the place behind which the list goes on; null when nothing is left
 */
public record Listed<P>(List<Entry> entries, @Nullable P next) {

  public Listed {
    entries = List.copyOf(entries);
  }
}
