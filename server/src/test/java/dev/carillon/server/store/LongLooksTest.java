package dev.carillon.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Looks that nobody waits for to their end. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LongLooksTest {

  private final AtomicLong nanos = new AtomicLong();
  private final LookRoom room = new LookRoom(nanos::get, Duration.ZERO);
  private final LongLooks<String, String> looks = new LongLooks<>(room);
  private final CountDownLatch gate = new CountDownLatch(1);
  private final AtomicInteger made = new AtomicInteger();

  @AfterEach
  void nothing_is_left() {
    gate.countDown();
    room.close();
    assertThat(room.underWay()).isZero();
  }

  private String held() {
    made.incrementAndGet();
    try {
      gate.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
    return "found " + made.get();
  }

  private void end() {
    gate.countDown();
    ended();
  }

  private void ended() {
    await().until(() -> room.underWay() == 0);
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  @Test
  void of_one_key_one_is_under_way_and_of_all_two() {
    for (int i = 0; i < 3; i++) {
      assertThat(looks.of("a", this::held)).isNull();
      assertThat(looks.of("b", this::held)).isNull();
      assertThat(looks.of("c", this::held)).isNull();
      assertThat(looks.ahead("c", this::held)).isFalse();
    }
    assertThat(room.underWay()).isEqualTo(2);
    assertThat(room.begun()).isEqualTo(2);
    end();
    assertThat(looks.of("a", this::held)).startsWith("found");
    assertThat(looks.ahead("c", this::held)).isTrue();
    ended();
    assertThat(room.begun()).isEqualTo(3);
  }

  @Test
  void a_look_that_ends_in_time_is_what_its_request_gets() {
    LongLooks<String, String> waited =
        new LongLooks<>(new LookRoom(nanos::get, Duration.ofMinutes(1)));
    assertThat(waited.of("a", () -> "at once")).isEqualTo("at once");
  }

  @Test
  void what_was_found_is_as_good_as_new_for_three_seconds() {
    assertThat(looks.of("a", this::held)).isNull();
    end();
    assertThat(looks.of("a", this::held)).isEqualTo("found 1");
    pass(Duration.ofSeconds(3));
    assertThat(looks.of("a", this::held)).isEqualTo("found 1");
    pass(Duration.ofMillis(1));
    assertThat(looks.of("a", this::held)).isNull();
    ended();
    assertThat(looks.of("a", this::held)).isEqualTo("found 2");
  }

  @Test
  void whoever_was_told_to_come_again_may_take_half_a_minute_for_it() {
    assertThat(looks.of("a", this::held)).isNull();
    end();
    pass(Duration.ofSeconds(29));
    assertThat(looks.of("a", this::held)).isEqualTo("found 1");
    assertThat(looks.of("a", this::held)).isNull();
  }

  @Test
  void a_failure_is_told_to_the_one_who_comes_for_it_and_the_next_has_another_look() {
    Supplier<String> failing =
        () -> {
          held();
          throw new IllegalStateException("away");
        };
    assertThat(looks.of("a", failing)).isNull();
    end();
    assertThatThrownBy(() -> looks.of("a", this::held)).hasMessage("away");
    assertThat(looks.of("a", this::held)).isNull();
    ended();
    assertThat(looks.of("a", this::held)).isEqualTo("found 2");
  }

  @Test
  void a_failure_that_nobody_waits_for_is_nobodys() {
    assertThat(
            looks.ahead(
                "a",
                () -> {
                  throw new IllegalStateException("away");
                }))
        .isTrue();
    ended();
    gate.countDown();
    assertThat(looks.of("a", this::held)).isNull();
    ended();
    assertThat(looks.of("a", this::held)).isEqualTo("found 1");
  }

  @Test
  void closing_ends_what_is_under_way_and_nothing_begins_afterwards() {
    assertThat(looks.of("a", this::held)).isNull();
    room.close();
    assertThat(room.underWay()).isZero();
    assertThat(looks.of("b", this::held)).isNull();
    assertThat(room.begun()).isEqualTo(1);
  }
}
