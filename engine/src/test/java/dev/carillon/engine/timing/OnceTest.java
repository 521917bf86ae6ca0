package dev.carillon.engine.timing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class OnceTest {

  private static final Instant AT = Instant.parse("2026-05-01T09:00:00Z");
  private static final Once ONCE = new Once(AT);

  @Test
  void its_one_slot_comes_once() {
    assertThat(ONCE.next(AT.minusNanos(1))).isEqualTo(AT);
    assertThat(ONCE.next(AT)).isNull();
    assertThat(ONCE.atOrBefore(AT)).isEqualTo(AT);
    assertThat(ONCE.atOrBefore(AT.minusNanos(1))).isNull();
  }

  @Test
  void it_counts_one_or_none() {
    assertThat(ONCE.count(AT.minusNanos(1), AT, 10)).isOne();
    assertThat(ONCE.count(AT, Instant.MAX, 10)).isZero();
    assertThat(ONCE.count(Instant.MIN, AT.minusNanos(1), 10)).isZero();
    assertThat(ONCE.count(Instant.MIN, Instant.MAX, 0)).isZero();
  }

  @Test
  void it_says_when() {
    assertThat(ONCE.describe()).isEqualTo("once, at 2026-05-01T09:00:00Z");
  }

  @Test
  void a_moment_beyond_all_years_is_refused() {
    assertThatThrownBy(() -> new Once(Instant.parse("+10000-01-01T00:00:00Z")))
        .hasMessage("run_at must lie in the years 1 to 9999, got +10000-01-01T00:00:00Z");
    assertThatThrownBy(() -> new Once(Instant.parse("0000-12-31T23:59:59Z")))
        .isInstanceOf(TimingException.class);
  }
}
