package dev.carillon.engine.store;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.postgresql.core.Oid;
import org.postgresql.util.PGBinaryObject;
import org.postgresql.util.PGobject;

/**
 * An array of uuids, instants or places as a parameter. The driver itself sends these as text only,
 * which PostgreSQL would have to parse element by element; connections that {@link Pinned} has
 * prepared send them in binary form, others as text.
 */
final class WireArray extends PGobject implements PGBinaryObject {

  private static final int HEADER_BYTES = 20;
  private static final int EMPTY_BYTES = 12;

  private static final int UUID_BYTES = 16;
  private static final int INSTANT_BYTES = 8;
  private static final int PLACE_BYTES = 6;

  private final transient List<?> items;
  private final transient Function<Object, @Nullable Object> element;
  private final int elementOid;
  private final int elementBytes;
  private final int nulls;

  @SuppressWarnings("unchecked") // the items are only ever handed to their own function
  private <T extends @Nullable Object> WireArray(
      String type,
      int elementOid,
      int elementBytes,
      List<T> items,
      Function<? super T, ? extends @Nullable Object> element,
      int nulls) {
    setType(type);
    this.items = items;
    this.element = (Function<Object, @Nullable Object>) (Function<?, ?>) element;
    this.elementOid = elementOid;
    this.elementBytes = elementBytes;
    this.nulls = nulls;
  }

  static WireArray uuids(List<? extends @Nullable UUID> uuids) {
    return new WireArray("_uuid", Oid.UUID, UUID_BYTES, uuids, id -> id, nulls(uuids));
  }

  /** One of each item; none may be null. Taken from the items as the array is sent. */
  static <T extends @Nullable Object> WireArray uuids(List<T> items, Function<? super T, UUID> id) {
    return new WireArray("_uuid", Oid.UUID, UUID_BYTES, items, id, 0);
  }

  static WireArray instants(List<? extends @Nullable Instant> instants) {
    return new WireArray(
        "_timestamptz",
        Oid.TIMESTAMPTZ,
        INSTANT_BYTES,
        instants,
        instant -> instant,
        nulls(instants));
  }

  /** One of each item; none may be null. Taken from the items as the array is sent. */
  static <T extends @Nullable Object> WireArray instants(
      List<T> items, Function<? super T, Instant> instant) {
    return new WireArray("_timestamptz", Oid.TIMESTAMPTZ, INSTANT_BYTES, items, instant, 0);
  }

  /** Places of rows, as {@link Places} has them. */
  static <T> WireArray places(List<T> items, Function<? super T, Long> place) {
    return new WireArray("_tid", Places.OID, PLACE_BYTES, items, place, 0);
  }

  /** Not by contains: immutable lists refuse to be asked for null. */
  private static int nulls(List<?> elements) {
    int nulls = 0;
    for (Object element : elements) {
      if (element == null) {
        nulls++;
      }
    }
    return nulls;
  }

  /** The types that a connection must be told to send in binary form. */
  static List<Integer> arrayOids() {
    return List.of(Oid.UUID_ARRAY, Oid.TIMESTAMPTZ_ARRAY, Places.ARRAY_OID);
  }

  @Override
  public @Nullable String getValue() {
    Function<@Nullable Object, String> text =
        element ->
            switch (element) {
              case null -> "NULL";
              case Instant instant -> '"' + Times.text(instant) + '"';
              case Long place -> '"' + Places.text(place) + '"';
              default -> element.toString();
            };
    return items.stream().map(element).map(text).collect(Collectors.joining(",", "{", "}"));
  }

  @Override
  public int lengthInBytes() {
    return items.isEmpty()
        ? EMPTY_BYTES
        : HEADER_BYTES + 4 * items.size() + elementBytes * (items.size() - nulls);
  }

  @Override
  public void toBytes(byte[] bytes, int offset) {
    putInt(bytes, offset, items.isEmpty() ? 0 : 1);
    putInt(bytes, offset + 4, nulls == 0 ? 0 : 1);
    putInt(bytes, offset + 8, elementOid);
    if (items.isEmpty()) {
      return;
    }
    putInt(bytes, offset + 12, items.size());
    putInt(bytes, offset + 16, 1);
    int at = offset + HEADER_BYTES;
    for (Object item : items) {
      Object value = element.apply(item);
      putInt(bytes, at, value == null ? -1 : elementBytes);
      at += 4;
      if (value != null) {
        put(bytes, at, value);
        at += elementBytes;
      }
    }
  }

  /** By the length, which tells the type: a switch over types costs more than all the rest. */
  private void put(byte[] bytes, int at, Object value) {
    if (elementBytes == UUID_BYTES) {
      UUID id = (UUID) value;
      putLong(bytes, at, id.getMostSignificantBits());
      putLong(bytes, at + 8, id.getLeastSignificantBits());
    } else if (elementBytes == INSTANT_BYTES) {
      putLong(bytes, at, Times.wire((Instant) value));
    } else {
      long place = (Long) value;
      putInt(bytes, at, Places.block(place));
      bytes[at + 4] = (byte) (Places.offset(place) >> 8);
      bytes[at + 5] = (byte) Places.offset(place);
    }
  }

  // By hand, for the reason that PackedRow reads by hand.

  private static void putInt(byte[] bytes, int at, int value) {
    bytes[at] = (byte) (value >> 24);
    bytes[at + 1] = (byte) (value >> 16);
    bytes[at + 2] = (byte) (value >> 8);
    bytes[at + 3] = (byte) value;
  }

  private static void putLong(byte[] bytes, int at, long value) {
    putInt(bytes, at, (int) (value >> 32));
    putInt(bytes, at + 4, (int) value);
  }

  @Override
  public void setByteValue(byte[] value, int offset) {
    throw new UnsupportedOperationException("this array is a parameter, it is never read");
  }

  // Two parameters are one only if they are the same object; the driver asks for neither.
  @Override
  public boolean equals(@Nullable Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }

  @Override
  public Object clone() {
    throw new UnsupportedOperationException("this array is a parameter, it is never copied");
  }
}
