package dev.carillon.engine.timing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What happens to slots where the clock on the wall is changed. */
class ClockChangeTest {

  /** All slots of a local day, as "HH:mm+offset". */
  private static List<String> day(String expression, String zone, String date) {
    var cron = Cron.parse(expression, ZoneId.of(zone));
    var start = LocalDate.parse(date).atStartOfDay(cron.zone());
    var end = LocalDate.parse(date).plusDays(1).atStartOfDay(cron.zone()).toInstant();
    var slots = new ArrayList<String>();
    var slot = cron.next(start.toInstant().minusNanos(1));
    while (slot != null && slot.isBefore(end)) {
      slots.add(slot.atZone(cron.zone()).toOffsetDateTime().toString().substring(11));
      slot = cron.next(slot);
    }
    return slots;
  }

  @ParameterizedTest(name = "{0} in {1} on {2} fires at {3}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          30 2 * * *   | Europe/Berlin       | 2026-03-29 | 03:00+02:00
          0 2 * * *    | Europe/Berlin       | 2026-03-29 | 03:00+02:00
          59 1 * * *   | Europe/Berlin       | 2026-03-29 | 01:59+01:00
          0 3 * * *    | Europe/Berlin       | 2026-03-29 | 03:00+02:00
          30 2 * * *   | America/New_York    | 2026-03-08 | 03:00-04:00
          15 2 * * *   | Australia/Lord_Howe | 2026-10-04 | 02:30+11:00
          30 2 * * *   | Australia/Lord_Howe | 2026-10-04 | 02:30+11:00
          0 0 * * *    | America/Santiago    | 2026-09-06 | 01:00-03:00
          30 0 * * *   | America/Santiago    | 2026-09-06 | 01:00-03:00
          0 0 * * *    | Africa/Cairo        | 2026-04-24 | 01:00+03:00
          0 0 * * *    | Asia/Beirut         | 2026-03-29 | 01:00+03:00
          0 0 * * *    | America/Havana      | 2026-03-08 | 01:00-04:00
          30 0 * * *   | Atlantic/Azores     | 2026-03-29 | 01:00Z
          30 1 * * *   | Antarctica/Troll    | 2026-03-29 | 03:00+02:00
          30 2 * * *   | Antarctica/Troll    | 2026-03-29 | 03:00+02:00
          """)
  void a_fixed_time_inside_the_gap_fires_once_at_the_first_instant_after_it(
      String expression, String zone, String date, String slot) {
    assertThat(day(expression, zone, date)).containsExactly(slot);
  }

  @Test
  void several_fixed_times_of_one_gap_are_one_slot() {
    assertThat(day("0,15,30,45 2,3 * * *", "Europe/Berlin", "2026-03-29"))
        .containsExactly("03:00+02:00", "03:15+02:00", "03:30+02:00", "03:45+02:00");
  }

  @ParameterizedTest(name = "{0} in {1} on {2} fires at {3}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          30 2 * * *   | Europe/Berlin       | 2026-10-25 | 02:30+02:00
          0 2 * * *    | Europe/Berlin       | 2026-10-25 | 02:00+02:00
          0 3 * * *    | Europe/Berlin       | 2026-10-25 | 03:00+01:00
          30 1 * * *   | America/New_York    | 2026-11-01 | 01:30-04:00
          45 1 * * *   | Australia/Lord_Howe | 2026-04-05 | 01:45+11:00
          30 23 * * *  | America/Santiago    | 2026-04-04 | 23:30-03:00
          30 23 * * *  | Africa/Cairo        | 2026-10-29 | 23:30+03:00
          0 0 * * *    | America/Havana      | 2026-11-01 | 00:00-04:00
          """)
  void a_fixed_time_in_the_repeated_hour_fires_once_on_the_first_pass(
      String expression, String zone, String date, String slot) {
    assertThat(day(expression, zone, date)).containsExactly(slot);
  }

  @Test
  void a_step_follows_real_time_through_the_gap() {
    assertThat(day("*/30 * * * *", "Europe/Berlin", "2026-03-29"))
        .hasSize(46)
        .containsSubsequence("01:30+01:00", "03:00+02:00")
        .noneMatch(slot -> slot.startsWith("02:"));
  }

  @Test
  void a_step_follows_real_time_through_both_passes_of_the_repeated_hour() {
    assertThat(day("*/30 * * * *", "Europe/Berlin", "2026-10-25"))
        .hasSize(50)
        .containsSubsequence(
            "02:00+02:00", "02:30+02:00", "02:00+01:00", "02:30+01:00", "03:00+01:00");
    assertThat(day("0 * * * *", "America/New_York", "2026-11-01"))
        .hasSize(25)
        .containsSubsequence("01:00-04:00", "01:00-05:00", "02:00-05:00");
  }

