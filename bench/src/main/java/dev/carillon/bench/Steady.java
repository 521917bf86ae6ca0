package dev.carillon.bench;

import dev.carillon.engine.ScheduleDraft;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Half an hour of the same load, looked at in ten stretches: whether lateness, dead rows or memory
 * grow. The schedules come by so often that their oldest history is pruned long before the end.
 */
final class Steady implements Workload {

  private static final int STRETCHES = 10;

  @Override
  public String name() {
    return "steady";
  }

  @Override
  public String question() {
    return "whether lateness, dead rows or memory grow in half an hour at 5,000 runs/s over 20k"
        + " schedules";
  }

  /** It takes as long as all others together. */
  @Override
  public boolean onlyWhenNamed() {
    return true;
  }

  @Override
  public void run(Bench bench) {
    Report.Section section = bench.report().section(name());
    int schedules = bench.options().schedulesOr(20_000, 2_000);
    int rate = bench.options().rateOr(5_000, 500);
    int seconds = Math.max(STRETCHES, bench.options().secondsOr(1_800, 20));
    Duration stretch = Duration.ofMillis(1_000L * seconds / STRETCHES);
    ScheduleDraft draft = ScheduleDraft.named("bench").handler(Nodes.HANDLER);
    Fleet fleet =
        Fleet.define(
            bench.database(), schedules, draft, Duration.ofMillis(1_000L * schedules / rate));
    Instant from = fleet.arm(Duration.ofSeconds(5)).plusSeconds(bench.options().warmUpSeconds());
    List<Lateness> parts = new ArrayList<>();
    for (int i = 0; i < STRETCHES; i++) {
      Instant begins = from.plus(stretch.multipliedBy(i));
      int atMost = (int) (rate * (stretch.toSeconds() + 2));
      parts.add(new Lateness(begins, begins.plus(stretch), atMost));
    }
    section.put("schedules", schedules).put("rate", rate).put("seconds", seconds);
    Map<String, List<Object>> seen = new LinkedHashMap<>();
    try (Nodes nodes =
        Nodes.start(
            bench.database(),
            1,
            run -> {
              for (Lateness part : parts) {
                part.handle(run);
              }
            })) {
      Pause.until(from);
      Meter begin = Meter.begin(bench.database(), nodes);
      for (int i = 0; i < STRETCHES; i++) {
        Pause.until(from.plus(stretch.multipliedBy(i + 1L)).plusSeconds(1));
        look(bench, nodes, parts.get(i), begin, seen);
        begin = Meter.begin(bench.database(), nodes);
      }
      section.put("refused", nodes.refused());
    }
    seen.forEach(section::put);
  }

  private static void look(
      Bench bench, Nodes nodes, Lateness lateness, Meter begin, Map<String, List<Object>> seen) {
    Map<String, Object> now = new LinkedHashMap<>(lateness.millis("lateness_ms"));
    Meter.Span span = new Meter.Span(begin, Meter.end(bench.database(), nodes));
    now.put("runs_per_second", span.runsPerSecond());
    now.put("cpu_us_per_run", span.cpuMicrosPerRun());
    now.put("errors", span.errors());
    now.put("missed", span.skipped());
    now.put("heap_mb_after_collections", liveHeapBytes() >> 20);
    for (String table : List.of("timers", "runs", "agenda", "intents")) {
      List<String> row =
          bench
              .database()
              .row(
                  """
                  select pg_total_relation_size(relid) / 1048576, n_dead_tup
                  from pg_stat_user_tables where relid = 'carillon.%s'::regclass
                  """
                      .formatted(table));
      now.put(table + "_mb", Long.parseLong(row.getFirst()));
      now.put(table + "_dead_rows", Long.parseLong(row.getLast()));
    }
    now.forEach((measure, value) ->
        seen.computeIfAbsent(measure, _ -> new ArrayList<>()).add(rounded(value)));
    Report.say("%s", now);
  }

  private static Object rounded(Object value) {
    return value instanceof Double number
        ? Double.valueOf(String.format(Locale.ROOT, "%.2f", number))
        : value;
  }

  /** What was left on the heap by the collections before. */
  private static long liveHeapBytes() {
    long bytes = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      MemoryUsage usage = pool.getCollectionUsage();
      bytes += usage == null ? 0 : usage.getUsed();
    }
    return bytes;
  }
}
