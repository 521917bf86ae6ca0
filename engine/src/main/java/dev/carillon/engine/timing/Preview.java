package dev.carillon.engine.timing;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/** What a timing will do: itself in words, and its next slots. */
public record Preview(String description, List<PreviewSlot> slots) {

  private static final int MOST = 1_000;

  public Preview {
    slots = List.copyOf(slots);
  }

  /**
   * The first {@code count} slots of the window strictly after {@code from}, fewer when it has no
   * more.
   *
   * @param zone the zone of the local times shown; the notes speak of the cron's own zone
   * @param count 1 to 1000
   */
  public static Preview of(Timing timing, Window window, ZoneId zone, Instant from, int count) {
    if (count < 1 || count > MOST) {
      throw new TimingException(
          "timing.preview.count",
          "count must be 1–%d, got %d".formatted(MOST, count),
          Place.whole(Integer.toString(count), "count"),
          "1–" + MOST,
          "Ask for fewer slots and go on from the last one.");
    }
    var slots = new ArrayList<PreviewSlot>();
    var slot = window.next(timing, from);
    while (slot != null && slots.size() < count) {
      var note = timing instanceof Cron cron ? ClockChangeNotes.of(cron, slot) : null;
      slots.add(new PreviewSlot(slot, slot.atZone(zone).toOffsetDateTime(), note));
      slot = window.next(timing, slot);
    }
    return new Preview(timing.describe(), slots);
  }
}
