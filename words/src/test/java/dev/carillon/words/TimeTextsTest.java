package dev.carillon.words;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Durations, moments and cron expressions in words. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class TimeTextsTest {

  @ParameterizedTest
  @CsvSource({
    "30s,PT30S,30s",
    "10m,PT10M,10m",
    "1h30m,PT1H30M,1h30m",
    "1h 30m,PT1H30M,1h30m",
    "2 days,PT48H,2d",
    "1.5s,PT1.5S,1s500ms",
    "250ms,PT0.25S,250ms",
    "1w,PT168H,7d",
    "90 Minutes,PT1H30M,1h30m",
  })
  void durations_are_read_as_people_write_them(String text, String duration, String written) {
    Duration parsed = Durations.parse(text);
    assertThat(parsed).isEqualTo(Duration.parse(duration));
    assertThat(Durations.text(parsed)).isEqualTo(written);
    assertThat(Durations.parse(written)).isEqualTo(parsed);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "10", "m", "10x", "30m1h", "-5m", "1h and", "5m 5m", "1e3s"})
  void what_is_no_duration_is_refused_with_examples(String text) {
    assertThatThrownBy(() -> Durations.parse(text)).hasMessageContaining("such as 30s, 10m, 1h30m");
  }

  @ParameterizedTest
  @CsvSource({"12,12ms", "2400,2.4s", "9000,9s", "61000,1m1s", "5400000,1h30m", "90000000,1d1h"})
  void in_tables_durations_are_brief(long millis, String text) {
    assertThat(Durations.brief(Duration.ofMillis(millis))).isEqualTo(text);
  }

  @Test
  void moments_have_an_offset_or_a_zone() {
    Instant dinner = Instant.parse("2026-02-13T01:00:00Z");
    ZoneId denver = ZoneId.of("America/Denver");
    assertThat(Moments.parse("2026-02-12T18:00:00-07:00", null)).isEqualTo(dinner);
    assertThat(Moments.parse("2026-02-12T18:00", denver)).isEqualTo(dinner);
    assertThat(Moments.parse("2026-02-12 18:00", denver)).isEqualTo(dinner);
    assertThat(Moments.parse("2026-02-13T01:00:00Z", denver)).isEqualTo(dinner);
    assertThatThrownBy(() -> Moments.parse("2026-02-12T18:00", null))
        .hasMessageContaining("names no offset");
    assertThatThrownBy(() -> Moments.parse("at six", denver)).hasMessageContaining("expected");
    assertThatThrownBy(() -> Moments.parse("2026-03-08T02:30", denver))
        .hasMessageContaining("does not exist in America/Denver");
  }

  @ParameterizedTest
  @CsvSource({
    "2026-01-01T12:00:00.4Z,now",
    "2026-01-01T11:59:48Z,12s ago",
    "2026-01-01T11:58:00Z,2m ago",
    "2026-01-01T09:00:00Z,3h ago",
    "2025-12-30T09:00:00Z,2d ago",
    "2026-01-01T12:04:30Z,in 4m",
    "2027-12-01T12:00:00Z,in 699d",
    "2099-01-01T00:00:00Z,in 73y",
  })
  void moments_are_told_from_now(String moment, String text) {
    assertThat(Moments.relative(Instant.parse(moment), Instant.parse("2026-01-01T12:00:00Z")))
        .isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "2026-01-01T12:00:00Z,now",
    "2026-01-01T12:00:09Z,in 9s",
    "2026-01-01T12:11:00Z,in 11m",
    "2026-01-01T12:11:05Z,in 11m 5s",
    "2026-01-01T13:11:05Z,in 1h 11m",
    "2026-01-02T17:00:00Z,in 1d 5h",
    "2026-01-08T12:00:30Z,in 7d",
    "2026-01-01T11:58:00Z,2m ago",
  })
  void slots_are_told_in_two_units(String moment, String text) {
    assertThat(Moments.until(Instant.parse(moment), Instant.parse("2026-01-01T12:00:00Z")))
        .isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "*/30 * * * * | UTC | every 30m",
        "0 */6 * * * | Europe/Berlin | every 6h",
        "* * * * * | UTC | every 1m",
        "0 9 * * 1-5 | UTC | weekdays at 09:00",
        "0 8 * * * | Europe/Berlin | daily at 08:00 Europe/Berlin",
        "30 7 1 * * | UTC | monthly on day 1 at 07:30",
        "0 9 * * 1,4 | UTC | Mon, Thu at 09:00",
        "@daily | UTC | daily at 00:00",
        "15 * * * * | Asia/Kolkata | every 1h at :15 Asia/Kolkata",
        "20 23-59/30 * * * * | UTC | every 30m",
        "4-59/5 * * * * | UTC | every 5m",
        "20-59/30 * * * * * | UTC | every 30s",
        "*/15 * * * * * | UTC | every 15s",
        "20 53 6-23/8 * * * | UTC | every 8h",
        "30-59/20 * * * * | UTC | 30-59/20 * * * *",
        "20 53 22 * * * | UTC | 20 53 22 * * *",
        "*/7 * * * * | UTC | */7 * * * *",
        "0 0 9 * * * | UTC | 0 0 9 * * *",
        "0 9 1 * 1 | UTC | 0 9 1 * 1",
        "0 9 * 6 * | Europe/Berlin | 0 9 * 6 * Europe/Berlin",
      })
  void usual_cron_expressions_are_said_in_words_and_others_left(
      String expression, String zone, String words) {
    assertThat(TimingWords.cron(expression, zone)).isEqualTo(words);
  }
}
