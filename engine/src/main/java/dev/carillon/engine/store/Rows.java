package dev.carillon.engine.store;

import static java.util.Objects.requireNonNull;

import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.Origin;
import dev.carillon.engine.run.RunError;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.run.RunState;
import dev.carillon.engine.run.RunStatus;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.RunStore.Sighting;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.UUID;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jspecify.annotations.Nullable;

/** Rows of timers, open runs and history as values. */
final class Rows {

  static final RowMapper<Timer> TIMER = (row, _) -> timer(Row.of(row));
  static final RowMapper<OpenRun> OPEN_RUN = (row, _) -> openRun(row);
  static final RowMapper<RunRecord> RUN = (row, _) -> run(row);

  private Rows() {}

  /** By position, because it is read by the thousand: every statement lists these columns first. */
  static Timer timer(Row row) throws SQLException {
    String lastStatus = row.text(16);
    return new Timer(
        requireNonNull(row.uuid(1)),
        (int) row.number(2),
        (int) row.number(3),
        (int) row.number(4),
        row.number(5),
        row.instant(6),
        row.instant(7),
        (int) row.number(8),
        (int) row.number(9),
        (int) row.number(10),
        row.number(11),
        row.number(12),
        (int) row.number(13),
        row.number(14),
        row.instant(15),
        lastStatus == null ? null : Words.read(RunStatus.class, lastStatus),
        row.text(17),
        row.uuid(18),
        (int) row.number(19));
  }

  /**
   * With a timer's columns, where it lies comes next: its row, or its cohort if it is a member.
   *
   * @param changes how often each shard was changed
   */
  static Sighting sighting(PackedRow row, long[] changes) throws SQLException {
    Timer timer = timer(row);
    long place = row.has(21) ? row.number(21) : row.place(20);
    return new Sighting(timer, place, changes[timer.shard()]);
  }

  static OpenRun openRun(ResultSet row) throws SQLException {
    return new OpenRun(
        requireNonNull(uuid(row, "id")),
        row.getInt("org_id"),
        requireNonNull(uuid(row, "schedule_id")),
        row.getInt("shard"),
        Words.read(Origin.class, text(row, "origin")),
        instant(row, "slot_at"),
        instant(row, "first_due_at"),
        row.getInt("repeat"),
        row.getInt("retry"),
        state(row),
        Times.read(row, "started_at"),
        row.getString("payload"),
        row.getString("cancel_reason"),
        Json.attempts(row.getString("attempts")));
  }

  private static RunState state(ResultSet row) throws SQLException {
    String state = text(row, "state");
    return switch (state) {
      case "queued" -> new RunState.Queued();
      case "waiting" -> new RunState.Waiting(instant(row, "due_at"));
      case "running" ->
          new RunState.Running(
              row.getInt("node"),
              row.getLong("fence"),
              instant(row, "attempt_started_at"),
              instant(row, "deadline_at"));
      case "accepted" ->
          new RunState.Accepted(
              row.getLong("fence"),
              instant(row, "attempt_started_at"),
              instant(row, "deadline_at"));
      default -> throw new IllegalArgumentException("unknown state of an open run: " + state);
    };
  }

  static RunRecord run(ResultSet row) throws SQLException {
    String errorCode = row.getString("error_code");
    return new RunRecord(
        requireNonNull(uuid(row, "id")),
        row.getInt("org_id"),
        requireNonNull(uuid(row, "schedule_id")),
        uuid(row, "previous_id"),
        row.getInt("seq"),
        Words.read(Origin.class, text(row, "origin")),
        instant(row, "slot_at"),
        row.getInt("repeat"),
        row.getInt("retry"),
        Words.read(RunStatus.class, text(row, "status")),
        row.getString("reason"),
        row.getLong("skipped_slots"),
        Times.read(row, "skipped_until"),
        Times.read(row, "started_at"),
        Times.read(row, "attempt_started_at"),
        instant(row, "completed_at"),
        row.getLong("lateness_ms"),
        errorCode == null ? null : new RunError(errorCode, text(row, "error_message")),
        row.getObject("node", Integer.class),
        Json.attempts(row.getString("attempts")));
  }

  static @Nullable UUID uuid(ResultSet row, int column) throws SQLException {
    return (UUID) row.getObject(column);
  }

  static @Nullable UUID uuid(ResultSet row, String column) throws SQLException {
    return (UUID) row.getObject(column);
  }

  static Instant instant(ResultSet row, String column) throws SQLException {
    return requireNonNull(Times.read(row, column), column);
  }

  static String text(ResultSet row, String column) throws SQLException {
    return requireNonNull(row.getString(column), column);
  }
}
