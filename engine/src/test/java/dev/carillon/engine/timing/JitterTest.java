package dev.carillon.engine.timing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class JitterTest {

  private static final UUID ID = UUID.fromString("018f4e5a-0000-7000-8000-000000000001");
  private static final Instant SLOT = Instant.parse("2026-01-01T09:00:00Z");

  @Test
  void a_slot_has_the_same_delay_for_ever() {
    assertThat(Jitter.of(ID, SLOT, Duration.ofSeconds(60)))
        .as("pinned: a new value would move the starts of every schedule with jitter")
        .isEqualTo(Jitter.of(ID, SLOT, Duration.ofMinutes(1)))
        .isEqualTo(Duration.ofMillis(43_086));
  }

  @Test
  void no_jitter_is_no_delay() {
    assertThat(Jitter.of(ID, SLOT, Duration.ZERO)).isZero();
  }

  @Test
  void every_delay_up_to_the_greatest_occurs_and_none_beyond() {
    int[] seen = new int[4];
    for (int i = 0; i < 400; i++) {
      long delay = Jitter.of(ID, SLOT.plusSeconds(i), Duration.ofMillis(3)).toMillis();
      seen[(int) delay]++;
    }
    assertThat(IntStream.of(seen)).allMatch(count -> count > 60 && count < 140);
  }

  @Test
  void neighbouring_slots_are_spread_evenly() {
    assertEven(i -> Jitter.of(ID, SLOT.plusSeconds(60L * i), Duration.ofSeconds(100)));
  }

  @Test
  void neighbouring_schedules_are_spread_evenly_over_one_slot() {
    assertEven(i -> {
      var id = new UUID(ID.getMostSignificantBits(), ID.getLeastSignificantBits() + i);
      return Jitter.of(id, SLOT, Duration.ofSeconds(100));
    });
    assertEven(i -> {
      var id = new UUID(ID.getMostSignificantBits() + i, ID.getLeastSignificantBits());
      return Jitter.of(id, SLOT, Duration.ofSeconds(100));
    });
  }

  /**
   * Chi-squared over 100 buckets of 1 s: with 99 degrees of freedom, 160 has odds of 1 in 10,000.
   */
  private static void assertEven(IntFunction<Duration> delays) {
    int samples = 100_000;
    int[] buckets = new int[100];
    for (int i = 0; i < samples; i++) {
      buckets[(int) Math.min(99, delays.apply(i).toMillis() / 1000)]++;
    }
    double chiSquared = 0;
    for (int count : buckets) {
      double expected = samples / 100.0;
      chiSquared += (count - expected) * (count - expected) / expected;
    }
    assertThat(chiSquared).isBetween(40.0, 160.0);
  }

  @Test
  void a_jitter_that_makes_no_sense_is_refused() {
    assertThatThrownBy(() -> Jitter.of(ID, SLOT, Duration.ofMillis(-1)))
        .hasMessage("jitter must be 0 to 366 days, got -0.001 seconds");
    assertThatThrownBy(() -> Jitter.of(ID, SLOT, Duration.ofDays(367)))
        .isInstanceOf(TimingException.class);
  }
}
