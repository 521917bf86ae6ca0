package dev.carillon.simulator;

import dev.carillon.engine.schedule.CatchUp;
import dev.carillon.engine.schedule.OnMaxFailures;
import dev.carillon.engine.schedule.Overlap;
import dev.carillon.engine.schedule.Policies;
import dev.carillon.simulator.oracle.Rule;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Makes up definitions of all kinds. */
final class DefinitionMaker {

  private final Dice dice;
  private final Moment moment;
  private final boolean spread;

  /**
   * @param spread whether schedules may have jitter
   */
  DefinitionMaker(Dice dice, Moment moment, boolean spread) {
    this.dice = dice;
    this.moment = moment;
    this.spread = spread;
  }

  Definition definition(Instant now) {
    Rule rule = rule(now);
    boolean fromCompletion = rule instanceof Rule.Every && dice.chance(0.25);
    Instant endAt = dice.chance(0.1) ? now.plusSeconds(dice.between(10, 90)) : null;
    return new Definition(rule, fromCompletion, endAt, jitter(), policies());
  }

  private Duration jitter() {
    return spread && dice.chance(0.2) ? dice.millis(1, 3_000) : Duration.ZERO;
  }

  private Rule rule(Instant now) {
    return switch (dice.between(0, 9)) {
      case 0, 1, 2 -> new Rule.Every(Duration.ofMillis(dice.scaled(500, 20_000)));
      case 3 -> new Rule.At(now.plusMillis(dice.between(1L, 60_000L)));
      case 4, 5 ->
          new Rule.Wall(List.of(moment.hour()), List.of(moment.minute()), seconds(), zone());
      case 6 -> new Rule.Wall(List.of(moment.hour()), List.of(), seconds(), zone());
      default -> new Rule.Wall(List.of(), List.of(), seconds(), zone());
    };
  }

  private ZoneId zone() {
    return dice.chance(0.8) ? moment.zone() : ZoneId.of("America/New_York");
  }

  private List<Integer> seconds() {
    int step = dice.oneOf(1, 2, 5, 10, 15, 20, 30, 60);
    int from = dice.between(0, step - 1);
    return IntStream.iterate(from, second -> second < 60, second -> second + step).boxed().toList();
  }

  Policies policies() {
    CatchUp catchUp = dice.oneOf(CatchUp.values());
    return new Policies(
        dice.chance(0.15) ? dice.between(1, 8) : 0,
        dice.between(0, 3),
        dice.millis(100, 5_000),
        Duration.ofMillis(dice.scaled(300, 20_000)),
        dice.chance(0.3) ? dice.between(1, 3) : 0,
        dice.oneOf(OnMaxFailures.values()),
        dice.oneOf(Overlap.values()),
        catchUp,
        deadline(),
        catchUp == CatchUp.ALL ? dice.oneOf(0, 1, 3, 10) : 0);
  }

  private Duration deadline() {
    Duration drawn =
        dice.oneOf(
            Duration.ZERO,
            Duration.ofSeconds(2),
            Duration.ofSeconds(10),
            Duration.ofSeconds(90),
            Duration.ofHours(1));
    return drawn;
  }

  /** The same definition with another rule, other policies, or both. */
  Definition edited(Definition before, @Nullable Instant now) {
    Definition other = definition(now == null ? moment.start() : now);
    return dice.chance(0.3)
        ? new Definition(
            before.rule(),
            before.fromCompletion(),
            before.endAt(),
            before.jitter(),
            other.policies())
        : other;
  }
}
