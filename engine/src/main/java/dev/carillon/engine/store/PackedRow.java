package dev.carillon.engine.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A row that came as one value, made by {@code record_send}. The driver makes an object of every
 * value of every row; for rows that are read by the ten thousand, the driver's arrays were over a
 * quarter of all that was allocated. One instance is loaded with one row after the other.
 */
final class PackedRow implements Row {

  private static final int JSONB = 3802;

  private final Map<String, Integer> columns = new HashMap<>();
  private ByteBuffer bytes = ByteBuffer.allocate(0);
  private int[] starts = {};
  private int[] lengths = {};

  /**
   * @param names of the columns in their order; none if columns are asked for by number only
   */
  PackedRow(List<String> names) {
    for (String name : names) {
      columns.put(name, columns.size() + 1);
    }
  }

  PackedRow load(byte[] row) {
    bytes = ByteBuffer.wrap(row);
    int count = bytes.getInt();
    if (starts.length < count) {
      starts = new int[count];
      lengths = new int[count];
    }
    for (int i = 0; i < count; i++) {
      boolean jsonb = bytes.getInt() == JSONB;
      int length = bytes.getInt();
      int start = bytes.position();
      // A jsonb begins with the version of its format.
      int skipped = jsonb && length > 0 ? 1 : 0;
      starts[i] = start + skipped;
      lengths[i] = length - skipped;
      bytes.position(start + Math.max(length, 0));
    }
    return this;
  }

  @Override
  public int column(String name) {
    Integer column = columns.get(name);
    if (column == null) {
      throw new IllegalArgumentException("the row has no column " + name);
    }
    return column;
  }

  private boolean isNull(int column) {
    return lengths[column - 1] < 0;
  }

  @Override
  public long number(int column) {
    int start = starts[column - 1];
    return switch (lengths[column - 1]) {
      case 2 -> bytes.getShort(start);
      case 4 -> bytes.getInt(start);
      case 8 -> bytes.getLong(start);
      default -> 0;
    };
  }

  @Override
  public @Nullable String text(int column) {
    return isNull(column)
        ? null
        : new String(
            bytes.array(), starts[column - 1], lengths[column - 1], StandardCharsets.UTF_8);
  }

  @Override
  public @Nullable UUID uuid(int column) {
    int start = starts[column - 1];
    return isNull(column) ? null : new UUID(bytes.getLong(start), bytes.getLong(start + 8));
  }

  @Override
  public @Nullable Instant instant(int column) {
    return isNull(column) ? null : Times.ofWire(bytes.getLong(starts[column - 1]));
  }

  /** Where a row lies, see {@link Places}. */
  long place(int column) {
    int start = starts[column - 1];
    return Places.of(bytes.getInt(start), bytes.getShort(start + 4));
  }
}
