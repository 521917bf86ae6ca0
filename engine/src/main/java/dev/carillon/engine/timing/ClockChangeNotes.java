package dev.carillon.engine.timing;

import dev.carillon.engine.timing.ZoneTimeline.Stretch;
import java.time.Instant;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/** Explains the slots of a cron whose wall-clock times do not exist or exist twice. */
final class ClockChangeNotes {

  /** So many times of one gap are named; the others are counted. */
  private static final int NAMED = 3;

  /** So many are counted exactly: a rule of every second has 86,400 of them in a lost day. */
  private static final int COUNTED = 100;

  private final CronRule rule;
  private final CronWalk walk;
  private final long slot;
  private final Stretch stretch;
  private final long wall;

  private ClockChangeNotes(Cron cron, Instant slot) {
    this.walk = cron.walk();
    this.rule = walk.rule();
    this.slot = slot.getEpochSecond();
    this.stretch = walk.timeline().at(this.slot);
    this.wall = this.slot + stretch.offset();
  }

  /** A note on one slot of the cron, or null where its wall time exists exactly once. */
  static @Nullable String of(Cron cron, Instant slot) {
    var notes = new ClockChangeNotes(cron, slot);
    var gap = notes.rule.followsRealTime() ? notes.leftOut() : notes.moved();
    return gap != null ? gap : notes.twice();
  }

  /** A slot right after a gap stands for the fixed times that fell into the gap. */
  private @Nullable String moved() {
    if (slot != stretch.start() || !stretch.startsWithGap()) {
      return null;
    }
    var named = new ArrayList<String>();
    int missing = 0;
    for (long time = rule.atOrAfter(stretch.firstWall());
        time != CronRule.NONE && time < stretch.startWall() && missing < COUNTED;
        time = rule.atOrAfter(time + 1)) {
      if (named.size() < NAMED) {
        named.add(clock(time));
      }
      missing++;
    }
    if (missing == 0) {
      return null;
    }
    if (missing > NAMED) {
      named.add((missing == COUNTED ? "many" : missing - NAMED) + " more");
    }
    var verb = missing == 1 ? " does" : " do";
    return English.list(named) + verb + " not exist on " + day(stretch.firstWall());
  }

  /** The first slot after a gap whose times were left out, for a rule that follows real time. */
  private @Nullable String leftOut() {
    boolean firstAfterGap = stretch.startsWithGap() && walk.after(stretch.start() - 1) == slot;
    long missed = firstAfterGap ? rule.atOrAfter(stretch.firstWall()) : CronRule.NONE;
    if (missed == CronRule.NONE || missed >= stretch.startWall()) {
      return null;
    }
    return "%s to %s does not exist on %s; nothing fires in it"
        .formatted(
            clock(stretch.firstWall()), clock(stretch.startWall()), day(stretch.firstWall()));
  }

  private @Nullable String twice() {
    if (wall < stretch.firstWall()) {
      return clock(wall) + " happens twice on this day; this is the second";
    }
    boolean again =
        stretch.endWall() - wall <= Civil.SECONDS_PER_DAY
            && walk.timeline().after(stretch).startWall() <= wall;
    return again ? clock(wall) + " happens twice on this day; this is the first" : null;
  }

  private String day(long missing) {
    long day = Math.floorDiv(missing, (long) Civil.SECONDS_PER_DAY);
    if (day == Math.floorDiv(wall, (long) Civil.SECONDS_PER_DAY)) {
      return "this day";
    }
    int date = Civil.date(day);
    return "%04d-%02d-%02d".formatted(Civil.year(date), Civil.month(date), Civil.day(date));
  }

  private static String clock(long wall) {
    int time = (int) Math.floorMod(wall, (long) Civil.SECONDS_PER_DAY);
    var minutes = TimesInWords.clock(time / 3600, time / 60 % 60);
    return time % 60 == 0 ? minutes : minutes + ":%02d".formatted(time % 60);
  }
}
