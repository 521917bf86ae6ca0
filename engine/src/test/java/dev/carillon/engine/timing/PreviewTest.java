package dev.carillon.engine.timing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PreviewTest {

  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  private static List<PreviewSlot> slots(String expression, String zone, String from, int count) {
    var id = ZoneId.of(zone);
    return Preview.of(Cron.parse(expression, id), Window.ALWAYS, id, Instant.parse(from), count)
        .slots();
  }

  @Test
  void it_shows_slots_in_utc_and_in_their_zone_and_says_what_they_are() {
    var preview =
        Preview.of(
            Cron.parse("30 2 * * *", BERLIN),
            Window.ALWAYS,
            BERLIN,
            Instant.parse("2026-03-28T00:00:00Z"),
            2);

    assertThat(preview.description()).isEqualTo("at 02:30 every day, Europe/Berlin time");
    assertThat(preview.slots())
        .containsExactly(
            new PreviewSlot(
                Instant.parse("2026-03-28T01:30:00Z"),
                OffsetDateTime.parse("2026-03-28T02:30:00+01:00"),
                null),
            new PreviewSlot(
                Instant.parse("2026-03-29T01:00:00Z"),
                OffsetDateTime.parse("2026-03-29T03:00:00+02:00"),
                "02:30 does not exist on this day"));
  }

  @ParameterizedTest(name = "{0} in {1} from {2}: {3} {4}")
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          30 2 * * *      | Europe/Berlin    | 2026-10-24T12:00:00Z | 2026-10-25T02:30+02:00 | 02:30 happens twice on this day; this is the first
          0 3 * * *       | Europe/Berlin    | 2026-03-28T12:00:00Z | 2026-03-29T03:00+02:00 | -
          0 3 * * *       | Europe/Berlin    | 2026-10-24T12:00:00Z | 2026-10-25T03:00+01:00 | -
          10,30 2 * * *   | Europe/Berlin    | 2026-03-28T12:00:00Z | 2026-03-29T03:00+02:00 | 02:10 and 02:30 do not exist on this day
          0,1,2,3,4 2 * * * | Europe/Berlin  | 2026-03-28T12:00:00Z | 2026-03-29T03:00+02:00 | 02:00, 02:01, 02:02 and 2 more do not exist on this day
          * 30 2 * * *    | Europe/Berlin    | 2026-03-28T12:00:00Z | 2026-03-29T03:00+02:00 | 02:30, 02:30:01, 02:30:02 and 57 more do not exist on this day
          0-59 2 * * *    | Antarctica/Troll | 2026-03-28T12:00:00Z | 2026-03-29T03:00+02:00 | 02:00, 02:01, 02:02 and 57 more do not exist on this day
          0 0 * * *       | America/Santiago | 2026-09-05T12:00:00Z | 2026-09-06T01:00-03:00 | 00:00 does not exist on this day
          0 9 * * *       | Pacific/Apia     | 2011-12-29T20:00:00Z | 2011-12-31T00:00+14:00 | 09:00 does not exist on 2011-12-30
          0 * * * *       | Europe/Berlin    | 2026-03-29T00:30:00Z | 2026-03-29T03:00+02:00 | 02:00 to 03:00 does not exist on this day; nothing fires in it
          */15 2 * * *    | Europe/Berlin    | 2026-03-28T12:00:00Z | 2026-03-30T02:00+02:00 | 02:00 to 03:00 does not exist on 2026-03-29; nothing fires in it
          0 */3 * * *     | Europe/Berlin    | 2026-03-29T00:30:00Z | 2026-03-29T03:00+02:00 | -
          0 * * * *       | Europe/Berlin    | 2026-10-24T23:30:00Z | 2026-10-25T02:00+02:00 | 02:00 happens twice on this day; this is the first
          0 * * * *       | Europe/Berlin    | 2026-10-25T00:30:00Z | 2026-10-25T02:00+01:00 | 02:00 happens twice on this day; this is the second
          0 12 * * *      | UTC              | 2026-10-25T00:30:00Z | 2026-10-25T12:00Z      | -
          """)
  void a_note_says_what_a_clock_change_did(
      String expression, String zone, String from, OffsetDateTime local, String note) {
    var slot = slots(expression, zone, from, 1).getFirst();

    assertThat(slot.local()).isEqualTo(local);
    assertThat(slot.note()).isEqualTo(note);
  }

  @Test
  void most_slots_need_no_note() {
    assertThat(slots("0 9 * * *", "Europe/Berlin", "2026-01-01T00:00:00Z", 1000))
        .hasSize(1000)
        .allMatch(slot -> slot.note() == null);
    assertThat(slots("30 2 * * *", "Europe/Berlin", "2026-01-01T00:00:00Z", 365))
        .filteredOn(slot -> slot.note() != null)
        .hasSize(2);
  }

  @Test
  void it_keeps_to_the_window_and_ends_with_it() {
    var window =
        new Window(Instant.parse("2026-05-01T00:00:00Z"), Instant.parse("2026-05-01T00:30:00Z"));
    var every = new Interval(Duration.ofMinutes(15), Instant.parse("2026-01-01T00:00:00Z"));

    var preview = Preview.of(every, window, BERLIN, Instant.EPOCH, 10);

    assertThat(preview.description()).isEqualTo("every 15 minutes");
    assertThat(preview.slots())
        .extracting(slot -> slot.local().toString())
        .containsExactly(
            "2026-05-01T02:00+02:00", "2026-05-01T02:15+02:00", "2026-05-01T02:30+02:00");
  }

  @Test
  void a_timing_without_a_next_slot_has_an_empty_preview() {
    var once = new Once(Instant.parse("2026-01-01T00:00:00Z"));

    assertThat(Preview.of(once, Window.ALWAYS, BERLIN, once.at(), 5).slots()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 1001})
  void a_count_out_of_range_is_refused(int count) {
    var once = new Once(Instant.EPOCH);

    assertThatThrownBy(() -> Preview.of(once, Window.ALWAYS, BERLIN, Instant.EPOCH, count))
        .hasMessage("count must be 1–1000, got " + count);
  }
}
