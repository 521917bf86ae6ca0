package dev.carillon.engine.store;

import java.util.UUID;

/**
 * The elements of an array in the binary form that PostgreSQL sends: all there, and of one length.
 */
final class WireElements {

  /** What stands before the elements: dimensions, nulls, type, number, first index. */
  static final int HEADER_BYTES = 20;

  private final byte[] bytes;
  private final int from;
  private final int length;

  /**
   * @param from where the array begins
   * @param length what it takes; no more than zero when there is none
   */
  WireElements(byte[] bytes, int from, int length) {
    this.bytes = bytes;
    this.from = from;
    this.length = length;
  }

  boolean isEmpty() {
    return length < HEADER_BYTES;
  }

  UUID uuid(int index) {
    return WireNumbers.uuidAt(bytes, at(index, 16));
  }

  double number(int index) {
    return Double.longBitsToDouble(WireNumbers.longAt(bytes, at(index, Double.BYTES)));
  }

  /** Each element has its length before it. */
  private int at(int index, int size) {
    return from + HEADER_BYTES + index * (Integer.BYTES + size) + Integer.BYTES;
  }
}
