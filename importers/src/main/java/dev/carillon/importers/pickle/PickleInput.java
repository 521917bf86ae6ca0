package dev.carillon.importers.pickle;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The bytes of a pickle, read forwards; no length it claims is believed before it is checked. */
final class PickleInput {

  private static final int LONGEST_LINE = 1 << 20;

  private final ByteBuffer bytes;

  PickleInput(byte[] pickle) {
    bytes = ByteBuffer.wrap(pickle).order(ByteOrder.LITTLE_ENDIAN);
  }

  int next() {
    require(1);
    return bytes.get() & 0xFF;
  }

  int twoBytes() {
    require(2);
    return bytes.getShort() & 0xFFFF;
  }

  int fourBytes() {
    require(4);
    return bytes.getInt();
  }

  double bigEndianDouble() {
    require(8);
    return Double.longBitsToDouble(Long.reverseBytes(bytes.getLong()));
  }

  /** As many bytes as the length says that stands before them. */
  byte[] counted(int lengthBytes) {
    long length =
        switch (lengthBytes) {
          case 1 -> next();
          case 4 -> Integer.toUnsignedLong(fourBytes());
          default -> eightBytes();
        };
    if (length < 0 || length > bytes.remaining()) {
      throw new PickleRefused("it claims %d more bytes than it has".formatted(length));
    }
    byte[] read = new byte[(int) length];
    bytes.get(read);
    return read;
  }

  long eightBytes() {
    require(8);
    return bytes.getLong();
  }

  /** Up to the end of the line, as the oldest protocol writes its arguments. */
  String line() {
    int from = bytes.position();
    int limit = Math.min(bytes.limit(), from + LONGEST_LINE);
    for (int i = from; i < limit; i++) {
      if (bytes.get(i) == '\n') {
        byte[] read = Arrays.copyOfRange(bytes.array(), from, i);
        bytes.position(i + 1);
        return new String(read, StandardCharsets.ISO_8859_1);
      }
    }
    throw new PickleRefused("a line of it has no end");
  }

  private void require(int count) {
    if (bytes.remaining() < count) {
      throw new PickleRefused("it breaks off");
    }
  }
}
