package dev.carillon.server.store;

import static java.util.Objects.requireNonNull;

import dev.carillon.engine.schedule.IntervalFrom;
import dev.carillon.engine.schedule.Slots;
import dev.carillon.engine.store.Times;
import dev.carillon.engine.timing.Cron;
import dev.carillon.engine.timing.Interval;
import dev.carillon.engine.timing.Once;
import dev.carillon.engine.timing.Timing;
import dev.carillon.engine.timing.TimingException;
import dev.carillon.engine.timing.Window;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * A schedule that will fire, as far as is needed to say when.
 *
 * @param target the kind of it, as a word
 * @param slotAt its next slot
 * @param dueAt when that may start
 */
public record Ahead(
    UUID scheduleId, String name, String target, Slots slots, Instant slotAt, Instant dueAt) {

  /** Reads rows; most schedules share their cron with others, and reading one is not for free. */
  static final class Reader {

    private final Map<String, Cron> crons = new HashMap<>();

    /** Empty for a row that is no definition: it must not keep others from being read. */
    Optional<Ahead> read(ResultSet row) throws SQLException {
      try {
        return Optional.of(
            new Ahead(
                requireNonNull((UUID) row.getObject("schedule_id")),
                requireNonNull(row.getString("name")),
                requireNonNull(row.getString("target")),
                slots(row),
                requireNonNull(Times.read(row, "slot_at")),
                requireNonNull(Times.read(row, "due_at"))));
      } catch (IllegalArgumentException | NullPointerException | DateTimeException e) {
        return Optional.empty();
      } catch (TimingException e) {
        return Optional.empty();
      }
    }

    private Slots slots(ResultSet row) throws SQLException {
      String from = row.getString("interval_from");
      return new Slots(
          timing(row),
          from == null ? IntervalFrom.SLOT : IntervalFrom.valueOf(from.toUpperCase(Locale.ROOT)),
          new Window(Times.read(row, "start_at"), Times.read(row, "end_at")),
          Duration.ofMillis(row.getLong("jitter_ms")));
    }

    private Timing timing(ResultSet row) throws SQLException {
      String cron = row.getString("cron");
      if (cron != null) {
        String zone = requireNonNull(row.getString("timezone"));
        return crons.computeIfAbsent(cron + " " + zone, _ -> Cron.parse(cron, ZoneId.of(zone)));
      }
      Instant runAt = Times.read(row, "run_at");
      return runAt == null
          ? new Interval(
              Duration.ofMillis(row.getLong("interval_ms")),
              requireNonNull(Times.read(row, "anchor_at")))
          : new Once(runAt);
    }
  }
}
