package dev.carillon.engine.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class DatabaseTimeTest {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final long SECOND = 1_000_000_000L;

  @Test
  void it_never_errs_by_more_than_the_quickest_answer_took() {
    DatabaseTime time = new DatabaseTime();
    time.learn(NOON, 0, 100_000_000);
    time.learn(NOON.plusMillis(1_000), SECOND - 200_000, SECOND + 200_000);

    Duration error = Duration.between(NOON.plusMillis(1_000), time.at(SECOND)).abs();

    assertThat(error).isLessThanOrEqualTo(Duration.ofNanos(201_000));
  }

  @Test
  void a_slow_answer_does_not_spoil_a_quick_one() {
    DatabaseTime time = new DatabaseTime();
    time.learn(NOON, 0, 200_000);
    Instant before = time.at(SECOND);
    time.learn(NOON.plusMillis(900), SECOND / 2, SECOND * 3 / 2);

    assertThat(Duration.between(before, time.at(SECOND)).abs()).isLessThan(Duration.ofMillis(1));
  }

  @Test
  void a_jump_of_the_databases_clock_is_believed_at_once() {
    DatabaseTime time = new DatabaseTime();
    time.learn(NOON, 0, 200_000);
    time.learn(NOON.minusSeconds(3_600), SECOND, SECOND + 200_000);

    assertThat(time.at(SECOND)).isBetween(NOON.minusSeconds(3_601), NOON.minusSeconds(3_599));
  }

  @Test
  void moments_and_nanos_are_each_others_inverse() {
    DatabaseTime time = new DatabaseTime();
    time.learn(NOON, -5 * SECOND, -5 * SECOND + 100_000);

    long nanos = time.nanosAt(DatabaseTime.micros(NOON.plusSeconds(9)));

    assertThat(time.at(nanos)).isEqualTo(NOON.plusSeconds(9));
  }

  @Test
  void what_is_surely_past_is_not_ahead_of_a_clock_that_runs_slowly() {
    DatabaseTime time = new DatabaseTime();
    time.learn(NOON, 0, 200_000);
    for (long elapsed = 200_000; elapsed < 20 * SECOND; elapsed += 7_654_321) {
      Instant shown = NOON.plusNanos(elapsed - 200_000 - elapsed * 399 / 1_000_000);

      assertThat(DatabaseTime.instant(time.surelyMicros(elapsed))).isBeforeOrEqualTo(shown);
    }
  }

  @Test
  void what_is_waited_for_is_surely_past_then_and_was_not_long_before() {
    DatabaseTime time = new DatabaseTime();
    time.learn(NOON, 0, 200_000);
    long moment = DatabaseTime.micros(NOON.plusMillis(1_234));

    long nanos = time.nanosSurelyAt(moment, SECOND);

    assertThat(time.surelyMicros(nanos)).isGreaterThanOrEqualTo(moment);
    assertThat(time.surelyMicros(nanos - 5_000)).isLessThan(moment);
  }
}
