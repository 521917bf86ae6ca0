package dev.carillon.importers;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The cron expression in UTC whose slots are those of an interval through a given slot, to the
 * second. There is one for whole seconds that divide a minute, whole minutes that divide an hour,
 * whole hours that divide a day, and a week; 90 minutes or 7 hours have none.
 */
final class Rhythm {

  private static final int MINUTE = 60;
  private static final int HOUR = 60 * MINUTE;
  private static final int DAY = 24 * HOUR;
  private static final int WEEK = 7 * DAY;

  /** 1970 began on a Thursday. */
  private static final int FIRST_WEEKDAY = 4;

  private Rhythm() {}

  static @Nullable String cron(Duration interval, Instant slot) {
    if (interval.toMillis() % 1_000 != 0 || interval.toSeconds() > WEEK) {
      return null;
    }
    int every = (int) interval.toSeconds();
    if (every < 1) {
      return null;
    }
    int phase = (int) Math.floorMod(slot.getEpochSecond(), (long) every);
    if (MINUTE % every == 0 && every < MINUTE) {
      return list(phase, every, MINUTE) + " * * * * *";
    }
    String second = phase % MINUTE == 0 ? "" : phase % MINUTE + " ";
    int minute = phase / MINUTE;
    if (every % MINUTE == 0 && HOUR % every == 0 && every < HOUR) {
      return second + list(minute, every / MINUTE, 60) + " * * * *";
    }
    int hour = phase / HOUR;
    String time = second + minute % 60 + " ";
    if (every % HOUR == 0 && DAY % every == 0) {
      return time + list(hour, every / HOUR, 24) + " * * *";
    }
    return every == WEEK ? time + hour % 24 + " * * " + (FIRST_WEEKDAY + phase / DAY) % 7 : null;
  }

  /** Every so many from the first on, below the bound. */
  private static String list(int first, int step, int bound) {
    if (step == bound) {
      return String.valueOf(first);
    }
    if (step == 1) {
      return "*";
    }
    return first == 0 ? "*/" + step : first + "-" + (bound - 1) + "/" + step;
  }
}
