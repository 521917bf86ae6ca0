package dev.carillon.engine.store;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Rows that came as one value, each made by {@code record_send} and put behind the one before. The
 * driver makes an object of every value of every row; for rows that are read by the ten thousand,
 * the driver's arrays were over a quarter of all that was allocated. One instance stands on one row
 * after the other.
 */
final class PackedRow implements Row {

  private static final int JSONB = 3802;

  /** What stands before each value: the number of its type, and its length. */
  private static final int HEADER_BYTES = 8;

  private static final byte[] NONE = {};

  /** How many questions about a row are remembered for the next one. */
  private static final int POINTS = 64;

  private final Map<String, Integer> columns = new HashMap<>();
  private final @Nullable String[] askedNames = new String[POINTS];
  private final int[] askedColumns = new int[POINTS];

  /** How many columns of this row were asked for by name. */
  private int asked;

  private byte[] rows = NONE;

  /** Where the next row begins. */
  private int at;

  private Layout row = new Layout();

  /** The row that it stood on before. */
  private Layout before = new Layout();

  /** Where the values of a row lie; a value that is null has a length below 0. */
  private static final class Layout {
    private byte[] bytes = {};
    private int[] starts = {};
    private int[] lengths = {};
  }

  /**
   * @param names of the columns in their order; none if columns are asked for by number only
   */
  PackedRow(List<String> names) {
    for (String name : names) {
      columns.put(name, columns.size() + 1);
    }
  }

  /** Stands before the first of these rows; no value holds none. */
  PackedRow over(byte @Nullable [] packed) {
    rows = packed == null ? NONE : packed;
    at = 0;
    return this;
  }

  /** Goes on to the next row, if there is one. */
  boolean next() {
    if (at >= rows.length) {
      return false;
    }
    asked = 0;
    Layout next = before;
    before = row;
    row = next;
    next.bytes = rows;
    int count = WireNumbers.intAt(rows, at);
    if (next.starts.length != count) {
      next.starts = new int[count];
      next.lengths = new int[count];
    }
    at += 4;
    for (int i = 0; i < count; i++) {
      int length = WireNumbers.intAt(rows, at + 4);
      // A jsonb begins with the version of its format.
      int skipped = length > 0 && WireNumbers.intAt(rows, at) == JSONB ? 1 : 0;
      at += HEADER_BYTES;
      next.starts[i] = at + skipped;
      next.lengths[i] = length - skipped;
      at += Math.max(length, 0);
    }
    return true;
  }

  /**
   * True when these columns are those of the row before, byte for byte: most schedules share their
   * targets and policies with their neighbours.
   */
  @Override
  public boolean repeats(String first, String last) {
    int from = column(first) - 1;
    int to = column(last) - 1;
    return before.starts.length == row.starts.length
        && Arrays.equals(
            row.bytes,
            row.starts[from] - HEADER_BYTES,
            row.starts[to] + Math.max(row.lengths[to], 0),
            before.bytes,
            before.starts[from] - HEADER_BYTES,
            before.starts[to] + Math.max(before.lengths[to], 0));
  }

  /**
   * Rows are read alike, one after the other: the column that was asked for at this point of the
   * row before is mostly the one asked for now.
   */
  @Override
  @SuppressWarnings("ReferenceEquality") // another string of the same letters is looked up
  public int column(String name) {
    int point = asked++ % POINTS;
    if (askedNames[point] != name) {
      askedColumns[point] = find(name);
      askedNames[point] = name;
    }
    return askedColumns[point];
  }

  private int find(String name) {
    Integer column = columns.get(name);
    if (column == null) {
      throw new IllegalArgumentException("the row has no column " + name);
    }
    return column;
  }

  private boolean isNull(int column) {
    return row.lengths[column - 1] < 0;
  }

  @Override
  public long number(int column) {
    int start = row.starts[column - 1];
    return switch (row.lengths[column - 1]) {
      case 2 -> WireNumbers.shortAt(row.bytes, start);
      case 4 -> WireNumbers.intAt(row.bytes, start);
      case 8 -> WireNumbers.longAt(row.bytes, start);
      default -> 0;
    };
  }

  @Override
  public @Nullable String text(int column) {
    int length = row.lengths[column - 1];
    if (length <= 0) {
      return length < 0 ? null : "";
    }
    return new String(row.bytes, row.starts[column - 1], length, StandardCharsets.UTF_8);
  }

  @Override
  public @Nullable UUID uuid(int column) {
    int start = row.starts[column - 1];
    return isNull(column) ? null : WireNumbers.uuidAt(row.bytes, start);
  }

  @Override
  public @Nullable Instant instant(int column) {
    return isNull(column)
        ? null
        : Times.ofWire(WireNumbers.longAt(row.bytes, row.starts[column - 1]));
  }

  boolean has(int column) {
    return !isNull(column);
  }

  /** A copy. */
  byte[] bytes(int column) {
    int start = row.starts[column - 1];
    return Arrays.copyOfRange(row.bytes, start, start + Math.max(row.lengths[column - 1], 0));
  }

  WireElements elements(int column) {
    return new WireElements(row.bytes, row.starts[column - 1], row.lengths[column - 1]);
  }

  CohortTexts texts(int column) {
    return new CohortTexts(row.bytes, row.starts[column - 1]);
  }

  /** Where a row lies, see {@link Places}. */
  long place(int column) {
    int start = row.starts[column - 1];
    return WireNumbers.placeAt(row.bytes, start);
  }
}
