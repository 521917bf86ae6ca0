package dev.carillon.engine.store;

import dev.carillon.engine.schedule.Schedule;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Names and payloads of the members of a cohort as one value: each with its length before it, below
 * zero for none.
 */
final class CohortTexts {

  private final byte[] packed;
  private int at;

  CohortTexts(byte[] packed, int from) {
    this.packed = packed;
    at = from;
  }

  static byte[] of(Cohort cohort) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    cohort
        .members()
        .forEach(entry -> {
          Schedule schedule = entry.schedule();
          put(packed, schedule.name());
          put(packed, schedule.payload());
        });
    return packed.toByteArray();
  }

  private static void put(ByteArrayOutputStream packed, @Nullable String text) {
    byte[] bytes = text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
    packed.writeBytes(
        ByteBuffer.allocate(Integer.BYTES).putInt(text == null ? -1 : bytes.length).array());
    packed.writeBytes(bytes);
  }

  /** The next one. */
  @Nullable String next() {
    int length = WireNumbers.intAt(packed, at);
    at += Integer.BYTES;
    if (length < 0) {
      return null;
    }
    String text = new String(packed, at, length, StandardCharsets.UTF_8);
    at += length;
    return text;
  }

  void passOver() {
    at += Integer.BYTES + Math.max(WireNumbers.intAt(packed, at), 0);
  }
}
