package dev.carillon.engine.timing;

import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A zone as a sequence of stretches with one offset each: the form in which the search for slots
 * asks about daylight saving.
 *
 * <p>The years people schedule in are laid out once per zone, so a lookup there allocates nothing;
 * others are computed when asked for. Both come from the same question to {@link ZoneRules}.
 */
final class ZoneTimeline {

  private static final long TABLE_START = Instant.parse("1970-01-01T00:00:00Z").getEpochSecond();
  private static final long TABLE_END = Instant.parse("2100-01-01T00:00:00Z").getEpochSecond();

  /** Far beyond the years 1 to 9999, and far from overflow when an offset is added. */
  private static final long ALWAYS = Long.MAX_VALUE / 4;

  /** Holds at most as many entries as the JDK knows region ids; fixed offsets are not kept. */
  private static final ConcurrentHashMap<ZoneId, ZoneTimeline> KNOWN = new ConcurrentHashMap<>();

  /**
   * A time in which the zone's offset does not change.
   *
   * @param start first second, since the epoch
   * @param end first second after it
   * @param offset wall time minus epoch time, in seconds
   * @param offsetBefore the offset of the stretch before; smaller means that this one starts with a
   *     gap in the wall time, larger that it starts with a repetition
   */
  record Stretch(long start, long end, int offset, int offsetBefore) {

    /**
     * The wall time at which the stretch before ends and this one takes over. Each wall time that
     * exists twice belongs to the earlier stretch, each that does not exist to the later one.
     */
    long firstWall() {
      return start + offsetBefore;
    }

    long endWall() {
      return end + offset;
    }

    /** What the wall clock shows at the very start. */
    long startWall() {
      return start + offset;
    }

    boolean startsWithGap() {
      return offset > offsetBefore;
    }
  }

  private final ZoneRules rules;
  private final Stretch[] table;
  private final long[] starts;

  private ZoneTimeline(ZoneRules rules) {
    this.rules = rules;
    var stretches = new ArrayList<Stretch>();
    for (long at = TABLE_START; at < TABLE_END; at = stretches.getLast().end()) {
      stretches.add(ask(at));
    }
    table = stretches.toArray(Stretch[]::new);
    starts = stretches.stream().mapToLong(Stretch::start).toArray();
  }

  static ZoneTimeline of(ZoneId zone) {
    var rules = zone.getRules();
    return rules.isFixedOffset()
        ? new ZoneTimeline(rules)
        : KNOWN.computeIfAbsent(zone, _ -> new ZoneTimeline(rules));
  }

  /** The stretch that holds the given second since the epoch. */
  Stretch at(long second) {
    if (second < starts[0] || second >= table[table.length - 1].end()) {
      return ask(second);
    }
    int index = Arrays.binarySearch(starts, second);
    return table[index >= 0 ? index : -index - 2];
  }

  Stretch after(Stretch stretch) {
    return at(stretch.end());
  }

  Stretch before(Stretch stretch) {
    return at(stretch.start() - 1);
  }

  /**
   * The second at which a fixed wall time comes: on the first pass where it exists twice, at the
   * first moment after the gap where it does not exist. Never decreases as the wall time grows,
   * because every stretch is longer than the clock is set back at its start; a test holds all zones
   * of the JDK to that.
   */
  long secondOf(long wall) {
    var stretch = at(wall - at(wall).offset());
    while (true) {
      if (wall >= stretch.endWall()) {
        stretch = after(stretch);
      } else if (wall < stretch.firstWall()) {
        stretch = before(stretch);
      } else {
        return Math.max(wall - stretch.offset(), stretch.start());
      }
    }
  }

  private Stretch ask(long second) {
    var instant = Instant.ofEpochSecond(second);
    int offset = rules.getOffset(instant).getTotalSeconds();
    if (rules.isFixedOffset()) {
      return new Stretch(-ALWAYS, ALWAYS, offset, offset);
    }
    // previousTransition answers strictly before; the stretch includes its first second.
    var from = rules.previousTransition(instant.plusSeconds(1));
    var to = rules.nextTransition(instant);
    return new Stretch(
        from == null ? -ALWAYS : from.toEpochSecond(),
        to == null ? ALWAYS : to.toEpochSecond(),
        offset,
        from == null ? offset : from.getOffsetBefore().getTotalSeconds());
  }
}
