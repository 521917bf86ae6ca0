package dev.carillon.bench;

import dev.carillon.bench.Workload.Bench;
import dev.carillon.engine.ScheduleDraft;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.time.Duration;
import java.time.Instant;

/** Runs at a steady rate, far below what the nodes can do: the everyday case. */
final class Paced {

  private static final Duration SETTLING = Duration.ofSeconds(3);

  private Paced() {}

  /** After a short warm-up. */
  static Meter.Span measure(Bench bench, int schedules, int rate, Report.Section section) {
    Duration warmUp = Duration.ofSeconds(bench.options().warmUpSeconds());
    return measure(bench, schedules, rate, warmUp, section);
  }

  /** After every schedule has run at least once: what comes then goes on for months. */
  static Meter.Span measureLater(Bench bench, int schedules, int rate, Report.Section section) {
    Duration warmUp = interval(schedules, rate).plusSeconds(bench.options().warmUpSeconds());
    return measure(bench, schedules, rate, warmUp, section);
  }

  private static Duration interval(int schedules, int rate) {
    return Duration.ofMillis(1_000L * schedules / rate);
  }

  private static Meter.Span measure(
      Bench bench, int schedules, int rate, Duration warmUp, Report.Section section) {
    Duration interval = interval(schedules, rate);
    ScheduleDraft draft = ScheduleDraft.named("bench").handler(Nodes.HANDLER);
    Fleet fleet = Fleet.define(bench.database(), schedules, draft, interval);
    Instant first = fleet.arm(Duration.ofSeconds(5));
    int seconds = bench.options().secondsOr(60, 5);
    Instant from = first.plus(warmUp);
    Instant until = from.plusSeconds(seconds);
    Report.say(
        "%,d schedules, each every %,d ms, %,d runs/s for %d s",
        schedules, interval.toMillis(), rate, seconds);
    Lateness lateness = new Lateness(from, until, rate * seconds + rate);
    try (Nodes nodes = Nodes.start(bench.database(), 1, lateness)) {
      Pause.until(from);
      Profile profile = bench.options().profile() ? Profile.begin(bench.database()) : null;
      resetPeaks();
      Meter begin = Meter.begin(bench.database(), nodes);
      Pause.until(until);
      Meter end = Meter.end(bench.database(), nodes);
      Meter.Span span = new Meter.Span(begin, end);
      if (profile != null) {
        profile.end(end.settled() - begin.settled());
      }
      section.put("runs_per_second", span.runsPerSecond());
      reportHeap(section);
      Pause.until(until.plus(SETTLING));
      long slots = slots(bench, from, until);
      long recorded = recorded(bench, from, until);
      section
          .put("slots_in_window", slots)
          .put("runs_in_window", recorded)
          .put("handled_in_window", lateness.count())
          .put("each_slot_ran_once", slots == recorded && slots == lateness.count());
      lateness.report(section);
      span.reportHealth(section, nodes);
      return span;
    }
  }

  /** How many slots the schedules' definitions put between two moments. */
  private static long slots(Bench bench, Instant from, Instant until) {
    return bench
        .database()
        .number(
            """
            select coalesce(sum(floor((%2$d - a) / i::numeric) - floor((%1$d - a) / i::numeric)), 0)
            from (select (extract(epoch from anchor_at) * 1000)::bigint as a, interval_ms as i
                  from carillon.schedules) s
            """
                .formatted(from.toEpochMilli() - 1, until.toEpochMilli() - 1));
  }

  private static long recorded(Bench bench, Instant from, Instant until) {
    return bench
        .database()
        .number(
            "select count(*) from carillon.runs where status = 'success' and slot_at >= '%s' and"
                    .formatted(from)
                + " slot_at < '%s'".formatted(until));
  }

  private static void resetPeaks() {
    ManagementFactory.getMemoryPoolMXBeans().forEach(MemoryPoolMXBean::resetPeakUsage);
  }

  private static void reportHeap(Report.Section section) {
    long peak =
        ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .mapToLong(pool -> pool.getPeakUsage().getUsed())
            .sum();
    System.gc();
    long live = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    section.put("heap_mb_peak", peak >> 20).put("heap_mb_after_gc", live >> 20);
  }
}
