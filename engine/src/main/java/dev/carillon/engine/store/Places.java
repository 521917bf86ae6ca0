package dev.carillon.engine.store;

/**
 * Where a row lies in its table, PostgreSQL's ctid, as one number: 32 bits of block, 16 bits of
 * offset within it.
 */
final class Places {

  /** PostgreSQL's number of the type tid, which the driver does not name. */
  static final int OID = 27;

  static final int ARRAY_OID = 1010;

  private static final int OFFSET_BITS = 16;

  private Places() {}

  /** Reads a place such as {@code (42,7)}. */
  static long read(String text) {
    long block = 0;
    int at = 1;
    char digit = text.charAt(at);
    while (digit != ',') {
      block = block * 10 + (digit - '0');
      digit = text.charAt(++at);
    }
    long offset = 0;
    digit = text.charAt(++at);
    while (digit != ')') {
      offset = offset * 10 + (digit - '0');
      digit = text.charAt(++at);
    }
    return block << OFFSET_BITS | offset;
  }

  static long of(int block, short offset) {
    return Integer.toUnsignedLong(block) << OFFSET_BITS | Short.toUnsignedInt(offset);
  }

  static String text(long place) {
    return "(" + Integer.toUnsignedString(block(place)) + "," + (offset(place) & 0xFFFF) + ")";
  }

  static int block(long place) {
    return (int) (place >>> OFFSET_BITS);
  }

  static short offset(long place) {
    return (short) place;
  }
}
