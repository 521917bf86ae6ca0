package dev.carillon.engine.timing;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Every slot of eight years, in each of many zones, against a walk over every minute. The two spans
 * hold the day that Apia skipped, the rules of Cairo and Beirut before and after they were changed,
 * Casablanca's Ramadans, and a leap day each.
 */
class CronOracleTest {

  private static final List<String> ZONES =
      List.of(
          "UTC",
          "America/New_York",
          "Europe/Berlin",
          "Australia/Lord_Howe",
          "America/Santiago",
          "Africa/Cairo",
          "Asia/Beirut",
          "Pacific/Apia",
          "Asia/Kathmandu",
          "Antarctica/Troll",
          "Africa/Casablanca",
          "America/Havana",
          "Atlantic/Azores",
          "America/Nuuk",
          "Asia/Tokyo");

  private static final int RANDOM_EXPRESSIONS = 30;

  /**
   * Expressions with more slots than this are walked slot by slot for two days around each clock
   * change and by long strides elsewhere, which keeps the suite fast and loses no interesting day.
   */
  private static final int DENSE = 100_000;

  private static final int STRIDE = 61;

  /** One expression with the wall-clock minutes it names, which are the same in every zone. */
  private record Sample(String expression, NaiveCron naive, BitSet wallMinutes) {}

  @Test
  void every_slot_from_2010_to_2017_equals_the_minute_walk_in_every_zone() {
    compare(2010, 2017, 20_261);
  }

  @Test
  void every_slot_from_2023_to_2030_equals_the_minute_walk_in_every_zone() {
    compare(2023, 2030, 20_262);
  }

  private static void compare(int firstYear, int lastYear, long seed) {
    var utc = new NaiveCron.Years(ZoneId.of("UTC"), firstYear, lastYear);
    var samples = new ArrayList<Sample>();
    for (var expression : expressions(seed)) {
      var naive = new NaiveCron(expression);
      samples.add(new Sample(expression, naive, naive.wallMinutes(utc.wallFrom, utc.wallTo)));
    }
    for (var id : ZONES) {
      var years = new NaiveCron.Years(ZoneId.of(id), firstYear, lastYear);
      for (var sample : samples) {
        long[] slots = years.slots(sample.naive(), sample.wallMinutes());
        var cron = Cron.parse(sample.expression(), years.zone);
        walkForwards(cron, years, slots);
        walkBackwards(cron, years, slots);
        probe(cron, years, slots, new Random(seed));
      }
    }
  }

  private static List<String> expressions(long seed) {
    var random = new Random(seed);
    var expressions = new ArrayList<>(CronSamples.CORPUS);
    while (expressions.size() < CronSamples.CORPUS.size() + RANDOM_EXPRESSIONS) {
      var expression = CronSamples.random(random);
      if (fires(new NaiveCron(expression))) {
        expressions.add(expression);
      }
    }
    return expressions;
  }

  /** Within 40 years, which is longer than any day of the calendar waits for its weekday. */
  private static boolean fires(NaiveCron cron) {
    var start = LocalDate.of(2000, 1, 1);
    return start.datesUntil(start.plusYears(40)).anyMatch(cron::date);
  }

  private static void walkForwards(Cron cron, NaiveCron.Years years, long[] slots) {
    long before = years.from - 1;
    for (int i = 0; i < slots.length; i++) {
      if (isWalked(years, slots, i)) {
        long slot = cron.walk().after(before);
        if (slot != slots[i]) {
          fail(cron, "forwards", slot, slots[i]);
        }
      }
      before = slots[i];
    }
    long beyond = cron.walk().after(before);
    if (beyond != CronWalk.NONE && beyond < years.to) {
      fail(cron, "beyond the last", beyond, years.to);
    }
  }

  private static void walkBackwards(Cron cron, NaiveCron.Years years, long[] slots) {
    long after = years.to;
    for (int i = slots.length - 1; i >= 0; i--) {
      if (isWalked(years, slots, i)) {
        long slot = cron.walk().atOrBefore(after - 1);
        if (slot != slots[i]) {
          fail(cron, "backwards", slot, slots[i]);
        }
      }
      after = slots[i];
    }
    long beyond = cron.walk().atOrBefore(after - 1);
    if (beyond != CronWalk.NONE && beyond >= years.from) {
      fail(cron, "before the first", beyond, years.from);
    }
  }

  private static boolean isWalked(NaiveCron.Years years, long[] slots, int i) {
    return slots.length <= DENSE || i % STRIDE == 0 || years.isNearClockChange(slots[i]);
  }

  /** From moments that need not be slots, through the public methods. */
  private static void probe(Cron cron, NaiveCron.Years years, long[] slots, Random random) {
    for (int i = 0; i < 200; i++) {
      ask(
          cron,
          slots,
          Instant.ofEpochSecond(random.nextLong(years.from, years.to)).plusNanos(i % 2));
    }
    for (var change : years.clockChanges) {
      for (long seconds : new long[] {-3600, -1800, -60, -1, 0, 1, 60, 1800, 3600}) {
        ask(cron, slots, change.plusSeconds(seconds));
        ask(cron, slots, change.plusSeconds(seconds).minusNanos(1));
      }
    }
  }

  private static void ask(Cron cron, long[] slots, Instant moment) {
    int index = Arrays.binarySearch(slots, moment.getEpochSecond());
    int later = index >= 0 ? index + 1 : -index - 1;
    // Plain comparisons: there are millions of them, and an assertion costs a hundred times more.
    var next = cron.next(moment);
    if (later < slots.length && (next == null || next.getEpochSecond() != slots[later])) {
      throw new AssertionError("%s after %s: got %s".formatted(cron, moment, next));
    }
    var newest = cron.atOrBefore(moment);
    if (later > 0 && (newest == null || newest.getEpochSecond() != slots[later - 1])) {
      throw new AssertionError("%s at or before %s: got %s".formatted(cron, moment, newest));
    }
  }

  private static void fail(Cron cron, String where, long actual, long expected) {
    var slot = actual == CronWalk.NONE ? "none" : Instant.ofEpochSecond(actual).atZone(cron.zone());
    throw new AssertionError(
        "%s, %s: got %s, expected %s"
            .formatted(cron, where, slot, Instant.ofEpochSecond(expected).atZone(cron.zone())));
  }
}
