package dev.carillon.simulator;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;

/**
 * Where in time a world begins: near a change of the clocks, or on an ordinary day.
 *
 * @param hour of the wall-clock time that the change concerns
 */
record Moment(Instant start, ZoneId zone, int hour, int minute) {

  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final ZoneId LORD_HOWE = ZoneId.of("Australia/Lord_Howe");
  private static final ZoneId SANTIAGO = ZoneId.of("America/Santiago");

  private static final List<Moment> CHANGES =
      List.of(
          at("2026-03-29T00:59:40Z", BERLIN, 2, 30),
          at("2026-10-25T00:29:40Z", BERLIN, 2, 30),
          at("2026-10-25T01:29:40Z", BERLIN, 2, 30),
          at("2026-10-25T00:59:30Z", BERLIN, 2, 0),
          at("2026-10-03T15:29:40Z", LORD_HOWE, 2, 15),
          at("2026-04-04T14:59:40Z", LORD_HOWE, 1, 45),
          at("2026-09-06T03:59:40Z", SANTIAGO, 0, 0));

  static Moment draw(Dice dice) {
    if (dice.chance(0.4)) {
      return dice.pick(CHANGES);
    }
    Instant start =
        Instant.parse("2026-01-01T00:00:00Z").plusMillis(dice.between(0L, 365L * 86_400_000));
    ZoneId zone = dice.oneOf(BERLIN, ZoneId.of("UTC"), ZoneId.of("Asia/Kathmandu"));
    var soon = start.plusSeconds(dice.between(20, 90)).atZone(zone);
    return new Moment(start, zone, soon.getHour(), soon.getMinute());
  }

  private static Moment at(String start, ZoneId zone, int hour, int minute) {
    return new Moment(Instant.parse(start), zone, hour, minute);
  }
}
