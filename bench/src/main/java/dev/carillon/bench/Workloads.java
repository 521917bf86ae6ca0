package dev.carillon.bench;

import dev.carillon.engine.ScheduleDraft;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The workloads on the engine, in the order in which they run. */
final class Workloads {

  static final List<Workload> ALL =
      List.of(
          new Throughput(),
          new Punctuality(),
          new CostBySize(),
          new Idle(),
          new HistoryListing(),
          new TwoNodes(),
          new Steady());

  private Workloads() {}

  /** The whole life of a run, as fast as it goes. */
  private record Throughput() implements Workload {

    @Override
    public String name() {
      return "throughput";
    }

    @Override
    public String question() {
      return "runs per second of 100k schedules, and what a run costs";
    }

    @Override
    public void run(Bench bench) {
      Report.Section section = bench.report().section(name());
      int schedules = bench.options().schedulesOr(100_000, 20_000);
      Meter.Span span = ClosedLoop.measure(bench, schedules, 1, section);
      section.put("schedules", schedules).put("runs_per_second", span.runsPerSecond());
      span.reportCost(section);
      Meter.reportTables(bench.database(), section);
      List<String> shares =
          bench.database().row("select min(run_count), max(run_count) from carillon.timers");
      section
          .put("runs_of_one_schedule_min", Long.parseLong(shares.getFirst()))
          .put("runs_of_one_schedule_max", Long.parseLong(shares.getLast()));
    }
  }

  /** How late runs start, and what a million schedules take in memory. */
  private record Punctuality() implements Workload {

    @Override
    public String name() {
      return "lateness";
    }

    @Override
    public String question() {
      return "lateness and heap at 10,000 runs/s over 1M schedules";
    }

    @Override
    public void run(Bench bench) {
      Report.Section section = bench.report().section(name());
      int schedules = bench.options().schedulesOr(1_000_000, 100_000);
      int rate = bench.options().rateOr(10_000, 5_000);
      section.put("schedules", schedules).put("rate", rate);
      Meter.Span span = Paced.measure(bench, schedules, rate, section);
      span.reportCost(section);
      Meter.reportTables(bench.database(), section);
    }
  }

  /** Whether a run costs more when there are more schedules. */
  private record CostBySize() implements Workload {

    @Override
    public String name() {
      return "cost";
    }

    @Override
    public String question() {
      return "processor time of a run at 10k, 100k and 1M schedules, steady and at full speed";
    }

    @Override
    public void run(Bench bench) {
      int largest = bench.options().schedulesOr(1_000_000, 100_000);
      int rate = bench.options().rateOr(10_000, 5_000);
      int smallest = Math.min(largest, 10_000);
      Map<String, Double> measured = new LinkedHashMap<>();
      for (int size : new TreeSet<>(List.of(smallest, Math.max(smallest, largest / 10), largest))) {
        Report.Section steady = bench.report().section(name() + " steady " + size);
        Meter.Span paced = Paced.measureLater(bench, size, rate, steady);
        steady.put("cpu_us_per_run", paced.cpuMicrosPerRun());
        paced.reportCost(steady);
        Report.Section full = bench.report().section(name() + " full " + size);
        Meter.Span closed = ClosedLoop.measure(bench, size, 1, full);
        full.put("runs_per_second", closed.runsPerSecond());
        full.put("cpu_us_per_run", closed.cpuMicrosPerRun());
        closed.reportCost(full);
        measured.put("steady_" + size, paced.cpuMicrosPerRun());
        measured.put("full_" + size, closed.runsPerSecond());
      }
      bench
          .report()
          .section(name())
          .put("steady_cpu_ratio", ratio(measured, "steady_", largest, smallest))
          .put("full_speed_rate_ratio", ratio(measured, "full_", largest, smallest));
    }

    private static double ratio(Map<String, Double> of, String name, int above, int below) {
      return of.getOrDefault(name + above, 0.0) / of.getOrDefault(name + below, 1.0);
    }
  }

  /** What a scheduler with nothing to do takes. */
  private record Idle() implements Workload {

    private static final int RESTED_SECONDS = 90;

    @Override
    public String name() {
      return "idle";
    }

    @Override
    public String question() {
      return "transactions and processor time with 10,000 schedules, none due for an hour";
    }

    @Override
    public void run(Bench bench) {
      Report.Section section = bench.report().section(name());
      int schedules = bench.options().schedulesOr(10_000, 10_000);
      int seconds = bench.options().secondsOr(30, 5);
      ScheduleDraft draft = ScheduleDraft.named("bench").handler(Nodes.HANDLER);
      Fleet.define(bench.database(), schedules, draft, Duration.ofHours(2))
          .arm(Duration.ofMinutes(65));
      try (Nodes _ = Nodes.start(bench.database(), 1, _ -> {})) {
        // The compilers of the JVM go on for a while about what ran before.
        Pause.seconds(bench.options().quick() ? bench.options().warmUpSeconds() : RESTED_SECONDS);
        long transactions = transactions(bench);
        long postgres = bench.database().cpuMicros();
        long jvm = CpuTimes.ofThisProcess();
        long began = System.nanoTime();
        Pause.seconds(seconds);
        double took = (System.nanoTime() - began) / 1e6;
        section
            .put("schedules", schedules)
            .put("jvm_cpu_percent", (CpuTimes.ofThisProcess() - jvm) / took / 10)
            .put("postgres_cpu_percent", (bench.database().cpuMicros() - postgres) / took / 10)
            .put("transactions_per_second", (transactions(bench) - transactions) / (took / 1e3))
            .put("load_average", Machine.loadAverage());
      }
    }

    /** Each look is a transaction itself, which it does not see yet. */
    private static long transactions(Bench bench) {
      return bench
          .database()
          .number(
              "select xact_commit + xact_rollback from pg_stat_database where datname ="
                  + " current_database()");
    }
  }
}
