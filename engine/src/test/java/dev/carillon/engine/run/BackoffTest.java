package dev.carillon.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BackoffTest {

  @Test
  void an_interval_of_300_waits_300_600_1200_and_at_most_3000() {
    assertThat(seconds(300, 6)).containsExactly(300, 600, 1200, 2400, 3000, 3000);
  }

  @Test
  void an_interval_of_60_waits_60_120_240_and_at_most_600() {
    assertThat(seconds(60, 6)).containsExactly(60, 120, 240, 480, 600, 600);
  }

  @Test
  void the_thousandth_retry_does_not_overflow() {
    assertThat(Backoff.before(1_000, Duration.ofDays(366))).isEqualTo(Duration.ofDays(3_660));
  }

  @Test
  void there_is_no_wait_before_the_first_attempt() {
    assertThatThrownBy(() -> Backoff.before(0, Duration.ofSeconds(1)))
        .hasMessage("retry must be 1 or more, got 0");
  }

  private static LongStream longs(int base, int retries) {
    return IntStream.rangeClosed(1, retries)
        .mapToLong(retry -> Backoff.before(retry, Duration.ofSeconds(base)).toSeconds());
  }

  private static long[] seconds(int base, int retries) {
    return longs(base, retries).toArray();
  }
}
