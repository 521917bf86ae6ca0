package dev.carillon.words;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;

/** A timing that was understood. */
public sealed interface When {

  record Cron(String expression, ZoneId zone) implements When {}

  record Every(Duration interval) implements When {}

  record At(Instant moment, ZoneId zone) implements When {}

  /** What was understood, for the one who said it. */
  default String text() {
    return switch (this) {
      case Cron(String expression, ZoneId zone) ->
          "cron \"%s\" in %s: %s"
              .formatted(expression, zone, TimingWords.cron(expression, zone.getId()));
      case Every(Duration interval) -> "every " + Durations.text(interval);
      case At(Instant moment, ZoneId zone) ->
          "once, at %s in %s".formatted(Moments.text(moment.atZone(zone)), zone);
    };
  }
}
