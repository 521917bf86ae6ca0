package dev.carillon.engine.store;

import java.util.UUID;

/**
 * Values of fixed length in the binary form that PostgreSQL sends.
 *
 * <p>They are put together by hand: until they are compiled well, buffers and handles take several
 * times as long, and a backlog is read by a process that has just started.
 */
final class WireNumbers {

  private WireNumbers() {}

  static short shortAt(byte[] bytes, int at) {
    return (short) (bytes[at] << 8 | (bytes[at + 1] & 0xFF));
  }

  static int intAt(byte[] bytes, int at) {
    return bytes[at] << 24
        | (bytes[at + 1] & 0xFF) << 16
        | (bytes[at + 2] & 0xFF) << 8
        | (bytes[at + 3] & 0xFF);
  }

  static long longAt(byte[] bytes, int at) {
    return (long) intAt(bytes, at) << 32 | Integer.toUnsignedLong(intAt(bytes, at + 4));
  }

  static UUID uuidAt(byte[] bytes, int at) {
    return new UUID(longAt(bytes, at), longAt(bytes, at + 8));
  }

  /** Where a row lies, see {@link Places}. */
  static long placeAt(byte[] bytes, int at) {
    return Places.of(intAt(bytes, at), shortAt(bytes, at + 4));
  }
}
