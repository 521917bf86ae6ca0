package dev.carillon.engine.timing;

import dev.carillon.engine.timing.ZoneTimeline.Stretch;

/**
 * Turns the wall times of a cron rule into instants of one zone, as seconds since the epoch. This
 * is where daylight saving is decided:
 *
 * <ul>
 *   <li>a rule of fixed times meets every wall time of its calendar exactly once, in order: in the
 *       gap at the first moment after it, in the repeated hour on the first pass;
 *   <li>a rule that follows real time meets the wall times that the clock really shows, as often as
 *       it shows them.
 * </ul>
 */
final class CronWalk {

  static final long NONE = CronRule.NONE;

  /**
   * How far the search looks. The rarest days of the calendar, a 29 February on one weekday, are 40
   * years apart. A rule that follows real time and names nothing but times in a gap ({@code
   * *}{@code /15 2 * 3 7L} in Berlin) has no slot for as long as the law stands, and the search has
   * to end for it too.
   */
  private static final long HORIZON = 100L * 366 * Civil.SECONDS_PER_DAY;

  private final CronRule rule;
  private final ZoneTimeline timeline;

  CronWalk(CronRule rule, ZoneTimeline timeline) {
    this.rule = rule;
    this.timeline = timeline;
  }

  CronRule rule() {
    return rule;
  }

  ZoneTimeline timeline() {
    return timeline;
  }

  /** The first slot after the given second, or {@link #NONE}. */
  long after(long second) {
    long from = Math.max(second + 1, TimeSpan.FIRST_SECOND);
    if (from > TimeSpan.LAST_SECOND) {
      return NONE;
    }
    long slot = rule.followsRealTime() ? realTimeFrom(from) : fixedTimeFrom(from);
    return slot > TimeSpan.LAST_SECOND ? NONE : slot;
  }

  /** The last slot at or before the given second, or {@link #NONE}. */
  long atOrBefore(long second) {
    long from = Math.min(second, TimeSpan.LAST_SECOND);
    if (from < TimeSpan.FIRST_SECOND) {
      return NONE;
    }
    long slot = rule.followsRealTime() ? realTimeUpTo(from) : fixedTimeUpTo(from);
    return slot < TimeSpan.FIRST_SECOND ? NONE : slot;
  }

  private long fixedTimeFrom(long second) {
    var stretch = timeline.at(second);
    // At the very start of a stretch the wall times of the gap before it are due. Later in it, wall
    // times below firstWall are a second pass and were met on the first.
    long wall =
        second == stretch.start()
            ? stretch.firstWall()
            : Math.max(second + stretch.offset(), stretch.firstWall());
    long match = rule.atOrAfter(wall);
    return match == NONE ? NONE : timeline.secondOf(match);
  }

  private long fixedTimeUpTo(long second) {
    var stretch = timeline.at(second);
    // During a second pass all wall times of the first one have been met, the later ones included.
    long wall = Math.max(second + stretch.offset(), stretch.firstWall() - 1);
    long match = rule.atOrBefore(wall);
    return match == NONE ? NONE : timeline.secondOf(match);
  }

  private long realTimeFrom(long second) {
    Stretch stretch = timeline.at(second);
    long wall = second + stretch.offset();
    long match = rule.atOrAfter(wall);
    while (match != NONE) {
      if (match < stretch.endWall()) {
        return match - stretch.offset();
      }
      if (stretch.end() > second + HORIZON) {
        return NONE;
      }
      stretch = timeline.after(stretch);
      // Nothing matches between wall and match, so a stretch that starts there needs no new search.
      if (stretch.startWall() < wall || stretch.startWall() > match) {
        wall = stretch.startWall();
        match = rule.atOrAfter(wall);
      }
    }
    return NONE;
  }

  private long realTimeUpTo(long second) {
    Stretch stretch = timeline.at(second);
    long wall = second + stretch.offset();
    long match = rule.atOrBefore(wall);
    while (match != NONE) {
      if (match >= stretch.startWall()) {
        return match - stretch.offset();
      }
      if (stretch.start() < second - HORIZON) {
        return NONE;
      }
      stretch = timeline.before(stretch);
      long lastWall = stretch.endWall() - 1;
      if (lastWall > wall || lastWall < match) {
        wall = lastWall;
        match = rule.atOrBefore(wall);
      }
    }
    return NONE;
  }
}
