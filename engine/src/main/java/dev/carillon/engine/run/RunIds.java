package dev.carillon.engine.run;

import java.time.Instant;
import java.time.temporal.ChronoField;
import java.util.UUID;

/**
 * Run ids that follow from the slot.
 *
 * <p>Every node derives the same id for a slot, so the history's primary key itself refuses a
 * second run of it, and a new node that takes over gives the target the id it has seen before. The
 * leading 48 bits are the slot's milliseconds, as in a version 7 UUID: history is appended in time
 * order.
 */
public final class RunIds {

  private RunIds() {}

  public static UUID ofSlot(UUID scheduleId, Instant slot) {
    long millis = slot.toEpochMilli();
    long mixed =
        mix(
            scheduleId.getMostSignificantBits()
                + 31
                    * mix(
                        millis * 1_000_000 + slot.getLong(ChronoField.NANO_OF_SECOND) % 1_000_000));
    long low = mix(scheduleId.getLeastSignificantBits() ^ mixed);
    // Version 8: "custom", the shape of a UUID without a claim on how it was made.
    long high = (millis << 16) | 0x8000L | (mixed & 0x0FFFL);
    return new UUID(high, (low & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L);
  }

  /** The finalizer of SplitMix64: every input bit reaches every output bit. */
  private static long mix(long value) {
    value = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    value = (value ^ (value >>> 27)) * 0x94D049BB133111EBL;
    return value ^ (value >>> 31);
  }
}
