package dev.carillon.engine.timing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** What holds for every timing. */
class TimingPropertiesTest {

  private static final Instant START = Instant.parse("2020-01-01T00:00:00Z");

  private static List<Timing> timings() {
    var random = new Random(99);
    var zones = List.copyOf(ZoneId.getAvailableZoneIds().stream().sorted().toList());
    var timings = new ArrayList<Timing>();
    while (timings.size() < 600) {
      var zone = ZoneId.of(zones.get(random.nextInt(zones.size())));
      try {
        timings.add(Cron.parse(CronSamples.random(random), zone));
      } catch (TimingException neverFires) {
        assertThat(neverFires.code()).isEqualTo("timing.cron.never_fires");
      }
    }
    for (int i = 0; i < 200; i++) {
      var every = Duration.ofMillis(1 + random.nextLong(1_000_000_000));
      timings.add(new Interval(every, START.plusNanos(random.nextLong(1_000_000_000_000_000L))));
      timings.add(new Once(START.plusNanos(random.nextLong(100_000_000_000_000_000L))));
    }
    return timings;
  }

  private static Instant somewhere(Random random) {
    return START.plusNanos(random.nextLong(300_000_000_000_000_000L));
  }

  @Test
  void slots_strictly_increase_and_each_is_the_newest_at_its_own_moment() {
    var random = new Random(1);
    for (var timing : timings()) {
      var before = somewhere(random);
      for (int i = 0; i < 200; i++) {
        var slot = timing.next(before);
        if (slot == null) {
          break;
        }
        assertThat(slot).as("%s after %s", timing, before).isAfter(before);
        assertThat(timing.atOrBefore(slot)).as("%s at %s", timing, slot).isEqualTo(slot);
        assertThat(timing.next(slot.minusNanos(1))).isEqualTo(slot);
        var previous = timing.atOrBefore(slot.minusNanos(1));
        if (i > 0) {
          assertThat(previous).as("%s before %s", timing, slot).isEqualTo(before);
        } else if (previous != null) {
          assertThat(previous).isBeforeOrEqualTo(before);
        }
        before = slot;
      }
    }
  }

  @Test
  void a_count_agrees_with_iterating_and_stops_at_its_cap() {
    var random = new Random(2);
    for (var timing : timings()) {
      var after = somewhere(random);
      var upTo = after.plusSeconds(random.nextInt(5_000_000));
      long iterated = 0;
      for (var slot = timing.next(after);
          slot != null && !slot.isAfter(upTo) && iterated < 5_000;
          slot = timing.next(slot)) {
        iterated++;
      }
      assertThat(timing.count(after, upTo, 5_000)).as(timing.toString()).isEqualTo(iterated);
      assertThat(timing.count(after, upTo, 3)).isEqualTo(Math.min(3, iterated));
      assertThat(timing.count(after, upTo, 0)).isZero();
      assertThat(timing.count(upTo, after, 5_000)).isZero();
    }
  }

  @Test
  void no_question_takes_five_milliseconds() {
    var random = new Random(3);
    var timings = timings();
    for (int round = 0; round < 20; round++) {
      long slowest = 0;
      for (var timing : timings) {
        var moment = somewhere(random);
        long started = System.nanoTime();
        timing.next(moment);
        timing.atOrBefore(moment);
        slowest = Math.max(slowest, System.nanoTime() - started);
      }
      if (Duration.ofNanos(slowest).toMillis() < 5) {
        return; // the machine may be busy in one round, the search cannot be slow in all of them
      }
    }
    throw new AssertionError("some question took 5 ms in every round");
  }

  @Test
  void many_threads_get_the_same_answers() throws Exception {
    var cron = Cron.parse("*/7 1-5 * * *", ZoneId.of("Europe/Berlin"));
    Callable<Long> walk =
        () -> {
          long sum = 0;
          for (var slot = cron.next(START); sum < Long.MAX_VALUE / 2; slot = cron.next(slot)) {
            if (slot.isAfter(START.plus(Duration.ofDays(3_000)))) {
              return sum;
            }
            sum += slot.getEpochSecond() % 1_000_003;
          }
          return sum;
        };
    long alone = walk.call();
    try (var threads = Executors.newFixedThreadPool(4)) {
      for (var answer : threads.invokeAll(List.of(walk, walk, walk, walk))) {
        assertThat(answer.get()).isEqualTo(alone);
      }
    }
  }
}
