package dev.carillon.bench;

import dev.carillon.bench.Workload.Bench;
import java.util.List;

/** Measures the engine on a PostgreSQL of its own, and says on what and how. */
public final class EngineBenchmark {

  private static final int WARM_UP_SCHEDULES = 20_000;

  private EngineBenchmark() {}

  public static void main(String[] words) {
    List<Workload> all = Workloads.ALL;
    try {
      measure(Options.parse(words, all.stream().map(Workload::name).toList()), all);
    } catch (Options.Misuse misuse) {
      System.err.println("bench: " + misuse.getMessage());
      System.exit(2);
    }
  }

  private static void measure(Options options, List<Workload> all) {
    Report report = new Report();
    try (BenchDatabase database = BenchDatabase.start()) {
      Machine.describe(database, report);
      Bench bench = new Bench(database, options, report);
      warmUp(bench);
      for (Workload workload : all) {
        boolean left = workload.onlyWhenNamed() && options.only().isEmpty();
        if (options.wants(workload.name()) && !left) {
          System.out.printf("%n# %s%n", workload.question());
          workload.run(bench);
        }
      }
    }
    System.out.println();
    System.out.println(report.json());
  }

  /** Whatever comes first would otherwise pay for the JVM's compilers. */
  private static void warmUp(Bench bench) {
    Options options = bench.options();
    int seconds = options.quick() ? 5 : 20;
    Options brief = new Options(options.quick(), false, options.only(), 0, 0, seconds);
    ClosedLoop.measure(
        new Bench(bench.database(), brief, bench.report()),
        WARM_UP_SCHEDULES,
        1,
        bench.report().section("warm-up"));
  }
}
