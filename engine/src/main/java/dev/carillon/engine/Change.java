package dev.carillon.engine;

import dev.carillon.engine.store.ScheduleStore.Entry;
import org.jspecify.annotations.Nullable;

/** One of the changes that {@link Schedules#make} makes together, or not at all. */
public sealed interface Change {

  /** A new schedule. */
  record Create(ScheduleDraft draft) implements Change {}

  /**
   * Another definition, another status, or both, of a schedule that no other change of them names.
   *
   * @param seen the schedule as the editor saw it; edited since, it is not edited again
   * @param draft what it shall be, or null to keep the definition
   * @param active whether it shall be resumed or paused, or null to keep the status
   * @param reason why it is paused
   */
  record Alter(Entry seen, @Nullable ScheduleDraft draft, @Nullable Boolean active, String reason)
      implements Change {}
}
