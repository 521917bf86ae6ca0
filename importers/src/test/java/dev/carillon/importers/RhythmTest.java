package dev.carillon.importers;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RhythmTest {

  /** A Saturday. */
  private static final Instant SLOT = Instant.parse("2026-01-31T22:53:20.123Z");

  private static String onTheClock(Duration interval) {
    return Rhythm.cron(interval, Instant.EPOCH);
  }

  @Test
  void intervals_on_the_clock_have_the_expression_that_people_would_write() {
    assertThat(onTheClock(Duration.ofSeconds(15))).isEqualTo("*/15 * * * * *");
    assertThat(onTheClock(Duration.ofSeconds(1))).isEqualTo("* * * * * *");
    assertThat(onTheClock(Duration.ofMinutes(1))).isEqualTo("* * * * *");
    assertThat(onTheClock(Duration.ofMinutes(5))).isEqualTo("*/5 * * * *");
    assertThat(onTheClock(Duration.ofHours(1))).isEqualTo("0 * * * *");
    assertThat(onTheClock(Duration.ofHours(6))).isEqualTo("0 */6 * * *");
    assertThat(onTheClock(Duration.ofDays(1))).isEqualTo("0 0 * * *");
    assertThat(onTheClock(Duration.ofDays(7))).isEqualTo("0 0 * * 4");
  }

  @Test
  void intervals_beside_the_clock_keep_their_phase_to_the_second() {
    assertThat(Rhythm.cron(Duration.ofSeconds(30), SLOT)).isEqualTo("20-59/30 * * * * *");
    assertThat(Rhythm.cron(Duration.ofMinutes(1), SLOT)).isEqualTo("20 * * * * *");
    assertThat(Rhythm.cron(Duration.ofMinutes(30), SLOT)).isEqualTo("20 23-59/30 * * * *");
    assertThat(Rhythm.cron(Duration.ofHours(1), SLOT)).isEqualTo("20 53 * * * *");
    assertThat(Rhythm.cron(Duration.ofHours(8), SLOT)).isEqualTo("20 53 6-23/8 * * *");
    assertThat(Rhythm.cron(Duration.ofDays(1), SLOT)).isEqualTo("20 53 22 * * *");
    assertThat(Rhythm.cron(Duration.ofDays(7), SLOT)).isEqualTo("20 53 22 * * 6");
    assertThat(Rhythm.cron(Duration.ofMinutes(5), Instant.ofEpochSecond(-60)))
        .isEqualTo("4-59/5 * * * *");
  }

  @Test
  void others_have_none() {
    assertThat(onTheClock(Duration.ofMinutes(7))).isNull();
    assertThat(onTheClock(Duration.ofMinutes(90))).isNull();
    assertThat(onTheClock(Duration.ofMillis(1_500))).isNull();
    assertThat(onTheClock(Duration.ofMillis(500))).isNull();
    assertThat(onTheClock(Duration.ofDays(2))).isNull();
    assertThat(onTheClock(Duration.ofDays(14))).isNull();
  }
}