  @Test
  void a_step_within_the_lost_hour_has_no_slot_that_day_and_twice_as_many_in_autumn() {
    assertThat(day("*/15 2 * * *", "Europe/Berlin", "2026-03-29")).isEmpty();
    assertThat(day("*/15 2 * * *", "Europe/Berlin", "2026-10-25")).hasSize(8);
  }

  @Test
  void real_time_through_a_half_hour_change_keeps_its_pace() {
    assertThat(day("*/15 1,2 * * *", "Australia/Lord_Howe", "2026-10-04"))
        .containsExactly(
            "01:00+10:30",
            "01:15+10:30",
            "01:30+10:30",
            "01:45+10:30",
            "02:30+11:00",
            "02:45+11:00");
    assertThat(day("*/15 1 * * *", "Australia/Lord_Howe", "2026-04-05"))
        .containsExactly(
            "01:00+11:00",
            "01:15+11:00",
            "01:30+11:00",
            "01:45+11:00",
            "01:30+10:30",
            "01:45+10:30");
  }

  @Test
  void a_fixed_time_on_a_day_that_was_skipped_whole_fires_as_the_next_day_begins() {
    var cron = Cron.parse("0 9 * * *", ZoneId.of("Pacific/Apia"));

    var slots = new ArrayList<String>();
    var slot = Instant.parse("2011-12-29T00:00:00Z");
    for (int i = 0; i < 4; i++) {
      slot = cron.next(slot);
      slots.add(slot.atZone(cron.zone()).toOffsetDateTime().toString());
    }

    assertThat(slots)
        .containsExactly(
            "2011-12-29T09:00-10:00",
            "2011-12-31T00:00+14:00",
            "2011-12-31T09:00+14:00",
            "2012-01-01T09:00+14:00");
  }

  @Test
  void a_yearly_date_that_was_skipped_is_not_lost() {
    var cron = Cron.parse("0 12 30 12 *", ZoneId.of("Pacific/Apia"));

    assertThat(cron.next(Instant.parse("2011-01-01T00:00:00Z")))
        .isEqualTo("2011-12-30T10:00:00Z"); // 2011-12-31T00:00+14:00
  }

  @Test
  void a_wildcard_in_seconds_alone_still_names_fixed_times() {
    assertThat(day("*/20 30 2 * * *", "Europe/Berlin", "2026-03-29"))
        .containsExactly("03:00+02:00");
    assertThat(day("*/20 30 2 * * *", "Europe/Berlin", "2026-10-25"))
        .containsExactly("02:30+02:00", "02:30:20+02:00", "02:30:40+02:00");
  }

  @Test
  @Timeout(60)
  void a_rule_whose_every_time_lies_in_the_gap_has_no_slot_and_the_search_ends() {
    var cron = Cron.parse("*/15 2 * 3 7L", ZoneId.of("Europe/Berlin"));

    assertThat(cron.next(Instant.parse("2026-01-01T00:00:00Z"))).isNull();
    assertThat(cron.atOrBefore(Instant.parse("2026-01-01T00:00:00Z")))
        .as("before 1981 the clocks of Berlin changed on other days")
        .isEqualTo("1980-03-30T01:45:00Z");
  }

  @ParameterizedTest
  @CsvSource({
    "Europe/Berlin, 2026-03-28",
    "Europe/Berlin, 2026-10-24",
    "Australia/Lord_Howe, 2026-04-04",
    "Antarctica/Troll, 2026-10-24",
    "America/Santiago, 2026-09-05",
    "Pacific/Apia, 2011-12-29"
  })
  void six_fields_equal_a_walk_over_every_second_around_a_change(String zone, String date) {
    var id = ZoneId.of(zone);
    long from = LocalDate.parse(date).atStartOfDay(id).toEpochSecond();
    long to = from + Duration.ofDays(3).toSeconds();
    var cron = Cron.parse("7/13 */3 0-4,22,23 * * *", id);

    var expected =
        LongStream.range(from, to)
            .filter(second -> {
              var local = Instant.ofEpochSecond(second).atZone(id);
              int hour = local.getHour();
              return local.getSecond() >= 7
                  && (local.getSecond() - 7) % 13 == 0
                  && local.getMinute() % 3 == 0
                  && (hour <= 4 || hour >= 22);
            })
            .toArray();

    var actual = LongStream.builder();
    for (long slot = cron.walk().after(from - 1); slot < to; slot = cron.walk().after(slot)) {
      actual.add(slot);
    }
    assertThat(actual.build().toArray()).isEqualTo(expected);
  }
}
