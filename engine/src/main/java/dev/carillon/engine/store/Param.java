package dev.carillon.engine.store;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jdbi.v3.core.argument.Argument;
import org.jspecify.annotations.Nullable;

/** How one value is handed to a statement. */
@FunctionalInterface
public interface Param {

  void set(PreparedStatement statement, int place) throws SQLException;

  /** The same for a statement that Jdbi runs. */
  default Argument argument() {
    return (place, statement, _) -> set(statement, place);
  }

  static Param of(int value) {
    return (statement, place) -> statement.setInt(place, value);
  }

  static Param of(long value) {
    return (statement, place) -> statement.setLong(place, value);
  }

  static Param of(boolean value) {
    return (statement, place) -> statement.setBoolean(place, value);
  }

  static Param of(@Nullable String value) {
    return (statement, place) -> statement.setString(place, value);
  }

  static Param of(@Nullable UUID value) {
    return (statement, place) -> statement.setObject(place, value, Types.OTHER);
  }

  static Param of(@Nullable Instant value) {
    return (statement, place) ->
        statement.setObject(
            place, value == null ? null : Times.parameter(value), Types.TIMESTAMP_WITH_TIMEZONE);
  }

  static Param ofNullable(@Nullable Integer value) {
    return (statement, place) -> statement.setObject(place, value, Types.INTEGER);
  }

  static Param ofNullable(@Nullable Long value) {
    return (statement, place) -> statement.setObject(place, value, Types.BIGINT);
  }

  static Param of(byte[] value) {
    return (statement, place) -> statement.setBytes(place, value);
  }

  static Param of(int[] values) {
    return (statement, place) -> statement.setObject(place, values);
  }

  static Param of(long[] values) {
    return (statement, place) -> statement.setObject(place, values);
  }

  static Param of(double[] values) {
    return (statement, place) -> statement.setObject(place, values);
  }

  static Param of(boolean[] values) {
    return (statement, place) -> statement.setObject(place, values);
  }

  static Param ints(Collection<? extends @Nullable Integer> values) {
    return (statement, place) ->
        statement.setArray(
            place, statement.getConnection().createArrayOf("int4", values.toArray(new Integer[0])));
  }

  static Param longs(Collection<? extends @Nullable Long> values) {
    return (statement, place) ->
        statement.setArray(
            place, statement.getConnection().createArrayOf("int8", values.toArray(new Long[0])));
  }

  static Param texts(Collection<? extends @Nullable String> values) {
    return (statement, place) ->
        statement.setArray(
            place, statement.getConnection().createArrayOf("text", values.toArray(new String[0])));
  }

  static Param uuids(Collection<? extends @Nullable UUID> values) {
    WireArray array =
        WireArray.uuids(
            values instanceof List<? extends @Nullable UUID> list ? list : List.copyOf(values));
    return (statement, place) -> statement.setObject(place, array);
  }

  /** One of each item, none of them null: see {@link WireArray}. */
  static <T extends @Nullable Object> Param uuids(List<T> items, Function<? super T, UUID> id) {
    WireArray array = WireArray.uuids(items, id);
    return (statement, place) -> statement.setObject(place, array);
  }

  static <T> Param places(List<T> items, Function<? super T, Long> of) {
    WireArray array = WireArray.places(items, of);
    return (statement, place) -> statement.setObject(place, array);
  }

  static <T extends @Nullable Object> Param instants(
      List<T> items, Function<? super T, Instant> instant) {
    WireArray array = WireArray.instants(items, instant);
    return (statement, place) -> statement.setObject(place, array);
  }

  static Param instants(List<? extends @Nullable Instant> values) {
    WireArray array = WireArray.instants(values);
    return (statement, place) -> statement.setObject(place, array);
  }
}
