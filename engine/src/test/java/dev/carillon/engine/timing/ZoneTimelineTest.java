package dev.carillon.engine.timing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ZoneTimelineTest {

  private static final long FROM = Instant.parse("1800-01-01T00:00:00Z").getEpochSecond();
  private static final long TO = Instant.parse("2200-01-01T00:00:00Z").getEpochSecond();

  /** On this rests that slots strictly increase, for whatever zone database the JDK brings. */
  @Test
  void in_no_zone_is_the_clock_set_back_by_more_than_the_time_since_the_last_change() {
    for (var id : ZoneId.getAvailableZoneIds()) {
      var timeline = ZoneTimeline.of(ZoneId.of(id));
      var stretch = timeline.at(FROM);
      while (stretch.end() < TO) {
        var next = timeline.after(stretch);
        assertThat(next.start()).as(id).isEqualTo(stretch.end());
        assertThat(next.offsetBefore()).as(id).isEqualTo(stretch.offset());
        assertThat(next.endWall()).as("%s %s", id, next).isGreaterThan(stretch.endWall());
        stretch = next;
      }
    }
  }

  @Test
  void the_offset_is_the_one_java_time_knows_inside_and_outside_the_table() {
    var random = new Random(5);
    for (var id : ZoneId.getAvailableZoneIds()) {
      var zone = ZoneId.of(id);
      var timeline = ZoneTimeline.of(zone);
      for (int i = 0; i < 300; i++) {
        long second = random.nextLong(FROM, TO);
        var stretch = timeline.at(second);
        assertThat(stretch.offset())
            .as("%s at %d", id, second)
            .isEqualTo(zone.getRules().getOffset(Instant.ofEpochSecond(second)).getTotalSeconds());
        assertThat(second).isBetween(stretch.start(), stretch.end() - 1);
        if (stretch.start() > FROM) {
          assertThat(timeline.before(stretch).end()).isEqualTo(stretch.start());
        }
      }
    }
  }
}
