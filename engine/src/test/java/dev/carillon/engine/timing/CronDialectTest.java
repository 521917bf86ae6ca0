package dev.carillon.engine.timing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CronDialectTest {

  private static final ZoneId UTC = ZoneId.of("UTC");

  /** The dates of the first slots after the start of 2026. */
  private static List<String> dates(String expression, int count) {
    return slots(expression, "2026-01-01T00:00:00", count).stream()
        .map(slot -> slot.substring(0, 10))
        .toList();
  }

  private static List<String> slots(String expression, String from, int count) {
    var cron = Cron.parse(expression, UTC);
    var slots = new ArrayList<String>();
    var slot = LocalDateTime.parse(from).toInstant(ZoneOffset.UTC).minusNanos(1);
    for (int i = 0; i < count; i++) {
      slot = cron.next(slot);
      slots.add(slot.toString());
    }
    return slots;
  }

  @Test
  void a_day_matches_either_day_field_when_both_are_restricted() {
    assertThat(dates("0 0 13 * FRI", 5))
        .containsExactly("2026-01-02", "2026-01-09", "2026-01-13", "2026-01-16", "2026-01-23");
  }

  @Test
  void a_day_matches_both_day_fields_when_one_starts_with_a_star() {
    assertThat(dates("0 0 */2 * MON", 4))
        .containsExactly("2026-01-05", "2026-01-19", "2026-02-09", "2026-02-23");
    assertThat(dates("0 0 13 * */5", 3)).containsExactly("2026-02-13", "2026-03-13", "2026-09-13");
  }

  @Test
  void sunday_is_zero_and_seven_and_its_name() {
    assertThat(dates("0 0 * * 0", 3))
        .isEqualTo(dates("0 0 * * 7", 3))
        .isEqualTo(dates("0 0 * * sun", 3))
        .isEqualTo(dates("@weekly", 3))
        .containsExactly("2026-01-04", "2026-01-11", "2026-01-18");
  }

  @Test
  void a_range_may_end_on_sunday() {
    assertThat(dates("0 0 * * FRI-SUN", 4))
        .isEqualTo(dates("0 0 * * 5-7", 4))
        .isEqualTo(dates("0 0 * * 5-0", 4))
        .containsExactly("2026-01-02", "2026-01-03", "2026-01-04", "2026-01-09");
  }

  @Test
  void an_open_step_over_weekdays_runs_to_the_sunday_at_its_end() {
    assertThat(dates("0 0 * * 1/2", 4))
        .containsExactly("2026-01-02", "2026-01-04", "2026-01-05", "2026-01-07");
  }

  @Test
  void steps_start_at_the_lower_end() {
    assertThat(slots("5/20 * * * *", "2026-01-01T00:00:00", 4))
        .containsExactly(
            "2026-01-01T00:05:00Z",
            "2026-01-01T00:25:00Z",
            "2026-01-01T00:45:00Z",
            "2026-01-01T01:05:00Z");
    assertThat(dates("0 0 */10 * *", 5))
        .containsExactly("2026-01-01", "2026-01-11", "2026-01-21", "2026-01-31", "2026-02-01");
  }

  @Test
  void six_fields_start_with_seconds() {
    assertThat(slots("*/20 59 23 31 12 *", "2026-01-01T00:00:00", 4))
        .containsExactly(
            "2026-12-31T23:59:00Z",
            "2026-12-31T23:59:20Z",
            "2026-12-31T23:59:40Z",
            "2027-12-31T23:59:00Z");
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0 0 L * *      | 2026-01-31 2026-02-28 2026-03-31 2026-04-30
          0 0 L-3 * *    | 2026-01-28 2026-02-25 2026-03-28 2026-04-27
          0 0 L-30 * *   | 2026-01-01 2026-03-01 2026-05-01 2026-07-01
          0 0 LW * *     | 2026-01-30 2026-02-27 2026-03-31 2026-04-30
          0 0 15W * *    | 2026-01-15 2026-02-16 2026-03-16 2026-04-15
          0 0 1W 8,11 *  | 2026-08-03 2026-11-02 2027-08-02 2027-11-01
          0 0 31W 1,5 *  | 2026-01-30 2026-05-29 2027-01-29 2027-05-31
          0 0 * * 5L     | 2026-01-30 2026-02-27 2026-03-27 2026-04-24
          0 0 * * MON#2  | 2026-01-12 2026-02-09 2026-03-09 2026-04-13
          0 0 * * 7#5    | 2026-03-29 2026-05-31 2026-08-30 2026-11-29
          0 0 1,L * *    | 2026-01-01 2026-01-31 2026-02-01 2026-02-28
          0 0 29 2 *     | 2028-02-29 2032-02-29 2036-02-29 2040-02-29
          0 0 29 2 */7   | 2032-02-29 2060-02-29 2088-02-29 2128-02-29
          0 0 ? 6 ?      | 2026-06-01 2026-06-02 2026-06-03 2026-06-04
          """)
  void the_special_days_fall_where_the_calendar_says(String expression, String dates) {
    assertThat(dates(expression, 4)).containsExactly(dates.split(" ", -1));
  }

  @Test
  void the_leap_day_that_a_century_leaves_out_is_not_waited_for() {
    assertThat(slots("0 0 29 2 *", "2096-03-01T00:00:00", 2))
        .containsExactly("2104-02-29T00:00:00Z", "2108-02-29T00:00:00Z");
  }

  @ParameterizedTest
  @CsvSource({
    "@yearly, 0 0 1 1 *",
    "@annually, 0 0 1 1 *",
    "@monthly, 0 0 1 * *",
    "@weekly, 0 0 * * 0",
    "@daily, 0 0 * * *",
    "@midnight, 0 0 * * *",
    "@hourly, 0 * * * *"
  })
  void a_macro_stands_for_its_expression(String macro, String expression) {
    assertThat(slots(macro, "2026-01-01T00:00:00", 30))
        .isEqualTo(slots(expression, "2026-01-01T00:00:00", 30));
  }

  @Test
  void slots_lie_in_the_years_1_to_9999_whatever_is_asked() {
    var cron = Cron.parse("0 0 1 1 *", UTC);

    assertThat(cron.next(Instant.MIN)).isEqualTo("0001-01-01T00:00:00Z");
    assertThat(cron.next(Instant.parse("9998-06-01T00:00:00Z"))).isEqualTo("9999-01-01T00:00:00Z");
    assertThat(cron.next(Instant.parse("9999-06-01T00:00:00Z"))).isNull();
    assertThat(cron.next(Instant.MAX)).isNull();
    assertThat(cron.atOrBefore(Instant.MAX)).isEqualTo("9999-01-01T00:00:00Z");
    assertThat(cron.atOrBefore(Instant.MIN)).isNull();
  }

  @Test
  void equal_text_in_an_equal_zone_is_an_equal_timing() {
    assertThat(Cron.parse("0 9 * * *", UTC))
        .isEqualTo(Cron.parse("0 9 * * *", UTC))
        .hasSameHashCodeAs(Cron.parse("0 9 * * *", UTC))
        .isNotEqualTo(Cron.parse("0 9 * * *", ZoneId.of("Europe/Berlin")))
        .isNotEqualTo(Cron.parse("1 9 * * *", UTC));
  }
}
