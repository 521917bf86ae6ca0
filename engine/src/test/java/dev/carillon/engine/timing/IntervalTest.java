package dev.carillon.engine.timing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IntervalTest {

  private static final Instant ANCHOR = Instant.parse("2026-01-01T00:00:00.000123Z");
  private static final Interval TEN_MINUTES = new Interval(Duration.ofMinutes(10), ANCHOR);

  @Test
  void the_first_slot_is_one_interval_after_the_anchor() {
    assertThat(TEN_MINUTES.next(Instant.MIN)).isEqualTo("2026-01-01T00:10:00.000123Z");
    assertThat(TEN_MINUTES.next(ANCHOR)).isEqualTo("2026-01-01T00:10:00.000123Z");
    assertThat(TEN_MINUTES.atOrBefore(ANCHOR)).isNull();
    assertThat(TEN_MINUTES.atOrBefore(Instant.parse("2026-01-01T00:10:00.000122Z"))).isNull();
  }

  @Test
  void slots_never_drift_however_far_they_lie() {
    assertThat(TEN_MINUTES.next(Instant.parse("2926-01-01T00:03:00Z")))
        .isEqualTo("2926-01-01T00:10:00.000123Z");
    assertThat(TEN_MINUTES.atOrBefore(Instant.parse("2926-01-01T00:13:00Z")))
        .isEqualTo("2926-01-01T00:10:00.000123Z");
  }

  @Test
  void counting_a_thousand_years_of_milliseconds_takes_no_time() {
    var everyMillisecond = new Interval(Duration.ofMillis(1), ANCHOR);

    assertThat(everyMillisecond.count(ANCHOR, ANCHOR.plusSeconds(31_556_952_000L), Long.MAX_VALUE))
        .isEqualTo(31_556_952_000_000L);
  }

  @Test
  void slots_end_with_the_year_9999() {
    var last = Instant.parse("9999-12-31T23:50:00.000123Z");

    assertThat(TEN_MINUTES.next(Instant.parse("9999-12-31T23:45:00Z"))).isEqualTo(last);
    assertThat(TEN_MINUTES.next(last)).isNull();
    assertThat(TEN_MINUTES.next(Instant.MAX)).isNull();
    assertThat(TEN_MINUTES.atOrBefore(Instant.MAX)).isEqualTo(last);
    assertThat(TEN_MINUTES.count(last, Instant.MAX, 10)).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "PT0S, timing.interval.out_of_range",
    "PT-1S, timing.interval.out_of_range",
    "PT0.0009S, timing.interval.out_of_range",
    "P36526D, timing.interval.out_of_range",
    "PT1.0005S, timing.interval.too_fine"
  })
  void an_interval_that_makes_no_sense_is_refused(Duration every, String code) {
    assertThatThrownBy(() -> new Interval(every, ANCHOR))
        .isInstanceOfSatisfying(
            TimingException.class,
            refusal -> {
              assertThat(refusal.code()).isEqualTo(code);
              assertThat(refusal.field()).isEqualTo("interval");
              assertThat(refusal.getMessage()).contains("got " + Seconds.text(every) + " seconds");
            });
  }

  @Test
  void an_anchor_beyond_all_years_is_refused() {
    assertThatThrownBy(() -> new Interval(Duration.ofSeconds(1), Instant.MAX))
        .hasMessageContaining("years 1 to 9999");
  }

  @ParameterizedTest
  @CsvSource({
    "PT0.001S, every millisecond",
    "PT0.25S, every 250 milliseconds",
    "PT1S, every second",
    "PT1.5S, every 1 second 500 milliseconds",
    "PT1M, every minute",
    "PT1M30S, every 1 minute 30 seconds",
    "PT10M, every 10 minutes",
    "PT1H, every hour",
    "PT24H, every 24 hours",
    "PT36H, every 36 hours",
    "P7D, every 7 days"
  })
  void an_interval_says_what_it_is(Duration every, String description) {
    assertThat(new Interval(every, ANCHOR).describe()).isEqualTo(description);
  }
}
