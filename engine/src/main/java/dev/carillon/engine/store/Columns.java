package dev.carillon.engine.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Lists of values as the columns that a statement takes, in the order of an index. */
final class Columns {

  /** The order of a uuid index: by unsigned bytes. {@link UUID#compareTo} has another one. */
  static final Comparator<UUID> INDEX_ORDER =
      Comparator.comparingLong((UUID id) -> id.getMostSignificantBits() + Long.MIN_VALUE)
          .thenComparingLong(id -> id.getLeastSignificantBits() + Long.MIN_VALUE);

  private Columns() {}

  /** An item's id as two numbers, and where the item stood before. */
  private record Place(long high, long low, int index) implements Comparable<Place> {

    static Place of(UUID id, int index) {
      // Shifted, so that signed comparison gives the order of unsigned bytes.
      return new Place(
          id.getMostSignificantBits() + Long.MIN_VALUE,
          id.getLeastSignificantBits() + Long.MIN_VALUE,
          index);
    }

    @Override
    public int compareTo(Place other) {
      int byHigh = Long.compare(high, other.high);
      return byHigh != 0 ? byHigh : Long.compare(low, other.low);
    }
  }

  /** Where each item is found, in the order of the ids. */
  static <T> int[] sorted(List<T> items, Function<T, UUID> id) {
    return sorted(IntStream.range(0, items.size()).toArray(), index -> id.apply(items.get(index)));
  }

  /** These indexes in the order of their ids. */
  static int[] sorted(int[] indexes, IntFunction<UUID> id) {
    Place[] places = new Place[indexes.length];
    for (int i = 0; i < places.length; i++) {
      places[i] = Place.of(id.apply(indexes[i]), indexes[i]);
    }
    Arrays.sort(places);
    int[] order = new int[places.length];
    for (int i = 0; i < order.length; i++) {
      order[i] = places[i].index();
    }
    return order;
  }

  static <T, C extends @Nullable Object> List<C> column(List<T> items, Function<T, C> of) {
    List<C> column = new ArrayList<>(items.size());
    for (T item : items) {
      column.add(of.apply(item));
    }
    return column;
  }

  static <T> int[] ints(List<T> items, ToIntFunction<T> of) {
    int[] column = new int[items.size()];
    for (int i = 0; i < column.length; i++) {
      column[i] = of.applyAsInt(items.get(i));
    }
    return column;
  }

  static <T> long[] longs(List<T> items, ToLongFunction<T> of) {
    long[] column = new long[items.size()];
    for (int i = 0; i < column.length; i++) {
      column[i] = of.applyAsLong(items.get(i));
    }
    return column;
  }
}
