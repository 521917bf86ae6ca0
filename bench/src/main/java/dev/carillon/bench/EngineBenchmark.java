package dev.carillon.bench;

import dev.carillon.bench.Workload.Bench;
import java.util.List;

/** Measures the engine on a PostgreSQL of its own, and says on what and how. */
public final class EngineBenchmark {

  private EngineBenchmark() {}

  public static void main(String[] words) {
    List<Workload> all = Workloads.ALL;
    if (List.of(words).contains("--list")) {
      all.forEach(one -> System.out.printf("  %-12s %s%n", one.name(), one.question()));
      return;
    }
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
      for (Workload workload : all) {
        if (options.wants(workload.name())) {
          workload.run(bench);
        }
      }
    }
    System.out.println();
    System.out.println(report.json());
  }
}
