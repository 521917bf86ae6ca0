package dev.carillon.engine.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Instants as PostgreSQL has them: whole microseconds, and an infinity at either end. */
public final class Times {

  /** PostgreSQL counts from here. */
  private static final long EPOCH_2000_SECONDS = 946_684_800L;

  private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999Z");

  private Times() {}

  /** What a timestamptz is on the wire: microseconds since 2000, the extremes being infinite. */
  static long wire(Instant instant) {
    if (instant.isBefore(FIRST)) {
      return Long.MIN_VALUE;
    }
    if (instant.isAfter(LAST)) {
      return Long.MAX_VALUE;
    }
    return (instant.getEpochSecond() - EPOCH_2000_SECONDS) * 1_000_000 + instant.getNano() / 1_000;
  }

  /** The reverse of {@link #wire}; the infinities become what the driver makes of them. */
  static Instant ofWire(long micros) {
    if (micros == Long.MAX_VALUE) {
      return OffsetDateTime.MAX.toInstant();
    }
    if (micros == Long.MIN_VALUE) {
      return OffsetDateTime.MIN.toInstant();
    }
    return Instant.ofEpochSecond(
        EPOCH_2000_SECONDS + Math.floorDiv(micros, 1_000_000L),
        Math.floorMod(micros, 1_000_000L) * 1_000L);
  }

  /**
   * Seconds since 1970, the way in which moments of runs travel. A double of our days tells
   * microseconds apart, and PostgreSQL's to_timestamp rounds to them.
   */
  static double seconds(Instant instant) {
    long micros = instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1_000;
    return micros / 1e6;
  }

  /** The reverse, as to_timestamp has it. */
  static Instant ofSeconds(double seconds) {
    return Instant.EPOCH.plus(Math.round(seconds * 1e6), ChronoUnit.MICROS);
  }

  static String text(Instant instant) {
    if (instant.isBefore(FIRST)) {
      return "-infinity";
    }
    return instant.isAfter(LAST) ? "infinity" : instant.truncatedTo(ChronoUnit.MICROS).toString();
  }

  /** For a single parameter; the driver writes its extremes as infinities. */
  static OffsetDateTime parameter(Instant instant) {
    if (instant.isBefore(FIRST)) {
      return OffsetDateTime.MIN;
    }
    return instant.isAfter(LAST)
        ? OffsetDateTime.MAX
        : instant.truncatedTo(ChronoUnit.MICROS).atOffset(ZoneOffset.UTC);
  }

  static @Nullable Instant read(ResultSet row, int column) throws SQLException {
    OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }

  public static @Nullable Instant read(ResultSet row, String column) throws SQLException {
    return read(row, row.findColumn(column));
  }
}
