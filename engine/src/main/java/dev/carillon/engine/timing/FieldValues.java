package dev.carillon.engine.timing;

import dev.carillon.engine.timing.FieldItem.Span;
import java.util.List;

/**
 * One parsed field of a cron expression.
 *
 * @param star whether the field starts with {@code *} or is {@code ?}, which is what Vixie cron
 *     takes for "unrestricted" when it combines the two day fields; {@code *}{@code /2} counts too
 * @param openEnded whether it has a wildcard or a step anywhere: the mark of a schedule that
 *     follows real time through daylight saving
 */
record FieldValues(CronField field, List<FieldItem> items, boolean star, boolean openEnded) {

  FieldValues {
    items = List.copyOf(items);
  }

  static FieldValues of(CronField field, int value) {
    return new FieldValues(field, List.of(new Span(value, value, 1)), false, false);
  }

  /** The plain values as bits: bit n stands for value n, Sunday always for bit 0. */
  long mask() {
    long mask = 0;
    for (var item : items) {
      if (item instanceof Span(int first, int last, int step)) {
        for (int value = first; value <= last; value += step) {
          mask |= 1L << value;
        }
      }
    }
    return field == CronField.DAY_OF_WEEK ? (mask | mask >>> 7) & 0x7F : mask;
  }
}
