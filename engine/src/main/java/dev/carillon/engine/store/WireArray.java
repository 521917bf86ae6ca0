package dev.carillon.engine.store;

import java.nio.ByteBuffer;
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

  private final transient List<? extends @Nullable Object> elements;
  private final int elementOid;
  private final int elementBytes;

  private WireArray(
      String type, int elementOid, int elementBytes, List<? extends @Nullable Object> elements) {
    setType(type);
    this.elements = elements;
    this.elementOid = elementOid;
    this.elementBytes = elementBytes;
  }

  static WireArray uuids(List<? extends @Nullable UUID> uuids) {
    return new WireArray("_uuid", Oid.UUID, 16, uuids);
  }

  static WireArray instants(List<? extends @Nullable Instant> instants) {
    return new WireArray("_timestamptz", Oid.TIMESTAMPTZ, 8, instants);
  }

  /** Places of rows, as {@link Places} has them. */
  static WireArray places(List<Long> places) {
    return new WireArray("_tid", Places.OID, 6, places);
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
    return elements.stream().map(text).collect(Collectors.joining(",", "{", "}"));
  }

  @Override
  public int lengthInBytes() {
    if (elements.isEmpty()) {
      return 12;
    }
    int length = HEADER_BYTES;
    for (Object element : elements) {
      length += element == null ? 4 : 4 + elementBytes;
    }
    return length;
  }

  /** Not by contains: immutable lists refuse to be asked for null. */
  private boolean anyNull() {
    for (Object element : elements) {
      if (element == null) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void toBytes(byte[] bytes, int offset) {
    ByteBuffer out = ByteBuffer.wrap(bytes, offset, lengthInBytes());
    out.putInt(elements.isEmpty() ? 0 : 1).putInt(anyNull() ? 1 : 0);
    out.putInt(elementOid);
    if (elements.isEmpty()) {
      return;
    }
    out.putInt(elements.size()).putInt(1);
    for (Object element : elements) {
      switch (element) {
        case null -> out.putInt(-1);
        case UUID id ->
            out.putInt(16)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits());
        case Instant instant -> out.putInt(8).putLong(Times.wire(instant));
        case Long place -> out.putInt(6).putInt(Places.block(place)).putShort(Places.offset(place));
        default -> throw new IllegalStateException("no wire form for " + element.getClass());
      }
    }
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
