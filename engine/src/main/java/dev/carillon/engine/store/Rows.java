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

  static final RowMapper<Timer> TIMER = (row, _) -> timer(row);
  static final RowMapper<OpenRun> OPEN_RUN = (row, _) -> openRun(row);
  static final RowMapper<RunRecord> RUN = (row, _) -> run(row);

  private Rows() {}

  /** By position, because it is read by the thousand: every statement lists these columns first. */
  static Timer timer(ResultSet row) throws SQLException {
    String lastStatus = row.getString(16);
    return new Timer(
        requireNonNull(uuid(row, 1)),
        row.getInt(2),
        row.getInt(3),
        row.getInt(4),
        row.getLong(5),
        Times.read(row, 6),
        Times.read(row, 7),
        row.getInt(8),
        row.getInt(9),
        row.getInt(10),
        row.getLong(11),
        row.getLong(12),
        row.getInt(13),
        row.getLong(14),
        Times.read(row, 15),
        lastStatus == null ? null : Words.read(RunStatus.class, lastStatus),
        row.getString(17),
        uuid(row, 18),
        row.getInt(19));
  }

  /** With a timer's columns, where it lies and how often its shard was changed come next. */
  static Sighting sighting(ResultSet row) throws SQLException {
    return new Sighting(
        timer(row), Places.read(requireNonNull(row.getString(20))), row.getLong(21));
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
