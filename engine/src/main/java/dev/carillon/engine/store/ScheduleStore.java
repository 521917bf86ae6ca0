package dev.carillon.engine.store;

import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.schedule.Timer;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Schedules and history as people see them. */
public interface ScheduleStore {

  /** Adds schedules with their timers, all or none. An id that exists already is refused. */
  void create(List<Entry> entries);

  @Nullable Entry schedule(int orgId, UUID scheduleId);

  /** Schedules of one organization in the order of their ids, which is that of their creation. */
  List<Entry> schedules(int orgId, @Nullable Status status, @Nullable UUID after, int limit);

  /**
   * Removes a schedule, its open runs and its history. Nodes that carry one out are told.
   *
   * @param version only if this is its version; null removes whatever is there
   */
  Deletion delete(int orgId, UUID scheduleId, @Nullable Long version);

  /** What became of a schedule that was to be deleted. */
  enum Deletion {
    DELETED,
    NO_SCHEDULE,
    STALE_VERSION
  }

  /**
   * The history of one schedule, newest first.
   *
   * @param before go on after this run, or null to begin with the newest
   */
  List<RunRecord> history(int orgId, UUID scheduleId, @Nullable UUID before, int limit);

  /** The open runs of one schedule, oldest slot first. */
  List<OpenRun> openRuns(int orgId, UUID scheduleId);

  /** One run that has ended, or null. */
  @Nullable RunRecord settledRun(int orgId, UUID runId);

  /** One run that is open, or null. */
  @Nullable OpenRun openRun(int orgId, UUID runId);

  /**
   * No row younger than this is swept: by its row an heir recognises a run that a dead node had
   * begun and settled. By then a node that cannot be reached is long buried, and its estate closed.
   */
  Duration SPARED = Duration.ofMinutes(5);

  /**
   * Removes history rows that are more than {@code keep} rows older than their schedule's newest
   * and older than {@link #SPARED}, and rows whose schedule is gone, looking at no more than {@code
   * limit} rows after the cursor.
   */
  Sweep sweepHistory(@Nullable SweepCursor after, int keep, int limit);

  /** A schedule and its state. */
  record Entry(Schedule schedule, Timer timer) {}

  /** How far a sweep has come: the last row it looked at. */
  record SweepCursor(int orgId, UUID runId) {}

  /**
   * @param next where to go on, or null when the end was reached
   */
  record Sweep(int looked, int removed, @Nullable SweepCursor next) {}
}
