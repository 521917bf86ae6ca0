package dev.carillon.engine.timing;

import static org.assertj.core.api.Assertions.assertThat;

import java.text.ParseException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.Random;
import java.util.TimeZone;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.scheduling.support.CronExpression;

/**
 * The parsers of Spring and Quartz as witnesses, on what the dialects share. In UTC, because each
 * of them treats daylight saving in a way of its own.
 */
class CronAgainstOthersTest {

  private static final ZoneId UTC = ZoneId.of("UTC");
  private static final int EXPRESSIONS = 400;
  private static final int SLOTS = 60;

  private final Random random = new Random(42);

  /** The fields from day of month on, for us and Spring, and for Quartz whose Sunday is 1. */
  private record Days(String ours, String quartz) {

    Days(String shared) {
      this(shared, shared);
    }
  }

  @Test
  void random_expressions_yield_the_slots_that_spring_finds() {
    for (int i = 0; i < EXPRESSIONS; i++) {
      var expression = time() + days().ours();
      var spring = CronExpression.parse(expression);
      var cron = Cron.parse(expression, UTC);

      var slot = start();
      for (int n = 0; n < SLOTS; n++) {
        var expected = spring.next(LocalDateTime.ofInstant(slot, ZoneOffset.UTC));
        slot = cron.next(slot);
        assertThat(slot).as(expression).isEqualTo(expected.toInstant(ZoneOffset.UTC));
      }
    }
  }

  @Test
  void random_expressions_yield_the_slots_that_quartz_finds() throws ParseException {
    for (int i = 0; i < EXPRESSIONS; i++) {
      var time = time();
      var days = days();
      if (days.ours().contains("W ")) {
        continue; // Quartz 2.5.2 loses times of the days it reaches by W and LW; Spring does not
      }
      var quartz = new org.quartz.CronExpression(time + days.quartz());
      quartz.setTimeZone(TimeZone.getTimeZone("UTC"));
      var cron = Cron.parse(time + days.ours(), UTC);

      var slot = start();
      for (int n = 0; n < SLOTS; n++) {
        var expected = quartz.getNextValidTimeAfter(Date.from(slot));
        slot = cron.next(slot);
        assertThat(slot).as(cron.expression()).isEqualTo(expected.toInstant());
      }
    }
  }

  private Instant start() {
    return Instant.parse("2024-01-01T00:00:00Z").plusSeconds(random.nextInt(100_000_000));
  }

  /** Seconds, minutes and hours, with a space behind. */
  private String time() {
    return Stream.of(59, 59, 23)
        .map(max -> CronSamples.field(random, 0, max) + " ")
        .collect(Collectors.joining());
  }

  /** One of the two day fields stays open: the others know no "either matches". */
  private Days days() {
    var month = CronSamples.field(random, 1, 12);
    return switch (random.nextInt(9)) {
      case 0 -> new Days("L " + month + " ?");
      case 1 -> new Days("LW " + month + " ?");
      case 2 -> new Days(1 + random.nextInt(28) + "W " + month + " ?");
      case 3 -> new Days("L-" + (1 + random.nextInt(27)) + " " + month + " ?");
      case 4 -> {
        int weekday = random.nextInt(7);
        yield new Days(
            "? " + month + " " + weekday + "L", "? " + month + " " + (weekday + 1) + "L");
      }
      case 5 -> {
        int weekday = random.nextInt(7);
        int nth = 1 + random.nextInt(4);
        yield new Days(
            "? %s %d#%d".formatted(month, weekday, nth),
            "? %s %d#%d".formatted(month, weekday + 1, nth));
      }
      case 6 -> new Days("? " + month + " MON-FRI");
      case 7 -> new Days("? " + month + " SUN,TUE,SAT");
      default -> new Days(CronSamples.field(random, 1, 28) + " " + month + " ?");
    };
  }
}
