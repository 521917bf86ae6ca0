package dev.carillon.engine.store;

import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.store.ScheduleStore.Entry;
import java.util.Optional;
import org.jdbi.v3.core.mapper.RowMapper;

/** How other modules read rows of the engine's tables that their own statements select. */
public final class RowMappers {

  /**
   * The columns of the timer in the order of {@code schedules/find.sql}, then all of the schedule.
   * Empty for a row that is no definition: it must not keep others from being read.
   */
  public static final RowMapper<Optional<Entry>> SCHEDULE = PgSchedules.ENTRY;

  /** All columns of {@code carillon.runs}. */
  public static final RowMapper<RunRecord> RUN = Rows.RUN;

  /** All columns of {@code carillon.open_runs}. */
  public static final RowMapper<OpenRun> OPEN_RUN = Rows.OPEN_RUN;

  private RowMappers() {}
}
