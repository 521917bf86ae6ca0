package dev.carillon.engine.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One row of an answer, whichever way it came; columns count from 1. */
interface Row {

  int column(String name) throws SQLException;

  /** A whole number, or 0 for none. */
  long number(int column) throws SQLException;

  @Nullable String text(int column) throws SQLException;

  @Nullable UUID uuid(int column) throws SQLException;

  @Nullable Instant instant(int column) throws SQLException;

  /** True only when these columns, and all between them, hold what the row before held. */
  default boolean repeats(String first, String last) {
    return false;
  }

  default int whole(String name) throws SQLException {
    return Math.toIntExact(number(column(name)));
  }

  default long number(String name) throws SQLException {
    return number(column(name));
  }

  default @Nullable String text(String name) throws SQLException {
    return text(column(name));
  }

  default String someText(String name) throws SQLException {
    return Objects.requireNonNull(text(name), name);
  }

  default @Nullable UUID uuid(String name) throws SQLException {
    return uuid(column(name));
  }

  default @Nullable Instant instant(String name) throws SQLException {
    return instant(column(name));
  }

  default Instant someInstant(String name) throws SQLException {
    return Objects.requireNonNull(instant(name), name);
  }

  /** A row with a column for each value, as most statements answer. */
  static Row of(ResultSet row) {
    return new Row() {
      @Override
      public int column(String name) throws SQLException {
        return row.findColumn(name);
      }

      @Override
      public long number(int column) throws SQLException {
        return row.getLong(column);
      }

      @Override
      public @Nullable String text(int column) throws SQLException {
        return row.getString(column);
      }

      @Override
      public @Nullable UUID uuid(int column) throws SQLException {
        return (UUID) row.getObject(column);
      }

      @Override
      public @Nullable Instant instant(int column) throws SQLException {
        return Times.read(row, column);
      }
    };
  }
}
