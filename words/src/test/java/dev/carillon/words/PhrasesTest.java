package dev.carillon.words;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.ZoneId;
import java.time.ZonedDateTime;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Phrases as people say them, on a Monday at noon in Berlin. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class PhrasesTest {

  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final ZonedDateTime NOW = ZonedDateTime.of(2026, 11, 16, 12, 0, 0, 0, BERLIN);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "every weekday at 9am | 0 9 * * 1-5",
        "Every  Weekday at 9:30 AM | 30 9 * * 1-5",
        "weekdays at 17:00 | 0 17 * * 1-5",
        "every day at 18:30 | 30 18 * * *",
        "daily at noon | 0 12 * * *",
        "every day at midnight | 0 0 * * *",
        "every day at 12am | 0 0 * * *",
        "every day at 12pm | 0 12 * * *",
        "every day at 9am and 5pm | 0 9,17 * * *",
        "every monday at 9am | 0 9 * * 1",
        "every monday, wednesday and friday at 8:15 | 15 8 * * 1,3,5",
        "sundays at 7am | 0 7 * * 0",
        "weekly on tue at 10pm | 0 22 * * 2",
        "weekends at 10:00 | 0 10 * * 0,6",
        "every month on the 1st at 8am | 0 8 1 * *",
        "on the 15th of every month at 12:00 | 0 12 15 * *",
        "every month on the last day at 17:00 | 0 17 L * *",
        "every hour at :15 | 15 * * * *",
      })
  void what_comes_again_by_the_clock_is_a_cron_expression(String phrase, String expression) {
    assertThat(Phrases.parse(phrase, NOW)).isEqualTo(new When.Cron(expression, BERLIN));
  }

  @ParameterizedTest
  @CsvSource({
    "every 15 minutes,PT15M",
    "every 1h30m,PT1H30M",
    "every 90 seconds,PT1M30S",
    "every minute,PT1M",
    "every hour,PT1H",
    "hourly,PT1H",
    "every other hour,PT2H",
    "every 2 days,PT48H",
    "every 2 hours and 30 minutes,PT2H30M",
  })
  void what_comes_again_after_a_while_is_an_interval(String phrase, String length) {
    assertThat(Phrases.parse(phrase, NOW))
        .isEqualTo(new When.Every(java.time.Duration.parse(length)));
  }

  @ParameterizedTest
  @CsvSource({
    "in 2 hours,2026-11-16T14:00:00+01:00",
    "in 1h30m,2026-11-16T13:30:00+01:00",
    "in an hour,2026-11-16T13:00:00+01:00",
    "today at 5pm,2026-11-16T17:00:00+01:00",
    "tonight at 20:00,2026-11-16T20:00:00+01:00",
    "tomorrow at 18:30,2026-11-17T18:30:00+01:00",
    "at 11:00,2026-11-17T11:00:00+01:00",
    "at 13:00,2026-11-16T13:00:00+01:00",
    "friday at 9am,2026-11-20T09:00:00+01:00",
    "next monday at 9am,2026-11-23T09:00:00+01:00",
    "on 2027-07-01 at 18:00,2027-07-01T18:00:00+02:00",
  })
  void a_single_moment_is_found_on_the_clock_of_the_zone(String phrase, String moment) {
    assertThat(Phrases.parse(phrase, NOW))
        .isEqualTo(new When.At(java.time.OffsetDateTime.parse(moment).toInstant(), BERLIN));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "soon",
        "every day",
        "every weekday",
        "every day at 9",
        "every day at 25:00",
        "every day at 13pm",
        "today at 9am",
        "every month on the 31st at 9am",
        "every month on the 1st",
        "every 15",
        "every 15 parsecs",
        "every day at 9:00 and 17:30",
        "every blue moon at 9am",
        "monday and thursday at noon",
        "2026-02-30 at 9am",
        "2027-03-28 at 02:30",
        "every day at 9am please",
        "never at noon",
      })
  void what_is_not_wholly_understood_is_refused_with_examples(String phrase) {
    assertThatThrownBy(() -> Phrases.parse(phrase, NOW))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is not understood")
        .hasMessageContaining("every weekday at 9am");
  }

  @Test
  void what_was_understood_is_said_in_words() {
    assertThat(Phrases.parse("every weekday at 9am", NOW).text())
        .isEqualTo("cron \"0 9 * * 1-5\" in Europe/Berlin: weekdays at 09:00 Europe/Berlin");
    assertThat(Phrases.parse("in 2 hours", NOW).text())
        .isEqualTo("once, at Mon 2026-11-16 14:00:00 +01:00 in Europe/Berlin");
    assertThat(Phrases.parse("every 15 minutes", NOW).text()).isEqualTo("every 15m");
  }

  @Test
  void an_ambiguous_hour_is_asked_about() {
    assertThatThrownBy(() -> Phrases.parse("tomorrow at 9", NOW))
        .hasMessageContaining("could be morning or evening");
  }
}
