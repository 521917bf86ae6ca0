package dev.carillon.server.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RetryAfterTest {

  private static final Instant NOW = Instant.parse("2026-11-16T10:00:00Z");

  private static Duration of(String... headers) {
    Map<String, String> byName = new HashMap<>();
    for (int i = 0; i < headers.length; i += 2) {
      byName.put(headers[i], headers[i + 1]);
    }
    return RetryAfter.of(new Reply(503, "", byName, "", true), NOW);
  }

  @Test
  void seconds_are_understood() {
    assertThat(of("retry-after", "120")).isEqualTo(Duration.ofMinutes(2));
  }

  @Test
  void a_date_counts_from_the_clock_of_the_one_who_wrote_it() {
    assertThat(of("retry-after", "Mon, 16 Nov 2026 10:05:00 GMT")).isEqualTo(Duration.ofMinutes(5));
    assertThat(
            of(
                "retry-after",
                "Mon, 16 Nov 2026 09:05:00 GMT",
                "date",
                "Mon, 16 Nov 2026 09:00:00 GMT"))
        .isEqualTo(Duration.ofMinutes(5));
  }

  @Test
  void a_date_may_have_one_of_the_older_forms() {
    assertThat(of("retry-after", "Monday, 16-Nov-26 10:05:00 GMT"))
        .isEqualTo(Duration.ofMinutes(5));
    assertThat(of("retry-after", "Mon Nov 16 10:05:00 2026")).isEqualTo(Duration.ofMinutes(5));
    assertThat(of("retry-after", "Sun Nov  6 08:49:37 1994")).isZero();
  }

  @Test
  void the_past_is_now_and_the_far_future_a_day() {
    assertThat(of("retry-after", "Mon, 16 Nov 2020 10:05:00 GMT")).isZero();
    assertThat(of("retry-after", "999999999")).isEqualTo(Duration.ofDays(1));
    assertThat(of("retry-after", "9".repeat(30))).isEqualTo(Duration.ofDays(1));
    assertThat(of("retry-after", "0".repeat(30) + "7")).isEqualTo(Duration.ofSeconds(7));
  }

  @Test
  void what_is_neither_is_passed_over() {
    assertThat(of()).isNull();
    assertThat(of("retry-after", "soon")).isNull();
    assertThat(of("retry-after", "-5")).isNull();
  }
}
