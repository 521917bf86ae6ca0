package dev.carillon.server.overview;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.engine.schedule.Slots;
import dev.carillon.engine.timing.Interval;
import dev.carillon.server.store.Ahead;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** What will begin, from what is known of the timers. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ForecastTest {

  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  /** Every minute; its timer stands at the slot given. */
  private static Ahead everyMinute(Instant slot) {
    Slots slots = Slots.of(new Interval(Duration.ofMinutes(1), slot.minus(Duration.ofHours(1))));
    return new Ahead(new UUID(0, 1), "minutely", "handler", slots, slot, slot);
  }

  private static List<Instant> forecast(Ahead ahead, Instant to, int most) {
    return Forecast.of(List.of(ahead), NOW, to, most).slots().stream()
        .map(Forecast.Slot::at)
        .toList();
  }

  @Test
  void what_follows_a_slot_that_is_about_to_begin_is_told_and_the_slot_is_not() {
    Instant beginning = NOW.minusMillis(5);
    assertThat(forecast(everyMinute(beginning), NOW.plusSeconds(180), 100))
        .containsExactly(
            beginning.plusSeconds(60), beginning.plusSeconds(120), beginning.plusSeconds(180));
  }

  @Test
  void a_slot_of_this_very_moment_is_told() {
    assertThat(forecast(everyMinute(NOW), NOW.plusSeconds(60), 100)).containsExactly(NOW);
  }

  @Test
  void it_ends_where_it_says_when_there_are_more() {
    Forecast cut = Forecast.of(List.of(everyMinute(NOW)), NOW, NOW.plusSeconds(3600), 2);
    assertThat(cut.slots()).hasSize(2);
    assertThat(cut.until()).isEqualTo(NOW.plusSeconds(120));
  }
}
