package dev.carillon.engine.timing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

class WindowTest {

  private static final Timing NOON = Cron.parse("0 12 * * *", ZoneId.of("UTC"));

  private static Instant noon(int day) {
    return Instant.parse("2026-01-%02dT12:00:00Z".formatted(day));
  }

  @Test
  void both_ends_belong_to_the_window() {
    var window = new Window(noon(5), noon(7));

    assertThat(window.next(NOON, noon(1))).isEqualTo(noon(5));
    assertThat(window.next(NOON, noon(5))).isEqualTo(noon(6));
    assertThat(window.next(NOON, noon(6))).isEqualTo(noon(7));
    assertThat(window.next(NOON, noon(7))).isNull();
    assertThat(window.atOrBefore(NOON, noon(4))).isNull();
    assertThat(window.atOrBefore(NOON, noon(5))).isEqualTo(noon(5));
    assertThat(window.atOrBefore(NOON, noon(30))).isEqualTo(noon(7));
    assertThat(window.count(NOON, noon(1), noon(30), 100)).isEqualTo(3);
    assertThat(window.count(NOON, noon(5), noon(30), 100)).isEqualTo(2);
  }

  @Test
  void a_slot_just_outside_an_end_does_not_count() {
    var window = new Window(noon(5).plusNanos(1), noon(7).minusNanos(1));

    assertThat(window.next(NOON, noon(1))).isEqualTo(noon(6));
    assertThat(window.next(NOON, noon(6))).isNull();
    assertThat(window.atOrBefore(NOON, noon(30))).isEqualTo(noon(6));
    assertThat(window.count(NOON, noon(1), noon(30), 100)).isOne();
  }

  @Test
  void an_open_window_changes_nothing() {
    assertThat(Window.ALWAYS.next(NOON, noon(1))).isEqualTo(noon(2));
    assertThat(Window.ALWAYS.atOrBefore(NOON, noon(1))).isEqualTo(noon(1));
    assertThat(Window.ALWAYS.count(NOON, noon(1), noon(11), 5)).isEqualTo(5);
  }

  @Test
  void one_end_may_stay_open() {
    assertThat(new Window(noon(5), null).next(NOON, Instant.MIN)).isEqualTo(noon(5));
    assertThat(new Window(null, noon(5)).atOrBefore(NOON, Instant.MAX)).isEqualTo(noon(5));
    assertThat(new Window(Instant.MIN, Instant.MAX).next(NOON, noon(1))).isEqualTo(noon(2));
  }

  @Test
  void a_window_that_ends_before_it_starts_is_refused() {
    assertThatThrownBy(() -> new Window(noon(2), noon(1)))
        .isInstanceOfSatisfying(
            TimingException.class,
            refusal -> {
              assertThat(refusal.code()).isEqualTo("timing.window.reversed");
              assertThat(refusal.field()).isEqualTo("end_at");
            });
    assertThat(new Window(noon(1), noon(1)).next(NOON, Instant.EPOCH)).isEqualTo(noon(1));
  }
}
